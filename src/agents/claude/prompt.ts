import { fields, list, text } from "../_fields.ts";

/** What Claude Code writes in the user's role, in versions that do not say who wrote it. */
const MARKUP =
  /^\s*<(?:command-(?:name|message|args)|local-command-[a-z]+|bash-(?:input|stdout|stderr)|system-reminder|task-notification|teammate-message|user-memory-input|ide_[a-z_]+)\b/;

const COMMAND = /<command-name>([^<]*)<\/command-name>/;
const ARGS = /<command-args>([^<]*)<\/command-args>/;

/** A message's words: its text, or its text blocks. */
export function wordsOf(content: unknown): string | null {
  if (typeof content === "string") return text(content);
  const said = list(content).flatMap((block) => {
    const { type, text: words } = fields(block);
    return type === "text" && typeof words === "string" && words.trim() !== "" ? [words] : [];
  });
  return said.length > 0 ? said.join("\n") : null;
}

/**
 * What a person typed; null when nobody did.
 * @param origin who wrote it, as newer versions say
 */
export function typed(words: string | null, origin: unknown): string | null {
  if (words === null) return null;
  const { kind } = fields(origin);
  if (typeof kind === "string") return kind === "human" ? withoutMarkup(words) : null;
  return MARKUP.test(words) ? null : words;
}

/** A slash command is kept in pieces. */
function withoutMarkup(words: string): string {
  const command = COMMAND.exec(words)?.[1]?.trim();
  if (!command || !MARKUP.test(words)) return words;
  const args = ARGS.exec(words)?.[1]?.trim() ?? "";
  return args === "" ? command : `${command} ${args}`;
}
