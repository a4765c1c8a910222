import { AppError } from "../core/errors.ts";
import { parseDuration } from "../core/duration.ts";
import type { WaitAnswer } from "../core/answers.ts";
import type { SessionJson } from "../core/session.ts";
import { ATTENTION_KINDS } from "../core/types.ts";
import { UNTIL } from "../core/wait.ts";
import { waitOn } from "../io/wait-on.ts";
import { ask } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { line } from "./_line.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "wait", description: "Wait until agents are idle, need you, or end" },
  args: {
    ref: REF,
    until: {
      type: "enum",
      options: [...UNTIL],
      default: "idle",
      description: "What to wait for; one of several: idle,waiting",
    },
    kind: {
      type: "enum",
      options: [...ATTENTION_KINDS],
      description: "With waiting: only this kind, or one of several",
    },
    any: { type: "boolean", description: "One of several is enough" },
    all: { type: "boolean", description: "All of them (the default)" },
    background: { type: "boolean", description: "With idle: also no background work" },
    timeout: {
      type: "string",
      valueHint: "duration",
      default: "300",
      description: "Give up after this long: exit 2",
    },
    stable: {
      type: "string",
      valueHint: "duration",
      default: "0",
      description: "It has to stay so this long",
    },
  },
  rest: "ref",
  examples: [
    ["ccmux wait claude", "until it is done"],
    ["ccmux wait %3 %5 --any --until waiting", "until one of them asks"],
    ["ccmux wait claude --until idle,waiting", "until it no longer works by itself"],
  ],
  async run({ args, rest }) {
    if (args.any && args.all)
      throw new AppError("E_USAGE", "--any and --all exclude each other.", "Give one of them.");
    const wanted = args.until.split(",");
    if (args.kind && !wanted.some((one) => one === "waiting" || one === "attention"))
      throw new AppError("E_USAGE", `--kind: ${args.until} has none.`, "Add --until waiting.");
    if (args.background && !wanted.includes("idle"))
      throw new AppError("E_USAGE", "--background goes with idle.", "Add it to --until.");
    const timeoutMs = parseDuration(args.timeout, "--timeout");
    const stableMs = parseDuration(args.stable, "--stable");
    const { until, kind, any, background } = args;
    const refs = [args.ref, ...rest];
    const answer = await waitOn(
      { refs, until, kind, any, background, timeoutMs, stableMs },
      (path) => ask<WaitAnswer>({ path }),
      line,
    );
    if (args.json) await printJson(answer);
    if (answer.outcome === "met") {
      if (!args.json)
        await print(
          answer.sessions
            .filter(({ id }) => answer.met.includes(id))
            .map((one) => say(one, answer.gone))
            .join("\n"),
        );
      return;
    }
    process.exitCode = answer.outcome === "gone" ? 1 : 2;
    if (args.json) return;
    const rows = answer.sessions.map((one) => say(one, answer.gone)).join("\n");
    const why =
      answer.outcome === "gone"
        ? "It ended before that"
        : `Not ${wanted.join(" or ")} within ${args.timeout}${/^\d+$/.test(args.timeout) ? " s" : ""}`;
    process.stderr.write(`ccmux: ${why}.\n${rows}\n`);
  },
});

function say({ id, status, attention }: SessionJson, gone: readonly string[]): string {
  return `${id} ${gone.includes(id) ? "gone" : (attention?.kind ?? status)}`;
}
