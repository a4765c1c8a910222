import { existsSync, lstatSync } from "node:fs";
import type { Paths } from "../core/paths.ts";
import { formatSpan } from "../core/duration.ts";
import { readLock } from "../io/lock-file.ts";
import { readStat, TICKS_PER_SECOND, uptimeTicks } from "../io/proc.ts";
import { error, ok, warning, type Check } from "./_check.ts";

/** Files that hold a token, a socket, or what agents were told. */
export function checkPrivate({ socket, token, database, log, lock, names }: Paths): Check[] {
  const name = "files";
  const there = [socket, token, database, log, lock, names].filter((path) => existsSync(path));
  const open = there.filter((path) => (lstatSync(path).mode & 0o077) !== 0);
  if (open.length === 0)
    return there.length > 0 ? [ok(name, `${there.length} of ours, closed to others`)] : [];
  return open.map((path) =>
    error(name, `${path} can be read by others`, `Run \`chmod 600 ${path}\`.`),
  );
}

/** A daemon that was killed takes nothing away; the next one does. */
export function checkLeftovers({ socket, lock }: Paths): Check[] {
  if (readLock(lock) !== null) return [];
  const left = [socket, lock].filter((path) => existsSync(path));
  return left.map((path) =>
    warning("leftover", `${path} is of a daemon that has ended`, "Run `ccmux daemon start`."),
  );
}

/** So much are clocks apart by slow starts and coarse stamps. */
const SLACK_MS = 60_000;

/** Pure. @param ageMs of the daemon: by the clock on the wall, and by one that nobody sets; null: nobody can tell */
export function judgeClock(ageMs: { wall: number; steady: number } | null): Check {
  const name = "clock";
  if (ageMs === null) return ok(name, "no daemon to compare it with");
  const jump = ageMs.wall - ageMs.steady;
  if (Math.abs(jump) < SLACK_MS) return ok(name, "goes as it should since the daemon began");
  const way = jump > 0 ? "forward" : "back";
  return warning(
    name,
    `was set ${way} by ${formatSpan(Math.abs(jump))} since the daemon began: ages are off by that`,
    "Run `ccmux daemon restart`.",
  );
}

/** @param startedAt by its own word, in epoch milliseconds; null: none answers */
export function checkClock({ lock }: Paths, startedAt: number | null, now: number): Check {
  const stat = readStat(readLock(lock)?.pid ?? 0);
  if (!stat || startedAt === null) return judgeClock(null);
  const steady = ((uptimeTicks() - stat.startTicks) * 1000) / TICKS_PER_SECOND;
  return judgeClock({ wall: now - startedAt, steady });
}

/** State of a future that the clock has left: what is newer would be taken for older. */
export function checkFuture({ config, database, lock, log, markers }: Paths, now: number): Check[] {
  return [config, database, lock, log, markers].flatMap((path) => {
    const ahead = (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) - now;
    if (ahead < SLACK_MS) return [];
    const hint = `Set the clock right, or run \`touch ${path}\`.`;
    return [warning("clock", `${path} was written ${formatSpan(ahead)} in the future`, hint)];
  });
}
