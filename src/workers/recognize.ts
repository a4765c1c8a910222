import { identify } from "../agents/_identify.ts";
import { identifyInside } from "../agents/_inside.ts";
import { registry } from "../agents/_registry.ts";

/**
 * The agent that a command line is, or has a container's client run. `unverified`: why it cannot be checked
 * that it is; null when it can. `shows`: the background agent that it shows, if it does.
 */
export function recognize(
  argv: readonly string[],
  comm: string,
): { name: string; unverified: string | null; shows?: string } | null {
  const name = identify(argv, comm);
  if (name !== null) {
    const shows = registry.get(name)?.background?.shows(argv) ?? null;
    return { name, unverified: null, ...(shows === null ? {} : { shows }) };
  }
  const inside = identifyInside(argv);
  const why = `runs inside of a container, behind ${inside?.client}, where it cannot be seen`;
  return inside && { name: inside.name, unverified: why };
}

export function isOurs(uid: number): boolean {
  return uid === process.getuid?.();
}

export function anothers(uid: number): string {
  return `runs as another user (uid ${uid})`;
}
