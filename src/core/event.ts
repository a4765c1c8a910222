import type { Change } from "./feed.ts";
import { iso, toJson, type EventJson, type EventType, type HealthState } from "./session.ts";
import type { Session } from "./session.ts";
import type { Status } from "./types.ts";

/** What happened, inside the daemon. `EventJson` says what each field means. */
export interface StoreEvent {
  n: number;
  at: number;
  type: Exclude<EventType, "snapshot">;
  session?: Session;
  from?: { status: Status };
  changed?: readonly Change[];
  turnMs?: number;
  dismissed?: true;
  health?: HealthState;
  gap?: Gap;
}

/** Between these moments nobody looked, or what was seen could not be kept. */
export interface Gap {
  from: number;
  to: number;
  because: string;
}

/** The event as CLI, API and feed show it, but for the epoch in its seq. */
export function toEventJson({
  n: _n,
  at,
  session,
  from,
  gap,
  ...rest
}: StoreEvent): Omit<EventJson, "seq"> {
  return {
    at: iso(at),
    ...rest,
    ...(session && { session: toJson(session) }),
    ...(from && session && { from, to: { status: session.status } }),
    ...(gap && { gap: { ...gap, from: iso(gap.from), to: iso(gap.to) } }),
  };
}
