import type { KeysAnswer } from "../core/answers.ts";
import { act } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "interrupt", description: "End an agent's turn, with its own keys" },
  args: {
    ref: REF,
  },
  async run({ args }) {
    const answer = await act<KeysAnswer>(args.ref, "interrupt", {});
    await (args.json ? printJson(answer) : print(`${answer.id}: ${answer.keys.join(" ")}`));
  },
});
