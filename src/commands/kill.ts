import type { KillAnswer } from "../core/answers.ts";
import { clean } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import type { SessionJson } from "../core/session.ts";
import { act, ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { canAsk, confirm } from "./_confirm.ts";
import { print, printJson } from "./_output.ts";

/** Both graces, and the row's. */
const KILL_MS = 20_000;

export default command({
  meta: { name: "kill", description: "End an agent, and see that it is gone" },
  args: {
    ref: REF,
    yes: { type: "boolean", alias: "y", description: "Do not ask, on a terminal either" },
    force: {
      type: "boolean",
      description: "Also yourself, a background agent, or one that can't be verified",
    },
  },
  examples: [["ccmux kill claude", "SIGTERM, and after 5 s SIGKILL; its pane stays"]],
  async run({ args }) {
    const { session } = await ask<{ session: SessionJson }>({ path: sessionPath(args.ref) });
    if (!args.yes && canAsk() && !(await confirm(`End ${describe(session)}?`)))
      throw new AppError(
        "E_REFUSED",
        "Nothing was ended: you said no.",
        "Add --yes to do without.",
      );
    const body = { force: args.force ?? false, session: session.id };
    const answer = await act<KillAnswer>(session.id, "kill", body, KILL_MS);
    if (args.json) return printJson(answer);
    const how = answer.signal === "SIGKILL" ? ", by SIGKILL" : "";
    await print(`${answer.id}: ended${how} (pid ${answer.pid})`);
  },
});

function describe({ id, status, project, pane, pid }: SessionJson): string {
  const where = [project, pane?.target].filter((part) => part != null).map(clean);
  return `${id} (${[status, ...where, `pid ${pid}`].join(", ")})`;
}
