import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { clean } from "../core/clean.ts";
import type { SendAnswer } from "../core/answers.ts";
import { AppError } from "../core/errors.ts";
import { parseDuration } from "../core/duration.ts";
import { waitForTurn } from "../io/turn-on.ts";
import { act, post } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { hang } from "./_columns.ts";
import { line } from "./_line.ts";
import { print, printJson, terminalWidth } from "./_output.ts";

/** Typing, looking and proving. */
const SEND_MS = 30_000;
/** Agents take seconds over a large paste: see `src/actions/proof.ts`. */
const MS_PER_KB = 200;

export default command({
  meta: { name: "send", description: "Write to an agent and submit it, once, or type nothing" },
  args: {
    ref: REF,
    text: {
      type: "positional",
      required: false,
      description: "What to say; -- before it if it begins with a dash",
    },
    stdin: { type: "boolean", description: "Read the text from standard input" },
    file: { type: "string", valueHint: "path", description: "Read the text from a file" },
    "no-enter": { type: "boolean", description: "Type it, and leave it there" },
    wait: { type: "boolean", description: "Until the turn that it started is over" },
    timeout: {
      type: "string",
      valueHint: "duration",
      default: "300",
      description: "With --wait: give up after this long: exit 2",
    },
    "dry-run": {
      type: "boolean",
      description: "Only say what would be typed, and what stands in the way",
    },
    force: {
      type: "boolean",
      description: "Over drafts, dialogs and copy mode; never into another program",
    },
  },
  examples: [
    ['ccmux send claude "run the tests" --wait', "and come back when it is done"],
    ["git diff | ccmux send codex --stdin", "many lines, one prompt"],
  ],
  async run({ args }) {
    if (args["no-enter"] && args.wait)
      throw new AppError(
        "E_USAGE",
        "--no-enter and --wait exclude each other: without Enter no turn begins.",
        "Give one of them.",
      );
    const text = await readText(args);
    const timeoutMs = parseDuration(args.timeout, "--timeout");
    const body = {
      text,
      enter: !args["no-enter"],
      force: args.force ?? false,
      dryRun: args["dry-run"] ?? false,
      // The turn is asked for apart: whatever becomes of this daemon, what it typed is known then.
      waitMs: args.wait ? 0 : null,
    };
    const limitMs = SEND_MS + (text.length / 1000) * MS_PER_KB;
    // A dry run does nothing, however often.
    const ask = args["dry-run"] ? post : act;
    const sent = await ask<SendAnswer>(args.ref, "send", body, Math.round(limitMs));
    const answer = args.wait ? await waitForTurn(sent, timeoutMs, line) : sent;
    if (answer.turn === "timeout") process.exitCode = 2;
    if (answer.turn === "gone") process.exitCode = 1;
    if (args["dry-run"] && answer.closed.length > 0) process.exitCode = 75;
    if (args.json) return printJson(answer);
    await print(describe(answer, args["dry-run"] ?? false));
  },
});

async function readText({
  text,
  stdin,
  file,
}: {
  text?: string | undefined;
  stdin?: boolean | undefined;
  file?: string | undefined;
}): Promise<string> {
  const given = [text !== undefined, stdin === true, file !== undefined].filter(Boolean).length;
  if (given !== 1)
    throw new AppError(
      "E_USAGE",
      `Give the text once: as an argument, with --stdin or with --file (${given} were given).`,
      "Run `ccmux send --help`.",
    );
  if (stdin) return readAll(process.stdin);
  if (file === undefined) return text!;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new AppError(
      "E_USAGE",
      `--file: can't read ${file} (${(error as NodeJS.ErrnoException).code}).`,
      "Name a file that is there.",
    );
  }
}

function describe(
  { id, submitted, proof, how, closed, turn }: SendAnswer,
  dryRun: boolean,
): string {
  if (dryRun) {
    const width = terminalWidth() ?? Infinity;
    const gates = closed.flatMap(({ gate, because, hint }) =>
      hang(`  ${clean(`${gate}: ${because}. ${hint}`)}`, width),
    );
    return [
      `${id}: would be typed by ${how}${gates.length ? ", but:" : ", nothing stands in the way"}`,
      ...gates,
    ].join("\n");
  }
  if (!submitted) return `${id}: typed, not submitted`;
  return `${id}: submitted (${proof})${turn ? `, ${turn}` : ""}`;
}
