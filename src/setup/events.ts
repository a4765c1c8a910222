import type { SetupRules } from "../agents/_setup.ts";
import { isAtLeast } from "./versions.ts";

/**
 * The events that this version knows: one that it does not may void the whole file. Of a version that nobody could
 * tell those that any has, and those that are there already: a slow answer must not undo what a quick one did.
 * @param all as the agent's hooks are read
 */
export function chooseEvents(
  rules: SetupRules,
  all: readonly string[],
  version: string | null,
  there: ReadonlySet<string>,
): readonly string[] {
  if (isTooOld(rules, version)) return [];
  return all.filter((event) => {
    const first = rules.since?.[event];
    if (first === undefined) return true;
    return version === null ? there.has(event) : isAtLeast(version, first);
  });
}

/** It has no hooks yet. */
export function isTooOld({ from }: SetupRules, version: string | null): boolean {
  return from !== undefined && version !== null && !isAtLeast(version, from);
}
