import type { Health } from "./health.ts";

/** Runs a part of a scan, unless it still runs or rests after failures. Never rejects. */
export type Lane = (part: string, run: () => Promise<void>) => Promise<void>;

/** Every client and read of ours has a shorter limit: what takes longer is a thread that is stuck. */
const LIMIT_MS = 20_000;

/** At most one run of a part at a time: a slow or dead one skips scans, alone. */
export function createLanes(
  health: Health,
  now: () => number,
  onError: (error: unknown) => void,
): Lane {
  const busy = new Set<string>();
  return async (part, run) => {
    if (busy.has(part)) return health.waits(part);
    if (health.rests(part, now())) return;
    busy.add(part);
    try {
      await inTime(run());
    } catch (error) {
      health.failed(part, error instanceof Error ? error.message : String(error), now());
      onError(error);
    } finally {
      busy.delete(part);
    }
  };
}

/** Rejects when it takes longer than anything of ours may. */
export async function inTime(running: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer within ${LIMIT_MS / 1000} s`);
    timer = setTimeout(() => reject(error), LIMIT_MS);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
