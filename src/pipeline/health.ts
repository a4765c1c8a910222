import type { HealthState } from "../core/session.ts";

/** So many failed or skipped scans of one part in a row make the whole degraded. */
const SCANS = 10;
/** A dead source is asked again after 1, 2, 3 seconds, at most this: what is mended must be right again within 5 s. */
const MAX_REST_MS = 3000;

export interface Health {
  ok(part: string): void;
  /** @param lasting it will not mend itself: degraded at once */
  failed(part: string, reason: string, now: number, lasting?: boolean): void;
  /** A part that is no more: its failures are nobody's. */
  forget(part: string): void;
  /** A scan found the part still busy: after a failure that is one more. */
  waits(part: string): void;
  /** Whether a part that failed should be left alone by this scan. */
  rests(part: string, now: number): boolean;
  state(): HealthState;
}

/** Which parts fail, for how long, and when to try them again. One part's failure is its own. */
export function createHealth(): Health {
  const parts = new Map<
    string,
    { attempts: number; scans: number; reason: string; until: number }
  >();
  return {
    ok: (part) => void parts.delete(part),
    forget: (part) => void parts.delete(part),
    failed(part, reason, now, lasting = false) {
      const { attempts = 0, scans = 0 } = parts.get(part) ?? {};
      // The first few are tried again at the next scan: most are a hiccup.
      const restMs = attempts < 3 ? 0 : Math.min(MAX_REST_MS, 1000 * 2 ** (attempts - 3));
      parts.set(part, {
        attempts: attempts + 1,
        scans: lasting ? SCANS : scans + 1,
        reason,
        until: now + restMs,
      });
    },
    waits(part) {
      const failing = parts.get(part);
      if (failing) failing.scans++;
    },
    rests(part, now) {
      const failing = parts.get(part);
      // One that is further away was set by a clock that was put back since.
      if (!failing || failing.until <= now || failing.until > now + MAX_REST_MS) return false;
      failing.scans++;
      return true;
    },
    state() {
      const reasons = [...parts]
        .filter(([, { scans }]) => scans >= SCANS)
        .map(([part, { reason }]) => `${part}: ${reason}`);
      return { state: reasons.length ? "degraded" : "ok", reasons };
    },
  };
}
