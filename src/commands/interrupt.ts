import type { KeysAnswer } from "../core/answers.ts";
import { ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "interrupt", description: "End an agent's turn, with its own keys" },
  args: {
    ref: REF,
  },
  async run({ args }) {
    const answer = await ask<KeysAnswer>({
      method: "POST",
      path: sessionPath(args.ref, "interrupt"),
      body: {},
    });
    await (args.json ? printJson(answer) : print(`${answer.id}: ${answer.keys.join(" ")}`));
  },
});
