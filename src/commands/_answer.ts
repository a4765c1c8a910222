import { clean } from "../core/clean.ts";
import type { DialogAnswer } from "../core/answers.ts";
import { act } from "./_client.ts";
import { command, REF, type Command } from "./_command.ts";
import { print, printJson } from "./_output.ts";

const GENERATION = {
  type: "string",
  valueHint: "id",
  description: "Only if it still asks this: attention.generation of `list --json`",
} as const;

/** Looking, pressing and looking again. */
const DIALOG_MS = 30_000;

const WHAT = {
  approve: "Say yes to what an agent asks, this once",
  deny: "Say no to what an agent asks",
} as const;

/** `approve` and `deny`: the same but for the option. */
export function verdictCommand(verb: keyof typeof WHAT): Command {
  return command({
    meta: { name: verb, description: WHAT[verb] },
    args: { ref: REF, generation: GENERATION },
    examples: [[`ccmux ${verb} claude`, "presses only what surely means that; else exit 75"]],
    run: ({ args: { ref, generation, json } }) => post(ref, verb, { generation }, json),
  });
}

export function answerCommand(): Command {
  return command({
    meta: {
      name: "answer",
      description: "Answer what an agent asks: an option, or your own words",
    },
    args: {
      ref: REF,
      text: {
        type: "positional",
        required: true,
        description: "An option's label or number as the agent shows it, else your own words",
      },
      generation: GENERATION,
    },
    examples: [
      ["ccmux answer claude Red", "the option of that name"],
      ['ccmux answer claude "neither, use the theme"', "your own words, where it takes them"],
    ],
    run: ({ args: { ref, text, generation, json } }) =>
      post(ref, "answer", { text, generation }, json),
  });
}

async function post(
  ref: string,
  verb: string,
  body: { text?: string; generation: string | undefined },
  json: boolean | undefined,
): Promise<void> {
  const asked = { ...body, generation: body.generation ?? null };
  const answer = await act<DialogAnswer>(ref, verb, asked, DIALOG_MS);
  if (json) return printJson(answer);
  const { id, option, own, next } = answer;
  const more = next && ` (${id} now asks: ${next.kind}${next.text ? `, ${next.text}` : ""})`;
  await print(clean(`${id}: ${own ? `${option}, in your words` : option}${more ?? ""}`));
}
