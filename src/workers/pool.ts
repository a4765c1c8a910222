import { extname } from "node:path";
import { Piscina } from "piscina";
import type * as tasks from "./tasks.ts";

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

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
}

/** The file of this folder itself: `.ts` from source, `.js` from the package. `new URL` is not rewritten by tsc. */
const FILE = new URL(`./tasks${extname(import.meta.url)}`, import.meta.url).href;

export async function createPool({ threads = 2 }: PoolOptions = {}): Promise<Pool> {
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
  await Promise.all(
    Array.from({ length: threads }, () => piscina.run(undefined, { name: "warm" })),
  );
  return {
    run: (name, input) => piscina.run(input, { name }),
    close: () => piscina.close({ force: true }),
  };
}
