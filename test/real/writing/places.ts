import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./stage.ts";
import { until } from "./wait.ts";

const GONE_MS = 15_000;

/** Ends the agent by its own command: its shell is in front again. */
export async function leave(stage: Stage, thenMs: number): Promise<void> {
  stage.spoil();
  await stage.say(stage.agent.exit);
  const isShell = async () => (await stage.ask("#{pane_current_command}")) === "bash";
  // Into a menu that is just being drawn, Enter is lost.
  if (!(await until(isShell, GONE_MS))) await stage.keys("Enter");
  if (!(await until(isShell, GONE_MS))) throw new Error(`${stage.agent.exit} did not end it`);
  await sleep(thenMs);
}

/** Stops all of the agent at once: its shell sees that and takes the terminal back. */
export async function stopJob(stage: Stage): Promise<void> {
  await stage.sandbox.run(["kill", "-STOP", "--", `-${await groupInFront(stage)}`]);
}

/** Stops or continues the agent behind the back of the pane's first process: tmux would continue that one. */
export async function signalAgent(stage: Stage, signal: "STOP" | "CONT"): Promise<void> {
  const group = await groupInFront(stage);
  const first = await stage.ask("#{pane_pid}");
  await stage.sandbox.run(["sh", "-c", SIGNAL_GROUP, signal, group, first]);
}

const SIGNAL_GROUP = `
  for stat in /proc/[0-9]*/stat; do
    pid=\${stat#/proc/} pid=\${pid%/stat}
    set -- "$1" "$2" $(sed 's/.*) //' "$stat" 2>/dev/null)
    [ "$5" != "$1" ] || [ "$pid" = "$2" ] || kill "-$0" "$pid"
  done`;

export async function killAgent(stage: Stage): Promise<void> {
  await stage.sandbox.run(["kill", "-KILL", "--", `-${await groupInFront(stage)}`]);
  const isDead = async () => (await stage.ask("#{pane_dead}")) === "1";
  if (!(await until(isDead, GONE_MS))) throw new Error("the pane did not die");
}

/** A shell below the agent; returns its pane. */
export async function split({ sandbox, pane }: Stage): Promise<string> {
  const flags = ["-d", "-P", "-F", "#{pane_id}", "-l", "12", "-t", pane];
  return (await sandbox.tmux("split-window", ...flags, "bash --norc --noprofile")).trim();
}

/** As the kernel has it: `tpgid`, the sixth field behind the name. */
async function groupInFront(stage: Stage): Promise<string> {
  const stat = await stage.sandbox.run(["cat", `/proc/${await stage.ask("#{pane_pid}")}/stat`]);
  return stat.slice(stat.lastIndexOf(")")).split(" ")[6]!;
}

/** The case in a window of its own, without a shell that minds its jobs; the pane stays when the agent died. */
export async function withOwnPane<T>(stage: Stage, run: () => Promise<T>): Promise<T> {
  const { sandbox, pane, id } = stage;
  const open = ["new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "main", "-c"];
  const own = await sandbox.tmux(...open, "/home/dev/project", `${stage.command}; exit`);
  try {
    stage.pane = own.trim();
    await sandbox.tmux("set-option", "-p", "-t", stage.pane, "remain-on-exit", "on");
    await stage.ready();
    return await run();
  } finally {
    await sandbox.tmux("kill-pane", "-t", stage.pane);
    Object.assign(stage, { pane, id });
  }
}
