import type { KeysAnswer } from "../core/answers.ts";
import { act } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

/** The daemon comes back when it has seen the turn end, or not. */
const INTERRUPT_MS = 30_000;

export default command({
  meta: { name: "interrupt", description: "End an agent's turn, with its own keys" },
  args: {
    ref: REF,
  },
  async run({ args }) {
    const answer = await act<KeysAnswer>(args.ref, "interrupt", {}, INTERRUPT_MS);
    await (args.json ? printJson(answer) : print(`${answer.id}: ${answer.keys.join(" ")}`));
  },
});
