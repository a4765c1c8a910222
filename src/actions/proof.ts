import type { Evidence, Proof } from "../core/types.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { fingerprint, squeeze } from "./text.ts";

export interface Submitted {
  target: Target;
  id: string;
  text: string;
  /** The look before the first key. */
  before: Look;
  enteredAt: number;
}

const PROOF_MS = 6000;
/** Agents take seconds over a large paste: omp needed 10 s for 100 kB on a busy machine. */
const MS_PER_KB = 120;
const LOOK_EVERY_MS = 60;

/**
 * Our text gone from the composer, and one of: a word that the agent published since, work that began,
 * its own line for what waits, or our text in the transcript where it was not before.
 */
export async function proveSubmitted(
  submitted: Submitted,
  ports: ActionPorts,
): Promise<Proof | null> {
  const limitMs = PROOF_MS + (submitted.text.length / 1000) * MS_PER_KB;
  for (const until = ports.now() + limitMs; ports.now() < until; await ports.sleep(LOOK_EVERY_MS)) {
    const result = await ports.look(submitted.target);
    if (!result.ok) continue;
    const proof = findProof(submitted, result.look, ports.evidence(submitted.id) ?? []);
    if (proof) return proof;
  }
  return null;
}

/** Pure. */
export function findProof(
  { target, text, before, enteredAt }: Submitted,
  look: Look,
  evidence: readonly Evidence[],
): Proof | null {
  const { reading } = look;
  const mark = fingerprint(text);
  const input = target.agent.input;
  // A placeholder may end as the text does.
  const left = reading.composer === "empty" ? "" : squeeze(reading.written ?? "");
  if (left.endsWith(mark) || input?.pasted?.test(reading.written ?? "")) return null;
  const queued = input?.queued;
  if (before.reading.status === "working") {
    if (queued && hasNew(look.lines, before.lines, queued)) return "queued";
    if (echoes(look, mark) > echoes(before, mark)) return "queued";
    return null;
  }
  const published = evidence.find(({ source }) => source === "published");
  if (published && published.at >= enteredAt && published.status !== "waiting") return "published";
  // A turn begins, by a word of a moment after Enter. In a log it is the prompt itself.
  const told = evidence.find(
    ({ source, status, at }) =>
      (source === "hook" || source === "log") && status !== "unknown" && at >= enteredAt,
  );
  if (told && told.status !== "idle") return told.source === "hook" ? "hook" : "log";
  if (reading.status === "working") return "working";
  if (echoes(look, mark) > echoes(before, mark)) return "transcript";
  // It may ask at once.
  const took = reading.status === "waiting" || reading.composer === "empty";
  return took && hasGrown(look, before) ? "transcript" : null;
}

/** How often the text stands above the composer. */
function echoes(look: Look, mark: string): number {
  return mark === "" ? 0 : above(look).split(mark).length - 1;
}

/** Between two drawings there may be neither composer nor dialog: then nobody knows where it ends. */
function above({ lines, reading }: Look): string {
  if (reading.composer === "none" && reading.status !== "waiting") return "";
  return squeeze(lines.slice(0, reading.bodyEnd).join(""));
}

/**
 * Rows were added below the old transcript, some of which may have scrolled out above. What is written
 * there need not be our text: agents draw it as Markdown, and as much of it may have scrolled out.
 */
function hasGrown(now: Look, before: Look): boolean {
  const old = transcriptOf(before);
  const all = transcriptOf(now);
  const out = old.findIndex((_, at) => old.slice(at).every((row, index) => row === all[index]));
  return out >= 0 && all.length > old.length - out;
}

function transcriptOf({ lines, reading }: Look): readonly string[] {
  const rows = lines.slice(0, reading.bodyEnd);
  return rows.slice(0, rows.findLastIndex((row) => row.trim() !== "") + 1);
}

/** A row that matches and was not there, or not as often: some agents only count on in it. */
function hasNew(now: readonly string[], before: readonly string[], matches: RegExp): boolean {
  const left = before.filter((row) => matches.test(row));
  return now.some((row) => {
    if (!matches.test(row)) return false;
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
