import module from "node:module";
import { dirname, extname } from "node:path";
import { Piscina } from "piscina";
import type * as tasks from "./tasks.ts";
import type { Job, TaskName } from "./thread.ts";

type Tasks = typeof tasks;

export interface Pool {
  /** Runs a task in a thread. Rejects only on a defect, or when the queue is full. */
  run<N extends TaskName>(
    name: N,
    input: Parameters<Tasks[N]>[0],
  ): Promise<Awaited<ReturnType<Tasks[N]>>>;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** @default 2 */
  threads?: number;
  /** The config's agents as JSON, asked for with each task. @default none */
  agents?: () => string;
  /** A task that takes longer is stuck, and its thread is ended, in milliseconds. @default 20000 */
  limitMs?: number;
}

/** Every client and read of ours has a shorter limit. */
const LIMIT_MS = 20_000;

/** The file of this folder itself: `.ts` from source, `.js` from the package. `new URL` is not rewritten by tsc. */
const FILE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url).href;

export async function createPool({
  threads = 2,
  agents = () => "",
  limitMs = LIMIT_MS,
}: PoolOptions = {}): Promise<Pool> {
  const piscina = new Piscina({
    filename: FILE,
    minThreads: threads,
    maxThreads: threads,
    // Most tasks wait for a tmux client: a frozen server must not hold up a thread.
    concurrentTasksPerWorker: 8,
    maxQueue: 1024,
    idleTimeout: Number.POSITIVE_INFINITY,
    env: threadEnv(),
    // Left alone, each thread keeps up to 48 MB of room for young objects.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 3 },
  });
  const run = async (name: TaskName, input: unknown): Promise<never> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limitMs);
    try {
      // Aborting a task that runs ends its thread: one that never returns would be given others for ever.
      const job: Job = { name, input, agents: agents() };
      return (await piscina.run(job, { signal: late.signal })) as never;
    } catch (error) {
      if (!late.signal.aborted) throw error;
      throw new Error(`${name} took longer than ${limitMs / 1000} s`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  await Promise.all(Array.from({ length: threads }, () => run("warm", undefined)));
  return { run, close: () => piscina.close({ force: true }) };
}

/** A cache of compiled code is this thread's alone, but by the environment: without it each start costs half a second. */
function threadEnv(): Record<string, string | undefined> {
  const cache = module.getCompileCacheDir();
  return { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}
