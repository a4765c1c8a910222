import { shortHash } from "../core/identity.ts";
import type { Attention, Session } from "../core/session.ts";
import { isSameText } from "../core/same-text.ts";
import type { Verdict } from "./cascade.ts";
import type { Said } from "./said.ts";
import type { Occupant } from "./world.ts";

export interface RowInput {
  occupant: Occupant;
  verdict: Verdict;
  said: Said;
  before: Session | undefined;
  /** By us, the last time. */
  answered: Answered | null;
  /** Its label, by its conversation. */
  labelOf(nativeId: string | null): string | null;
  startedAt: number;
  now: number;
  /** The seq that the change will get: no two dialogs share one. */
  nextSeq: string;
}

/** A key of ours took the dialog that was open before `pressedAt`. */
export interface Answered {
  pressedAt: number;
  /** When it was seen to be there no longer. */
  goneAt: number;
}

/** Makes the row of an occupant from the verdict on it and the row it was. Pure. */
export function makeRow({
  occupant,
  verdict,
  said,
  before,
  answered,
  labelOf,
  startedAt,
  now,
  nextSeq,
}: RowInput): Session {
  const { process, pane, job } = occupant;
  const { hook, log, transcript } = said;
  const word = said.refusal === null ? (said.file?.word ?? null) : null;
  const changed = before?.status !== verdict.status;
  const status = verdict.status;
  const statusSince = changed
    ? Math.min(now, Math.max(verdict.at || now, before?.statusSince ?? 0))
    : before.statusSince;
  const attention = makeAttention(occupant.id, verdict, { before, answered, now, nextSeq });
  // What a pane shows of it works where it works, wherever it was opened.
  const place = job ? { cwd: job.state.cwd ?? job.listed.cwd, repo: job.repo } : process.agent;
  const nativeId = word?.nativeId ?? hook?.nativeId ?? log?.nativeId ?? before?.nativeId ?? null;
  return {
    id: occupant.id,
    agent: occupant.agent,
    label: labelOf(nativeId),
    nativeId,
    job: job?.name ?? null,
    status,
    statusSince,
    attention,
    unread: makeUnread({ status, attention, looked: pane?.info.looked ?? false, before, now }),
    // It may scroll away, or be redrawn without: it stays until the next turn begins.
    lastError:
      status === "idle" ? (verdict.lastError ?? (changed ? null : before.lastError)) : null,
    background: verdict.background,
    source: verdict.source,
    pane: pane && {
      id: pane.info.id,
      server: pane.socket,
      target: pane.info.target,
      tty: `/dev/${pane.info.tty}`,
      title: pane.info.title,
    },
    bound: occupant.bound,
    pid: process.pid,
    // Of a process that cannot be seen all there is to say is since when we know of it.
    startedAt: process.pid === 0 ? (before?.startedAt ?? now) : startedAt,
    cwd: place?.cwd ?? word?.cwd ?? hook?.cwd ?? null,
    project: place?.repo?.project ?? null,
    branch: place?.repo?.branch ?? log?.branch ?? null,
    worktree: place?.repo?.worktree ?? null,
    version: word?.version ?? log?.version ?? before?.version ?? null,
    // A hook tells it at the beginning; it may be another one since.
    model: log?.model ?? hook?.model ?? null,
    title: log?.title ?? job?.state.title ?? null,
    lastPrompt: log?.lastPrompt ?? hook?.lastPrompt ?? job?.state.lastPrompt ?? null,
    transcript,
    lastActivityAt: verdict.at || (before?.lastActivityAt ?? null),
    lastUserInputAt: log?.lastPromptAt ?? null,
    turnStartedAt: turnStart(status, log?.turnStartedAt ?? statusSince, before),
    subagents: (log?.subagents ?? []).map((one) => ({ ...one, status: "working" as const })),
    context: log?.tokens == null ? null : { tokens: log.tokens, limit: log.contextLimit },
  };
}

/** A dialog keeps its generation while it is the same one: its text may still become known. */
function makeAttention(
  id: string,
  verdict: Verdict,
  given: Pick<RowInput, "before" | "answered" | "now" | "nextSeq">,
): Attention | null {
  const { before, answered, now, nextSeq } = given;
  if (verdict.status !== "waiting") return null;
  const ask = verdict.ask ?? { kind: "other" as const, tool: null, text: null };
  const held = before?.attention;
  const isSame = held && (held.text === null || isSameText(held.text, ask.text));
  if (isSame && !isAskedAnew(verdict, held) && !isAskedAgain(verdict, held, answered))
    return { ...ask, since: held.since, generation: held.generation };
  const generation = shortHash(`${id} ${nextSeq} ${ask.text ?? ""}`, 12);
  return { ...ask, since: Math.min(now, verdict.at || now), generation };
}

/**
 * The screen may show a dialog this much before the state file speaks of it, and agents may announce one twice:
 * Codex tells of the tool that asks, then of the question, up to 65 ms apart.
 */
const ANNOUNCED_MS = 250;

/** A state file that was set anew while it waits announces another dialog, even one with the same text. */
function isAskedAnew({ source, at }: Verdict, held: Attention): boolean {
  return (source === "published" || source === "hook") && at > held.since + ANNOUNCED_MS;
}

/** We answered that one and saw it gone: what the screen shows since then is another one with the same words. */
function isAskedAgain({ at }: Verdict, held: Attention, answered: Answered | null): boolean {
  return answered !== null && held.since <= answered.pressedAt && at > answered.goneAt;
}

function makeUnread({
  status,
  attention,
  looked,
  before,
  now,
}: {
  status: Session["status"];
  attention: Attention | null;
  looked: boolean;
  before: Session | undefined;
  now: number;
}): Session["unread"] {
  if (looked) return null;
  if (attention)
    return attention.generation === before?.attention?.generation
      ? before.unread
      : { since: now, reason: "waiting" };
  if (status === "idle" && (before?.status === "working" || before?.status === "waiting")) {
    return before.status === "working" ? { since: now, reason: "finished" } : null;
  }
  return status === "idle" ? (before?.unread ?? null) : null;
}

function turnStart(
  status: Session["status"],
  statusSince: number,
  before: Session | undefined,
): number | null {
  if (status === "working") return before?.turnStartedAt ?? statusSince;
  if (status === "waiting") return before?.turnStartedAt ?? null;
  return null;
}

/** What a reader would see of a row, as one string: equal when there is nothing to tell. */
export function shown(session: Session): string {
  const { pane } = session;
  return JSON.stringify({
    ...session,
    lastActivityAt: null,
    // Spinners and blinking marks at a title's start move every second: that is no news.
    pane: pane && { ...pane, title: pane.title.replace(/^[^\p{L}\p{N}]+/u, "") },
  });
}
