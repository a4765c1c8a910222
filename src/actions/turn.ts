import type { Evidence, Proof, TurnEnd } from "../core/types.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";

export interface Turn {
  target: Target;
  id: string;
  proof: Proof;
  enteredAt: number;
  timeoutMs: number;
}

const LOOK_EVERY_MS = 100;
/** An agent that was never seen at work has answered at once, or has not begun: so long may that take. */
const BEGIN_MS = 2000;
/** A screen between two drawings may lack its spinner. */
const STILL_MS = 300;
/** It was told that it works, and draws that it rests: an interrupt may leave no word. */
const UNTOLD_MS = 1500;
/** A log tells, or should, and nothing was drawn yet: OpenCode's first turn took over 4 s to show. */
const UNDRAWN_MS = 10_000;
/** Between a turn and the one that waited for it an agent may be idle for a moment. */
const NEXT_MS = 800;

/**
 * Waits for the turn that a proven text began, or that the queue will begin. There is no gap between the
 * two: what happened since Enter counts, whichever daemon pressed it.
 * @param signal nobody listens any more
 */
export async function awaitTurn(
  turn: Turn,
  ports: ActionPorts,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { target, id, proof, enteredAt, timeoutMs } = turn;
  let queued = proof === "queued";
  let worked = proof === "working" || queued;
  let drew = false;
  let restingSince: number | null = null;
  for (
    const until = ports.now() + timeoutMs;
    ports.now() < until && !signal.aborted;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const evidence = ports.evidence(id);
    if (!evidence) return "gone";
    const published = evidence.find(({ source }) => source === "published");
    const look = published && !queued ? null : await lookOrNull(target, ports);
    if (look && look.process?.startTicks !== target.startTicks) return "gone";
    queued &&= look === null || showsQueue(look, target);

    // Of a queue hooks and logs tell when the turn before it ends, too.
    const told = proof === "queued" ? undefined : lastTold(evidence, enteredAt);
    const status = statusOf(published, look, told, enteredAt);
    if (status === "waiting") return "waiting";
    // A conversation in a database is found once it has begun.
    const hasLog = evidence.some(({ source }) => source === "log") || target.agent.log?.database;
    const beginMs = hasLog ? UNDRAWN_MS : BEGIN_MS;
    drew ||= look?.reading.status === "working";
    worked ||= status === "working" || told !== undefined;
    if (queued || status !== "idle") {
      restingSince = null;
      continue;
    }
    const now = ports.now();
    restingSince ??= now;
    const rested = now - restingSince;
    if (proof === "queued" ? rested >= NEXT_MS : published) return "idle";
    if (!published && rested >= stillMs(told, drew) && (worked || now - enteredAt >= beginMs))
      return "idle";
  }
  return "timeout";
}

/** What hooks or the log have said last since; undefined: nothing. */
function lastTold(evidence: readonly Evidence[], enteredAt: number): Evidence | undefined {
  const words = evidence.filter(
    ({ source, at }) => (source === "hook" || source === "log") && at >= enteredAt,
  );
  return words.toSorted((a, b) => b.at - a.at)[0];
}

/** So long must it rest, by what is drawn, to be done. */
function stillMs(told: Evidence | undefined, drew: boolean): number {
  if (told?.status !== "working" || told.mayBeLast) return STILL_MS;
  return drew ? UNTOLD_MS : UNDRAWN_MS;
}

/**
 * What it publishes is right at once, if it is about what happened since. Else the screen tells; that a turn is
 * over its log may say before it is drawn, and a dialog may follow the end of a turn.
 */
function statusOf(
  published: Evidence | undefined,
  look: Look | null,
  told: Evidence | undefined,
  enteredAt: number,
): string | null {
  if (published)
    return published.status === "idle" && published.at < enteredAt ? "working" : published.status;
  const drawn = look?.reading.status ?? null;
  return told?.status === "idle" && drawn !== "waiting" ? "idle" : drawn;
}

function showsQueue({ lines }: Look, { agent }: Target): boolean {
  const row = agent.input?.queued;
  return row ? lines.some((line) => row.test(line)) : false;
}

async function lookOrNull(target: Target, ports: ActionPorts): Promise<Look | null> {
  const result = await ports.look(target);
  return result.ok ? result.look : null;
}
