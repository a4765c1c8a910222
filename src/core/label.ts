import { RESERVED_NAMES } from "./config-schema.ts";
import { AppError } from "./errors.ts";
import type { Session } from "./session.ts";

type Row = Pick<Session, "id" | "label" | "nativeId" | "job" | "project">;

const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}$/u;
/** Conversation ids, and what agents call their jobs. */
const ID_LIKE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8})$/;

/**
 * The label as it is kept. It must mean this session and nothing else, today and when other agents run.
 * @throws AppError E_USAGE when it is none, or could be read as another kind of reference; E_AMBIGUOUS when another has it
 */
export function checkLabel(
  text: string,
  id: string,
  rows: readonly Row[],
  agents: readonly string[],
): string {
  const label = text.normalize("NFC");
  if (!LABEL.test(label))
    throw new AppError(
      "E_USAGE",
      `${JSON.stringify(text)} is no label.`,
      "Use letters, digits, dots, hyphens and underscores, at most 64, a letter or digit first.",
    );
  const other = otherMeaning(label, rows, agents);
  if (other !== null)
    throw new AppError(
      "E_USAGE",
      `"${label}" can't be a label: it could be read as ${other}.`,
      "Take another name.",
    );
  const holder = rows.find((row) => row.label === label && row.id !== id);
  if (holder)
    throw new AppError(
      "E_AMBIGUOUS",
      `"${label}" is the label of ${holder.id}.`,
      `Take another name, or run \`ccmux label ${holder.id}\` first: it removes that one.`,
    );
  return label;
}

/** The kind of reference that it could be taken for; null: none. */
function otherMeaning(
  label: string,
  rows: readonly Row[],
  agents: readonly string[],
): string | null {
  if (RESERVED_NAMES.includes(label)) return "a word of ccmux's own";
  if (agents.includes(label)) return "an agent";
  const isId = agents.some(
    (agent) =>
      (label.length > 1 && `${agent}-`.startsWith(label)) ||
      (label.startsWith(`${agent}-`) && /^[a-z2-7]{0,8}$/.test(label.slice(agent.length + 1))),
  );
  if (isId) return "the begin of a session's id";
  if (ID_LIKE.test(label) || rows.some((row) => row.nativeId === label || row.job === label))
    return "an agent's own id";
  return rows.some(({ project }) => project === label) ? "a project" : null;
}
