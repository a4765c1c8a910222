/**
 * What runs inside worker threads: one exported function per task, plain data in and out.
 *
 * Names cross, tables don't: functions cannot be posted. Tasks return what can be expected as values
 * and throw only on bugs, because a thrown error comes back without its class and code.
 */
export { scanBackground } from "./background.ts";
export { capturePanes } from "./captures.ts";
export { findLogs } from "./find-logs.ts";
export { listPanes, takePulse } from "./panes.ts";
export { scanProcesses } from "./processes.ts";
export { captureText } from "./screen.ts";
export { searchLog, searchPanes } from "./search.ts";
export { readStates, removeMarkers, scanState } from "./state-folder.ts";
export { changedLogs, tailLog } from "./tail.ts";
export { readTurns } from "./turns.ts";

/** Makes a thread load all of this before it is needed. */
export function warm(): true {
  return true;
}
