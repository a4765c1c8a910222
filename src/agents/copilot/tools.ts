import type { Ask, AttentionKind } from "../../core/types.ts";
import { fields, own, text } from "../_fields.ts";

/** Tools that are a dialog by themselves. */
const DIALOGS: Record<string, AttentionKind> = {
  ask_user: "question",
  exit_plan_mode: "plan",
};

/** Where a tool's input says what it is about, the most telling first. */
const TELLING = [
  "command",
  "fullCommandText",
  "path",
  "file_path",
  "fileName",
  "url",
  "message",
  "question",
  "summary",
  "pattern",
  "query",
  "description",
  "intention",
];

/** The command, the path, the question; null when the input has nothing of the kind. */
export function toolText(input: unknown): string | null {
  const given = fields(input);
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

const PLAN_PREFIX = /^\[\[PLAN\]\] .*?\nMy request: /s;

/** Hooks get what was typed in plan mode with a preface, and what nobody typed as well. */
export function typed(prompt: unknown): string | null {
  const words = text(prompt);
  if (words === null || /^\s*<system_notification>/.test(words)) return null;
  return words.replace(PLAN_PREFIX, "");
}
