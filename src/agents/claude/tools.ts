import type { Ask, AttentionKind } from "../../core/types.ts";
import { fields, list, own, text } from "../_fields.ts";

/** Tools that are a dialog by themselves. */
const DIALOGS: Record<string, AttentionKind> = {
  AskUserQuestion: "question",
  ExitPlanMode: "plan",
};

/** Where a tool's input says what it is about, the most telling first. */
const TELLING = [
  "command",
  "file_path",
  "notebook_path",
  "plan",
  "url",
  "query",
  "pattern",
  "skill",
  "description",
];

/** The command, the path, the question; null when the input has nothing of the kind. */
export function toolText(input: unknown): string | null {
  const given = fields(input);
  const questions = list(given.questions).flatMap((one) => text(fields(one).question) ?? []);
  if (questions.length > 0) return questions.join("\n");
  for (const name of TELLING) {
    const said = text(given[name]);
    if (said !== null) return said.trim();
  }
  return null;
}

/** What a tool asks by being called; null for one that only may need permission. */
export function dialogOf(tool: string, input: unknown): Ask | null {
  const kind = own(DIALOGS, tool);
  return kind ? { kind, tool, text: toolText(input) } : null;
}

/** What is asked when permission is wanted for a tool. */
export function permissionOf(tool: string, input: unknown): Ask {
  return dialogOf(tool, input) ?? { kind: "permission", tool: tool || null, text: toolText(input) };
}
