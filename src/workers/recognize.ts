import { identify } from "../agents/_identify.ts";
import { identifyInside } from "../agents/_inside.ts";

/**
 * The agent that a command line is, or has a container's client run. `unverified`: why it cannot be checked
 * that it is; null when it can.
 */
export function recognize(
  argv: readonly string[],
  comm: string,
): { name: string; unverified: string | null } | null {
  const name = identify(argv, comm);
  if (name !== null) return { name, unverified: null };
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
