import type { PaneInfo } from "../../src/workers/panes.ts";

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
