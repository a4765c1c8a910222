/** The tmux server, and panes that go. */
import { setTimeout as sleep } from "node:timers/promises";
import { recordings } from "../../stage/recordings.ts";
import { must, type Blow } from "../blow.ts";

const serverOf = ({ lab }: Parameters<Blow["deal"]>[0]): number =>
  lab.stage.actors.find(({ pane }) => pane)!.pane!.server.pid;

export const TMUX: readonly Blow[] = [
  {
    name: "tmux server frozen",
    does: "SIGSTOP for 6 s; its clients' pipes stay open",
    expects:
      "the list answers with what was known, published states still arrive, `send` ends without a key",
    frozen: true,
    async deal(world) {
      const pid = serverOf(world);
      process.kill(pid, "SIGSTOP");
      return () => void process.kill(pid, "SIGCONT");
    },
    async meanwhile(world) {
      await world.untilRight(5000);
      await sleep(6000);
      must((await world.wrong()).length === 0, "rows were lost while nobody could look");
    },
  },
  {
    name: "tmux server replaced",
    does: "killed with all its panes, and started again on the same socket with the same %N",
    expects: "old rows go, no old id names a new agent, new rows come",
    sessions: "new",
    frozen: true,
    async deal({ lab, sessions }) {
      const before = await sessions();
      await lab.stage.killServer();
      for (const end = Date.now() + 5000; (await sessions()).length > 0; await sleep(50))
        must(Date.now() < end, "rows of a dead server stay");
      const gone = await lab.cli(["send", before[0]!.id, "--", "nobody"]);
      must(gone.code === 1, `a send to one that is gone ended with ${gone.code}`);
      await lab.stage.startServer();
      return () => {};
    },
  },
  {
    name: "panes closed in mid-capture",
    does: "eight panes are drawn, and killed while they are read",
    expects: "they go, the others stay",
    async deal({ lab }) {
      const screen = recordings.get("codex-0.171.0/idle-fresh");
      const fresh = await lab.stage.add(Array.from({ length: 8 }, () => ({ screen })));
      await sleep(1500);
      const working = recordings.get("codex-0.171.0/working-thinking");
      for (const actor of fresh) {
        await lab.stage.draw(actor, working);
        await sleep(100);
        await lab.stage.remove(actor);
      }
      return () => {};
    },
  },
];
