/** What calls, questions and failures say, in the shapes that several agents share. */
import type { LastError } from "../core/types.ts";
import { fields, list, text } from "./_fields.ts";

/** Under these names a tool's input says what it is about, the most telling first. */
const TELLING = [
  "command",
  "file_path",
  "filePath",
  "path",
  "question",
  "url",
  "query",
  "pattern",
  "plan_filename",
  "description",
  "prompt",
];

/** What a tool is called for: the command, the path, the question. */
export function callText(input: unknown): string | null {
  const given = fields(input);
  const asked = questionText(given.questions);
  if (asked) return asked;
  return TELLING.map((name) => text(given[name])).find((said) => said !== null) ?? null;
}

/** Of several questions the first, which is the one on the screen. */
export function questionText(questions: unknown): string | null {
  const all = list(questions).map(fields);
  const first = text(all[0]?.question) ?? text(all[0]?.header);
  return first && all.length > 1 ? `${first} (+${all.length - 1} more)` : first;
}

/** The words among a message's parts, or the message where it is but words. */
export function partsText(parts: unknown): string | null {
  if (typeof parts === "string") return text(parts);
  const words = list(parts)
    .map(fields)
    .filter(({ type, thought }) => (type ?? "text") === "text" && thought !== true)
    .map((part) => text(part.text));
  return words.filter((said) => said !== null).join("\n\n") || null;
}

/** A request to the model that failed. */
export function apiError(said: unknown, status?: unknown): LastError {
  const words = text(said) ?? "the request failed";
  const limit =
    status === 429 || /\b429\b|\brate.?limit|\busage limit|\bquota|RESOURCE_EXHAUSTED/i.test(words);
  return { code: limit ? "rate_limit" : "api_error", text: words };
}
