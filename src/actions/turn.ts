import type { Evidence } from "../core/types.ts";
import type { Look, Target } from "./look.ts";
import type { Proof } from "./proof.ts";
import type { ActionPorts } from "./port.ts";

export interface Turn {
  target: Target;
  id: string;
  proof: Proof;
  enteredAt: number;
  timeoutMs: number;
}

export type TurnEnd = "idle" | "waiting" | "gone" | "timeout";

const LOOK_EVERY_MS = 100;
/** An agent that was never seen at work has answered at once, or has not begun: so long may that take. */
const BEGIN_MS = 1000;
/** A screen between two drawings may lack its spinner. */
const STILL_MS = 300;
/** Between a turn and the one that waited for it an agent may be idle for a moment. */
const NEXT_MS = 800;

/**
 * Waits for the turn that a proven text began, or that the queue will begin. There is no gap between the
 * two: what happened since Enter counts.
 */
export async function awaitTurn(turn: Turn, ports: ActionPorts): Promise<TurnEnd> {
  const { target, id, proof, enteredAt, timeoutMs } = turn;
  let queued = proof === "queued";
  let worked = proof === "working" || queued;
  let restingSince: number | null = null;
  for (
    const until = ports.now() + timeoutMs;
    ports.now() < until;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const evidence = ports.evidence(id);
    if (!evidence) return "gone";
    const published = evidence.find(({ source }) => source === "published");
    const look = published && !queued ? null : await lookOrNull(target, ports);
    if (look && look.process?.startTicks !== target.startTicks) return "gone";
    queued &&= look === null || showsQueue(look, target);

    const status = statusOf(published, look, enteredAt);
    if (status === "waiting") return "waiting";
    worked ||= status === "working";
    if (queued || status !== "idle") {
      restingSince = null;
      continue;
    }
    const now = ports.now();
    restingSince ??= now;
    const rested = now - restingSince;
    if (proof === "queued" ? rested >= NEXT_MS : published) return "idle";
    if (!published && rested >= STILL_MS && (worked || now - enteredAt >= BEGIN_MS)) return "idle";
  }
  return "timeout";
}

/** What it publishes is right at once, if it is about what happened since; else the screen tells. */
function statusOf(
  published: Evidence | undefined,
  look: Look | null,
  enteredAt: number,
): string | null {
  if (!published) return look?.reading.status ?? null;
  return published.status === "idle" && published.at < enteredAt ? "working" : published.status;
}

function showsQueue({ lines }: Look, { agent }: Target): boolean {
  const row = agent.input?.queued;
  return row ? lines.some((line) => row.test(line)) : false;
}

async function lookOrNull(target: Target, ports: ActionPorts): Promise<Look | null> {
  const result = await ports.look(target);
  return result.ok ? result.look : null;
}
