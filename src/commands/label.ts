import { ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "label", description: "Name an agent; the name stays with its conversation" },
  args: {
    ref: REF,
    name: {
      type: "positional",
      required: false,
      description: "Its name from now on; without it, it has none",
    },
  },
  examples: [
    ["ccmux label %3 review", "then `ccmux send review …`"],
    ["ccmux label review", "no name any more"],
  ],
  async run({ args: { ref, name, json } }) {
    const answer = await ask<{ id: string; label: string | null }>({
      method: "POST",
      path: sessionPath(ref, "label"),
      body: { label: name ?? null },
    });
    const { id, label } = answer;
    await (json ? printJson(answer) : print(`${id}: ${label ?? "no label"}`));
  },
});
