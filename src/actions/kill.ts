import { setTimeout as sleep } from "node:timers/promises";
import { registry } from "../agents/_registry.ts";
import type { Agent } from "../agents/define.ts";
import { AppError } from "../core/errors.ts";
import type { Session } from "../core/session.ts";
import type { ProcessRef } from "../core/types.ts";
import type { Discovery } from "../io/host.ts";
import { readLive, signal, type LiveProcess } from "../io/live-process.ts";
import type { Occupant } from "../pipeline/world.ts";

/** The process that somebody named, to be ended. */
export interface Victim extends ProcessRef {
  /** The agent's name for people. */
  title: string;
}

export interface KillPorts {
  live(pid: number): Promise<LiveProcess | null>;
  signal: typeof signal;
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface KillOutcome {
  pid: number;
  /** What it took; null: it had ended by itself. */
  signal: "SIGTERM" | "SIGKILL" | null;
}

/** Agents write their last words down; some clean up what they have started. */
const STEPS = [
  ["SIGTERM", 5000],
  ["SIGKILL", 2000],
] as const;
const LOOK_EVERY_MS = 50;

/** Ends an agent's own process, whatever its pane runs besides. */
export function createKill(
  discovery: Discovery,
  occupantOf: (id: string) => Occupant | undefined,
): (
  session: Pick<Session, "id">,
  how: { force: boolean; isSelf: boolean },
) => Promise<KillOutcome> {
  const live = (pid: number): Promise<LiveProcess | null> => readLive(pid, discovery);
  const ports: KillPorts = { live, signal, now: Date.now, sleep: (ms) => sleep(ms) };
  return async ({ id }, how) => endProcess(toVictim(occupantOf(id), registry, how), ports);
}

/**
 * Whom to end. Pure.
 * @param isSelf the caller runs in this agent's pane, maybe as its child
 * @throws AppError E_GONE, or E_REFUSED: nothing was ended
 */
export function toVictim(
  occupant: Occupant | undefined,
  agents: ReadonlyMap<string, Agent>,
  { force, isSelf }: { force: boolean; isSelf: boolean },
): Victim {
  const agent = agents.get(occupant?.agent ?? "");
  if (!occupant || !agent) {
    const hint = "Run `ccmux list` to see what there is.";
    throw new AppError("E_GONE", "The session has ended.", hint);
  }
  const { id, process, bound, job } = occupant;
  const { pid, startTicks } = process;
  const stops = job && agent.background?.stops(job.name);
  // Pid 0 would mean ourselves, and a pid without its start anybody.
  if (pid <= 1 || startTicks === 0) {
    throw refused(
      `the process of ${id} cannot be seen from here`,
      stops ? `Run \`${stops}\`.` : "End it where it runs.",
    );
  }
  if (force) return { pid, startTicks, title: agent.title };
  if (stops) {
    throw refused(
      `${id} is a background agent, which its keeper may start again`,
      `Run \`${stops}\`, or add --force.`,
    );
  }
  if (bound === "unverified") {
    throw refused(
      `nobody can check that pid ${pid} is ${agent.title}`,
      "Look at it with `ccmux explain <ref>`, then add --force.",
    );
  }
  if (isSelf) throw refused(`${id} is the agent in your own pane`, "Add --force if you mean it.");
  return { pid, startTicks, title: agent.title };
}

/**
 * Ends a process, first kindly, and comes back when it is gone.
 * @throws AppError E_REFUSED: no signal was sent; E_UNPROVEN when it outlives SIGKILL, or nobody can tell
 */
export async function endProcess(victim: Victim, ports: KillPorts): Promise<KillOutcome> {
  const { pid, title } = victim;
  let signal: KillOutcome["signal"] = null;
  for (const [name, graceMs] of STEPS) {
    // Right before each signal: by now the pid may be another's.
    const state = await look(victim, ports);
    if (state === "gone") return { pid, signal };
    if (state === "unseen" && signal === null)
      throw refused(`${title} (pid ${pid}) can't be looked at`, "Run `ccmux doctor`.");
    if (state === "unseen") break;
    const sent = ports.signal(pid, name);
    if (sent === "denied")
      throw refused(`${title} (pid ${pid}) is another user's`, "End it as that user.");
    if (sent === "sent") signal = name;
    for (const until = ports.now() + graceMs; ports.now() < until; await ports.sleep(LOOK_EVERY_MS))
      if ((await look(victim, ports)) === "gone") return { pid, signal };
  }
  throw new AppError(
    "E_UNPROVEN",
    `${title} (pid ${pid}) got ${signal}, and is not known to be gone.`,
    `See what holds it: \`ps -o pid,stat,wchan,args -p ${pid}\`.`,
  );
}

/** A zombie is dead in all but name. `unseen`: there is such a pid, and it can't be told whose. */
async function look(
  { pid, startTicks }: ProcessRef,
  ports: KillPorts,
): Promise<"there" | "gone" | "unseen"> {
  const live = await ports.live(pid);
  if (live === null) return ports.signal(pid, 0) === "gone" ? "gone" : "unseen";
  return live.startTicks === startTicks && live.state !== "Z" ? "there" : "gone";
}

function refused(because: string, hint: string): AppError {
  return new AppError("E_REFUSED", `Nothing was ended: ${because}.`, hint);
}
