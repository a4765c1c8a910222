import type { Blow } from "../blow.ts";
import { CLIENTS } from "./clients.ts";
import { DAEMON } from "./daemon.ts";
import { DISK } from "./disk.ts";
import { FILES } from "./files.ts";
import { LOGS } from "./logs.ts";
import { PROGRAMS } from "./programs.ts";
import { THREADS } from "./threads.ts";
import { TMUX } from "./tmux.ts";

/** Every way in which the world is broken on purpose. */
export const BLOWS: readonly Blow[] = [
  ...TMUX,
  ...PROGRAMS,
  ...THREADS,
  ...DISK,
  ...DAEMON,
  ...CLIENTS,
  ...FILES,
  ...LOGS,
];
