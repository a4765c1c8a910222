import { ask, sessionPath } from "./_client.ts";
import { command, type Command } from "./_command.ts";
import { print, printJson } from "./_output.ts";

const WHAT = {
  approve: "Say yes to what an agent asks, this once",
  deny: "Say no to what an agent asks",
} as const;

/** `approve` and `deny`: the same but for the option. */
export function answerCommand(verb: keyof typeof WHAT): Command {
  return command({
    meta: { name: verb, description: WHAT[verb] },
    args: {
      ref: {
        type: "positional",
        required: true,
        description: "An agent: id, %3, main:2.0, self, agent or project name",
      },
      generation: {
        type: "string",
        valueHint: "id",
        description: "Only if it still asks this: attention.generation of `list --json`",
      },
    },
    examples: [[`ccmux ${verb} claude`, "presses only what surely means that; else exit 75"]],
    async run({ args }) {
      const answer = await ask<{ id: string; option: string; keys: string[] }>({
        method: "POST",
        path: sessionPath(args.ref, verb),
        body: { generation: args.generation ?? null },
        timeoutMs: 20_000,
      });
      await (args.json ? printJson(answer) : print(`${answer.id}: ${answer.option}`));
    },
  });
}
