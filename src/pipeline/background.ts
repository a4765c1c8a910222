import { jobId } from "../core/identity.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { Job, Occupant, Published } from "./world.ts";

export interface JobsInput {
  jobs: readonly Job[];
  /** Whoever is in a pane. Those that show a background agent get it as their job. */
  found: readonly Occupant[];
  processes: ReadonlyMap<number, ProcessInfo>;
  /** Valid words only, by pid. */
  published: ReadonlyMap<number, Published>;
}

/** Background agents that no pane shows. Pure, but for `found`. */
export function bindJobs({ jobs, found, processes, published }: JobsInput): Occupant[] {
  return jobs.flatMap((job) => {
    const { agent, name, listed } = job;
    const same = found.filter((one) => one.agent === agent && one.bound !== "unverified");
    const wordOf = ({ process }: Occupant) => published.get(process.pid)?.word;
    const holders = same.filter(
      (one) => (one.process.agent?.shows ?? wordOf(one)?.job ?? null) === name,
    );
    for (const one of holders) one.job = job;
    const isFound = same.some(
      (one) =>
        one.process.pid === listed.pid ||
        (listed.nativeId !== null && wordOf(one)?.nativeId === listed.nativeId),
    );
    return holders.length > 0 || isFound ? [] : [toOccupant(job, processes.get(listed.pid))];
  });
}

function toOccupant(job: Job, seen: ProcessInfo | undefined): Occupant {
  const { agent, folder, name, listed, env, repo } = job;
  const cwd = job.state.cwd ?? listed.cwd;
  const unseen: ProcessInfo = {
    pid: listed.pid,
    ppid: 0,
    startTicks: 0,
    tty: null,
    foreground: false,
    stopped: false,
    agent: null,
    tmuxSockets: null,
  };
  const facts = { name: agent, cwd, repo, env, unverified: null };
  return {
    id: jobId(agent, folder, name),
    agent,
    process: { ...(seen ?? unseen), agent: seen?.agent ?? facts },
    pane: null,
    bound: "none",
    because: `a background agent, ${name}, that runs in no pane`,
    job,
  };
}

/**
 * What a background agent says: its process's own file says what it does, as of every other; its state says what
 * it asks, and all where there is no such file. Pure.
 * @param own the word of its process, if that is believed
 */
export function jobFile(
  { agent, path, mtimeMs, listed, state }: Job,
  own: Published | null,
): Published {
  // Until its first prompt has reached it, its process says that it is idle.
  const isStarting =
    state.status === "working" && state.at !== null && state.at === state.createdAt;
  const isEarly = isStarting && own?.word.status === "idle";
  const word = own?.word.status && !isEarly ? own.word : null;
  const status = word?.status ?? state.status;
  const ask = status === "waiting" ? (state.ask ?? word?.ask ?? null) : null;
  return {
    agent,
    path,
    mtimeMs: word && own ? own.mtimeMs : mtimeMs,
    word: {
      pid: listed.pid,
      startTicks: listed.startTicks,
      pidNamespace: null,
      nativeId: word?.nativeId ?? state.nativeId ?? listed.nativeId,
      cwd: state.cwd ?? listed.cwd,
      version: listed.version,
      paneId: null,
      status,
      ask,
      kindIsGuess: false,
      because: word && (ask === null || ask !== state.ask) ? word.because : state.because,
      background: word?.background ?? state.background,
      at: word ? word.at : state.at,
    },
  };
}
