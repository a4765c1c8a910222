import { AppError } from "./errors.ts";
import type { SessionJson } from "./session.ts";

/** Who asks, and from where: sent by the CLI with each request, believed on the Unix door only. */
export interface Caller {
  /** Socket path of the tmux server the caller stands in. */
  server: string | null;
  /** `%N`. */
  pane: string | null;
  cwd: string | null;
  /** `session:window.pane` of the caller's pane, looked up by the daemon. */
  target: string | null;
}

type Row = Pick<SessionJson, "id" | "agent" | "label" | "nativeId" | "project"> & {
  job?: string | null;
  pane: { id: string; server: string; target: string } | null;
};

/** In this order; the first kind that matches anything decides. */
const KINDS: readonly ((ref: string, caller: Caller) => (row: Row) => boolean)[] = [
  (ref) => (row) => row.id === ref,
  (ref) => (row) => ref.length >= 2 && row.id.startsWith(ref) && row.agent !== ref,
  (ref) => (row) => row.pane?.id === ref,
  (ref) => (row) => row.pane?.target === ref,
  (ref, caller) => (row) => ref === "self" && standsIn(row, caller),
  (ref) => (row) => row.label === ref,
  (ref) => (row) => row.nativeId === ref,
  (ref) => (row) => row.job === ref,
  (ref) => (row) => row.agent === ref,
  (ref) => (row) => row.project === ref,
];

/**
 * The session a person means. Where several match, the nearest wins only if it is alone in its
 * nearness: same window, same tmux session, same server.
 * @throws AppError E_NOT_FOUND, or E_AMBIGUOUS with the candidates
 */
export function resolveReference<R extends Row>(
  ref: string,
  rows: readonly R[],
  caller: Caller,
): R {
  for (const kind of KINDS) {
    const found = rows.filter(kind(ref, caller));
    if (found.length > 0) return nearest(found, caller) ?? refuse(ref, found);
  }
  if (ref === "self") {
    throw new AppError(
      "E_NOT_FOUND",
      "No agent lives in this pane.",
      "Run `ccmux list` to see where agents are.",
    );
  }
  throw new AppError(
    "E_NOT_FOUND",
    `No session matches "${ref}".`,
    "Run `ccmux list` to see what there is.",
  );
}

function nearest<R extends Row>(found: readonly R[], caller: Caller): R | null {
  const { target, server } = caller;
  const circles: ((row: R) => boolean)[] = [() => true];
  if (target !== null) {
    const near = (part: (target?: string) => string) => (row: R) =>
      row.pane?.server === server && part(row.pane?.target) === part(target);
    circles.unshift(near(windowOf), near(sessionOf));
  }
  for (const within of circles) {
    const near = found.filter(within);
    if (near.length > 0) return near.length === 1 ? near[0]! : null;
  }
  return null;
}

function refuse(ref: string, found: readonly Row[]): never {
  const names = found.slice(0, 8).map((row) => `${row.id} (${row.pane?.target ?? "no pane"})`);
  const more = found.length > names.length ? `, and ${found.length - names.length} more` : "";
  throw new AppError(
    "E_AMBIGUOUS",
    `"${ref}" matches ${found.length} sessions: ${names.join(", ")}${more}.`,
    "Name one by its id, or by its pane.",
  );
}

/** Whether the caller runs in that session's pane. */
export function standsIn(row: Pick<Row, "pane">, caller: Caller): boolean {
  return caller.pane !== null && row.pane?.id === caller.pane && row.pane.server === caller.server;
}

const sessionOf = (target = ""): string => target.slice(0, target.lastIndexOf(":"));
const windowOf = (target = ""): string => target.slice(0, target.lastIndexOf("."));
