import { ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "dismiss", description: "Take a row away until its agent does something else" },
  args: { ref: REF },
  examples: [
    [
      "ccmux dismiss %3",
      "back with its next status or dialog; who waits for its id goes on waiting",
    ],
  ],
  async run({ args }) {
    const answer = await ask<{ id: string }>({
      method: "POST",
      path: sessionPath(args.ref, "dismiss"),
      body: {},
    });
    await (args.json ? printJson(answer) : print(`${answer.id}: dismissed`));
  },
});
