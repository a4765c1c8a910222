import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What runs in every pane of the stage, in place of the user's shell. Arguments: the gate (a named
 * pipe), the stage's pid, the agent's folder, the agent's command line.
 */
export const PANE_SCRIPT = `gate=$1 owner=$2
cd "$3" || exit
shift 3
# Not to the screen: a shell with job control says "Killed" there.
exec 3>&2 2>/dev/null
# With it, each command is the terminal's foreground process group, as in a person's shell.
set -m
while :; do
  # A subshell, because dash redirects its own output too until the command has ended.
  (exec "$@" 2>&3 3>&-)
  kill -0 "$owner" || exit
  [ -p "$gate" ] || mkfifo "$gate"
  # Opening waits for the stage, which opens the other end to have the agent started again.
  read -r _ <"$gate"
done
`;

/** Lets the shell behind this gate start its agent again. */
export async function openGate(path: string, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(5)) {
    try {
      // Without O_NONBLOCK the call would wait for the shell, and take one of Node's four threads.
      const gate = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return await gate.close();
    } catch (error) {
      // Not made yet, or nobody waits behind it yet: the shell has still to see its agent's end.
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENXIO") || Date.now() > deadline) throw error;
    }
  }
}

/** Writes to a terminal that is not ours. */
export async function writeToTty(tty: string, text: string): Promise<void> {
  // O_NOCTTY: a stage without a terminal of its own must not get this one.
  const file = await open(tty, constants.O_WRONLY | constants.O_NOCTTY);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
