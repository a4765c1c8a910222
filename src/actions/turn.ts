import type { Target } from "./look.ts";
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

/**
 * Waits for the turn that a proven text began, or that the queue will begin. There is no gap between the
 * two: what happened since Enter counts.
 */
export async function awaitTurn(
  { target, id, proof, enteredAt, timeoutMs }: Turn,
  ports: ActionPorts,
): Promise<TurnEnd> {
  let worked = proof === "working" || proof === "queued";
  let restingSince: number | null = null;
  for (
    const until = ports.now() + timeoutMs;
    ports.now() < until;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const evidence = ports.evidence(id);
    if (!evidence) return "gone";
    const published = evidence.find(({ source }) => source === "published");
    if (published) {
      // What it publishes is right at once; of the screen only a dialog matters.
      if (published.status === "waiting") return "waiting";
      if (published.status === "idle" && published.at >= enteredAt) return "idle";
      continue;
    }
    const result = await ports.look(target);
    if (!result.ok) continue;
    const { look } = result;
    if (look.process?.startTicks !== target.startTicks) return "gone";
    if (look.reading.status === "waiting") return "waiting";
    if (look.reading.status !== "idle") {
      worked ||= look.reading.status === "working";
      restingSince = null;
      continue;
    }
    restingSince ??= look.at;
    const restedMs = look.at - restingSince;
    if (worked ? restedMs >= STILL_MS : restedMs >= STILL_MS && look.at - enteredAt >= BEGIN_MS)
      return "idle";
  }
  return "timeout";
}
