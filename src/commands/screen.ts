import type { ScreenJson } from "../core/answers.ts";
import { cleanLines } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import { ask, query, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "screen", description: "What an agent's pane shows" },
  args: {
    ref: REF,
    lines: {
      type: "string",
      valueHint: "n",
      description: "The last n lines, from the history too",
    },
    all: { type: "boolean", description: "The whole history" },
    ansi: { type: "boolean", description: "With colours" },
    grep: {
      type: "string",
      valueHint: "text",
      description: "Only lines with this text; exit 1 without any",
    },
  },
  async run({ args }) {
    if (args.lines !== undefined && !/^[1-9]\d{0,4}$/.test(args.lines)) {
      throw new AppError(
        "E_USAGE",
        `--lines: "${args.lines}" is no number of lines.`,
        "Give 1 to 99999.",
      );
    }
    const { lines: last, all, ansi } = args;
    if (all && last !== undefined)
      throw new AppError("E_USAGE", "--lines and --all exclude each other.", "Give one of them.");
    const answer = await ask<ScreenJson>({
      path: `${sessionPath(args.ref, "screen")}${query({ lines: last, all, ansi })}`,
    });
    const wanted =
      args.grep === undefined
        ? answer.lines
        : answer.lines.filter((line) => line.includes(args.grep!));
    if (args.grep !== undefined && wanted.length === 0) process.exitCode = 1;
    if (args.json) return printJson({ ...answer, lines: wanted });
    if (wanted.length > 0) await print(ansi ? wanted.join("\n") : cleanLines(wanted.join("\n")));
  },
});
