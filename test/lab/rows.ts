import type { SessionJson } from "../../src/core/session.ts";
import type { ExpectedRow } from "../../src/stage/actor.ts";

/** The fields that a session and an expected row both have, in the same words. */
export type Row = Omit<ExpectedRow, "startTicks" | "nativeId">;

/** What ccmux said, in the order of panes. */
export function saidRows(sessions: readonly SessionJson[]): Row[] {
  const rows = sessions.map((session) => ({
    agent: session.agent,
    status: session.status,
    kind: session.attention?.kind ?? null,
    source: session.source as Row["source"],
    paneId: session.pane?.id ?? "",
    socket: session.pane?.server ?? "",
    target: session.pane?.target ?? "",
    tty: `/dev/${session.pane?.tty.replace(/^\/dev\//, "")}`,
    pid: session.pid,
    cwd: session.cwd ?? "",
    project: session.project ?? "",
    title: session.pane?.title.trimEnd() ?? "",
  }));
  return rows.toSorted(byPane);
}

/** What it must say, in the same order. */
export function expectedRows(expected: readonly ExpectedRow[]): Row[] {
  return expected
    .map(({ startTicks: _start, nativeId: _native, ...row }) => ({
      ...row,
      title: row.title.trimEnd(),
    }))
    .toSorted(byPane);
}

function byPane(a: Row, b: Row): number {
  return Number(a.paneId.slice(1)) - Number(b.paneId.slice(1));
}
