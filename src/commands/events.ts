import { clean } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import { parseSeq } from "../core/seq.ts";
import type { EventJson } from "../core/session.ts";
import { command } from "./_command.ts";
import { paint, print, printJson } from "./_output.ts";

export default command({
  meta: { name: "events", description: "What happens, as it happens" },
  args: {
    follow: {
      type: "boolean",
      alias: "f",
      description: "Go on until Ctrl-C, across restarts of the daemon",
    },
    since: {
      type: "string",
      valueHint: "seq",
      description: "Go on after this event; without it, start from now",
    },
  },
  examples: [["ccmux events --follow --json", "one JSON document a line"]],
  async run({ args }) {
    if (!args.follow) {
      throw new AppError(
        "E_USAGE",
        "The past is not kept yet.",
        "Add --follow to see what happens from now on.",
      );
    }
    if (args.since !== undefined && !parseSeq(args.since)) {
      throw new AppError(
        "E_USAGE",
        `--since: "${args.since}" is no seq.`,
        "Give the `seq` of an event, as `--json` prints it.",
      );
    }
    const { follow } = await import("./_follow.ts");
    const { signal } = new AbortController();
    for await (const event of follow(args.since ?? null, signal)) {
      if (args.json) await printJson(event);
      else await print(describe(event));
    }
  },
});

function describe({ at, type, session, from, sessions, health }: EventJson): string {
  const time = paint("dim", new Date(at).toLocaleTimeString("en-GB"));
  if (type === "snapshot") return `${time} ${sessions?.length ?? 0} agents`;
  if (type === "health")
    return `${time} health ${health?.state}${health?.reasons.length ? `: ${health.reasons.map(clean).join("; ")}` : ""}`;
  if (!session) return `${time} ${type}`;
  const now = session.attention?.kind ?? session.status;
  const what =
    type === "created"
      ? `appeared, ${now}`
      : type === "removed"
        ? "ended"
        : from?.status === session.status
          ? now
          : `${from?.status} → ${now}`;
  return `${time} ${session.id} ${clean(session.project ?? "-")} ${clean(session.pane?.target ?? "-")} ${what}`;
}
