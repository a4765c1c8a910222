import type { KeysAnswer } from "../core/answers.ts";
import { act } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "keys", description: "Press keys in an agent's pane" },
  args: {
    ref: REF,
    key: {
      type: "positional",
      required: true,
      description: "A key as tmux names it: Enter, Escape, C-c, Up, y",
    },
    generation: {
      type: "string",
      valueHint: "id",
      description: "Only if it still asks this: attention.generation of `list --json`",
    },
    force: { type: "boolean", description: "In copy mode too; never into another program" },
  },
  rest: "key",
  completes: {
    key: [
      "Enter",
      "Escape",
      "Tab",
      "BTab",
      "Up",
      "Down",
      "Left",
      "Right",
      "Space",
      "BSpace",
      "C-c",
    ],
  },
  async run({ args, rest }) {
    const answer = await act<KeysAnswer>(args.ref, "keys", {
      keys: [args.key, ...rest],
      force: args.force ?? false,
      generation: args.generation ?? null,
    });
    await (args.json ? printJson(answer) : print(`${answer.id}: ${answer.keys.join(" ")}`));
  },
});
