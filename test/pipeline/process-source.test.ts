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
  const panes = new Set(Array.from({ length: 100 }, (_, at) => `pts/${at}`));
  const pool = { run } as unknown as Pick<Pool, "run">;
  return { source: createProcessSource(pool, "ps", () => panes), asked, panes };
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

  it("glances at all in twenty scans, reads each agent once a minute, and sooner where something is drawn", async () => {
    const shells = Array.from({ length: 100 }, (_, at) => ({
      ...agent(1000 + at, null),
      agent: null,
      mark: "m",
    }));
    const agents = Array.from({ length: 60 }, (_, at) => ({
      ...agent(2000 + at, "/shop"),
      tty: `pts/${at}`,
      mark: "m",
    }));
    const { source, asked } = sourceOf({ read: [...shells, ...agents] });
    await source.scan(0);
    // They are young at first, and read more often.
    await source.scan(6000);
    asked.length = 0;
    for (let scan = 0; scan < 60; scan++) await source.scan(10_000 + scan * 1000);
    const seen = asked
      .slice(0, 20)
      .flatMap(({ glance, verify }) => [...glance.map(({ pid }) => pid), ...verify]);
    expect(new Set(seen).size).toBe(160);
    const verified = asked.flatMap(({ verify }) => verify);
    expect(verified.toSorted((a, b) => a - b)).toEqual(agents.map(({ pid }) => pid));
    expect(Math.max(...asked.map(({ glance }) => glance.length))).toBeLessThanOrEqual(9);

    asked.length = 0;
    for (let scan = 0; scan < 30; scan++) {
      source.stir("pts/7");
      await source.scan(100_000 + scan * 1000);
    }
    const stirred = asked.flatMap(({ verify }) => verify).filter((pid) => pid === 2007);
    expect(stirred.length).toBeGreaterThanOrEqual(3);
    expect(stirred.length).toBeLessThanOrEqual(4);
  });

  it("glances each time at an agent whose pane is gone: it may be a zombie that nobody waits for", async () => {
    const { source, asked, panes } = sourceOf({ read: [agent(5, "/a"), agent(6, "/a")] });
    await source.scan(0);
    panes.delete("pts/1");
    asked.length = 0;
    for (let scan = 0; scan < 10; scan++) await source.scan(10_000 + scan * 1000);
    const seen = asked.map(({ glance, verify }) => glance.length + verify.length);
    expect(seen).toEqual(Array.from({ length: 10 }, () => 2));
  });

  it("keeps an agent that is as it was the same object, so that nothing about it is settled anew", async () => {
    const { source } = sourceOf({ read: [agent(5, "/shop")] }, { read: [agent(5, "/shop")] });
    await source.scan(0);
    const before = source.table.get(5);
    expect([await source.scan(1000), source.table.get(5) === before]).toEqual([false, true]);
  });
});
