/** Programs that ccmux calls. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must, type Blow } from "../blow.ts";
import type { Fault } from "../programs.ts";

const SAYS: Readonly<Record<Fault, string>> = {
  missing: "is no longer on PATH",
  hangs: "does not answer",
  garbage: "prints 64 KiB of random bytes",
  floods: "prints 100 MB",
};
const EACH = Object.entries(SAYS) as [Fault, string][];

/** A client that hangs is killed after 3 s, and the third in a row has the server rest for a second. */
const RESTS = {
  ms: 8000,
  because: "a client that hangs is given 3 s, and the next scan waits for it",
};

export const PROGRAMS: readonly Blow[] = [
  ...EACH.map(([fault, says]): Blow => ({
    name: `tmux ${fault}`,
    does: `the client ${says}, for 5 s`,
    expects: "rows stay as they were, published states still arrive, nothing is typed",
    frozen: true,
    ...(fault === "hangs" && { within: RESTS }),
    async deal({ programs }) {
      programs.break("tmux", fault);
      return () => programs.mend("tmux");
    },
    async meanwhile(world) {
      await sleep(5000);
      const left = await world.wrong();
      must(left.length === 0, `could not look, and said: ${left.slice(0, 3).join("; ")}`);
    },
  })),
  ...["ps", "lsof"].flatMap((name) =>
    EACH.map(([fault, says]): Blow => ({
      name: `${name} ${fault}`,
      does: `${says}, for 4 s`,
      expects: "rows stay as they were, screens are still read",
      in: "ps",
      within: RESTS,
      async deal({ programs }) {
        programs.break(name, fault);
        return () => programs.mend(name);
      },
      async meanwhile(world) {
        await world.untilRight(5000);
        await sleep(4000);
        const left = await world.wrong();
        must(left.length === 0, `could not look, and said: ${left.slice(0, 3).join("; ")}`);
      },
    })),
  ),
  {
    name: "git hangs",
    does: "does not answer, for 2 s, while an agent starts in a new repository",
    expects: "nobody calls it: projects are read from files",
    async deal({ programs, lab }) {
      programs.break("git", "hangs");
      const [actor] = lab.stage.actors.filter(({ process }) => process);
      await lab.stage.restart(actor!);
      await sleep(2000);
      return () => programs.mend("git");
    },
    async afterwards({ home }) {
      must(!existsSync(join(home, "git")), "git left something");
    },
  },
];
