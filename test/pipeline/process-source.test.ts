import { describe, expect, it } from "vitest";
import { createProcessSource } from "../../src/pipeline/process-source.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { ProcessInfo, ProcessScan, ScanInput } from "../../src/workers/processes.ts";

const agent = (pid: number, cwd: string | null, startTicks = 100): ProcessInfo => ({
  pid,
  ppid: 1,
  startTicks,
  tty: "pts/1",
  foreground: true,
  stopped: false,
  agent: {
    name: "claude",
    cwd,
    repo: cwd === null ? null : { project: cwd.slice(1), branch: null, worktree: null },
    env: {},
    unverified: null,
  },
  tmuxSockets: null,
});

/** A source whose scans bring what is given, one after the other; `asked` is what they were asked. */
function sourceOf(...scans: (Partial<ProcessScan> | Error)[]) {
  const asked: ScanInput[] = [];
  const run = async (_name: string, input: ScanInput): Promise<ProcessScan> => {
    asked.push(input);
    const scan = scans[asked.length - 1] ?? {};
    if (scan instanceof Error) throw scan;
    return { read: [], gone: [], trouble: null, ...scan };
  };
  return { source: createProcessSource({ run } as unknown as Pick<Pool, "run">, "ps"), asked };
}

describe("the process table", () => {
  it("keeps a folder that could not be told this time, but not that of another process", async () => {
    const { source } = sourceOf(
      { read: [agent(5, "/shop")] },
      { read: [agent(5, null)] },
      { read: [agent(5, "/api")] },
      { read: [agent(5, null, 200)] },
    );
    const cwd = (): string | null | undefined => source.table.get(5)?.agent?.cwd;
    expect([await source.scan(0), cwd()]).toEqual([true, "/shop"]);
    expect([await source.scan(1000), cwd()]).toEqual([false, "/shop"]);
    expect(source.table.get(5)?.agent?.repo?.project).toBe("shop");
    expect([await source.scan(2000), cwd()]).toEqual([true, "/api"]);
    expect([await source.scan(3000), cwd()]).toEqual([true, null]);
  });

  it("lets folders rest that failed, and says so until they can be told again", async () => {
    const { source, asked } = sourceOf({}, { trouble: "lsof hangs" });
    const troubles: (string | null)[] = [];
    for (const now of [0, 1000, 2000, 30_000, 31_000, 32_000]) {
      await source.scan(now);
      troubles.push(source.trouble);
    }
    const hangs = "lsof hangs";
    expect(troubles).toEqual([null, hangs, hangs, hangs, null, null]);
    expect(asked.map(({ folders }) => folders)).toEqual([true, true, false, false, true, true]);
  });

  it("is as it was when a scan fails: that is never no agents", async () => {
    const { source } = sourceOf({ read: [agent(5, "/shop")] }, new Error("ps exited with 1"));
    await source.scan(0);
    await expect(source.scan(1000)).rejects.toThrow("ps exited with 1");
    expect([...source.table.keys()]).toEqual([5]);
  });
});
