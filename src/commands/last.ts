import type { TranscriptAnswer } from "../core/answers.ts";
import { cleanLines } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import { ask, query, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "last", description: "What an agent said last, from its own log" },
  args: {
    ref: REF,
    turns: {
      type: "string",
      valueHint: "n",
      default: "1",
      description: "The last n answers, with the prompts between them",
    },
  },
  examples: [
    ["ccmux last claude", "its last answer, as it was written"],
    ["ccmux last claude --turns 3 --json", "with prompts and moments"],
  ],
  async run({ args }) {
    const { turns } = args;
    if (!/^[1-9]\d?$|^100$/.test(turns))
      throw new AppError("E_USAGE", `--turns: "${turns}" is no number of turns.`, "Give 1 to 100.");
    const answer = await ask<TranscriptAnswer>({
      path: `${sessionPath(args.ref, "transcript")}${query({ turns })}`,
    });
    if (answer.turns.length === 0) process.exitCode = 1;
    if (args.json) return printJson(answer);
    if (answer.turns.length === 0)
      throw new AppError("E_NOT_FOUND", `${answer.id} has said nothing yet.`, "Send it something.");
    if (answer.source === "screen")
      process.stderr.write(`ccmux: no log of ${answer.id} can be read: this is its pane.\n`);
    // One prompt stands above its answer only where several answers have to be told apart.
    const text = answer.turns.map(({ prompt, answer: said }, at) =>
      at === 0 || prompt === null ? said : `> ${prompt.replaceAll("\n", "\n> ")}\n\n${said}`,
    );
    await print(cleanLines(text.join("\n\n")));
  },
});
