import type { SeenAnswer } from "../core/answers.ts";
import { ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "seen", description: "Note that you have looked: unread no more" },
  args: {
    ref: REF,
  },
  rest: "ref",
  examples: [["ccmux seen %3 %5", "both"]],
  async run({ args, rest }) {
    const answers: SeenAnswer[] = [];
    for (const ref of [args.ref, ...rest])
      answers.push(
        await ask<SeenAnswer>({ method: "POST", path: sessionPath(ref, "seen"), body: {} }),
      );
    if (args.json) return printJson({ sessions: answers });
    await print(
      answers
        .map(
          ({ id, cleared }) => `${id}: ${cleared ? `seen (${cleared.reason})` : "was not unread"}`,
        )
        .join("\n"),
    );
  },
});
