import { extname } from "node:path";
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
}

/** The file of this folder itself: `.ts` from source, `.js` from the package. `new URL` is not rewritten by tsc. */
const FILE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url).href;

export async function createPool({
  threads = 2,
  agents = () => "",
}: PoolOptions = {}): Promise<Pool> {
  const piscina = new Piscina({
    filename: FILE,
    minThreads: threads,
    maxThreads: threads,
    // Most tasks wait for a tmux client: a frozen server must not hold up a thread.
    concurrentTasksPerWorker: 8,
    maxQueue: 1024,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Left alone, each thread keeps up to 48 MB of room for young objects.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 6 },
  });
  const run = (name: TaskName, input: unknown): Promise<never> =>
    piscina.run({ name, input, agents: agents() } satisfies Job) as Promise<never>;
  await Promise.all(Array.from({ length: threads }, () => run("warm", undefined)));
  return { run, close: () => piscina.close({ force: true }) };
}
