import type { PaneInfo, PaneList } from "../../src/workers/panes.ts";

/** A pane of 80 columns in which a shell runs and nothing happens. */
export function testPane(more: Partial<PaneInfo> = {}): PaneInfo {
  return {
    serverPid: 1,
    id: "%0",
    panePid: 10,
    tty: "pts/0",
    activity: 0,
    width: 80,
    height: 24,
    dead: false,
    inMode: false,
    looked: false,
    command: "sh",
    target: "m:0.0",
    title: "",
    ...more,
  };
}

/** A list in which these are new or changed. */
export function listOf(...changed: PaneInfo[]): PaneList {
  const copies = changed.map((info) => ({ ...info }));
  return {
    ok: true,
    still: false,
    changed: copies,
    gone: [],
    rows: new Uint8Array(1),
    before: null,
  };
}
