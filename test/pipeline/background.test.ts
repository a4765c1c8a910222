import { describe, expect, it } from "vitest";
import { jobFile } from "../../src/pipeline/background.ts";
import { bind } from "../../src/pipeline/bind.ts";
import type { Job, Occupant, Published } from "../../src/pipeline/world.ts";
import type { ProcessInfo } from "../../src/workers/processes.ts";
import { testPane } from "./pane.ts";

const host = {
  bootId: "b",
  pidNamespace: "pid:[1]",
  startedAt: (ticks: number) => ticks * 10,
  isStart: (ticks: number, start: number) => ticks === start,
};
const process = (
  pid: number,
  ppid: number,
  tty: string | null,
  agent: Partial<ProcessInfo["agent"]> | null = null,
): ProcessInfo => ({
  pid,
  ppid,
  startTicks: 100 + pid,
  tty,
  foreground: true,
  stopped: false,
  agent: agent && { name: "claude", cwd: "/w", repo: null, env: {}, unverified: null, ...agent },
  tmuxSockets: null,
});
const job = (more: Partial<Job> = {}, state: Partial<Job["state"]> = {}): Job => ({
  agent: "claude",
  name: "4dcf44c8",
  folder: "/home/dev/.claude",
  env: {},
  path: "/home/dev/.claude/jobs/4dcf44c8/state.json",
  mtimeMs: 9000,
  startedAt: 1000,
  repo: null,
  listed: {
    name: "4dcf44c8",
    pid: 50,
    startTicks: 150,
    nativeId: "n-1",
    cwd: "/w/shop",
    version: "2.1.332",
    startedAt: 2000,
  },
  state: {
    status: "working",
    ask: null,
    because: "active",
    background: 0,
    at: 8000,
    createdAt: 1000,
    nativeId: "n-1",
    cwd: "/w/shop",
    title: null,
    lastPrompt: null,
    transcript: null,
    ...state,
  },
  ...more,
});
const word = (pid: number, more: Partial<Published["word"]>): Published => ({
  agent: "claude",
  path: `/c/${pid}.json`,
  mtimeMs: 7000,
  word: {
    pid,
    startTicks: 100 + pid,
    pidNamespace: null,
    nativeId: null,
    cwd: null,
    version: null,
    paneId: null,
    status: "idle",
    ask: null,
    kindIsGuess: false,
    because: "idle",
    background: null,
    at: 7000,
    ...more,
  },
});

function bound(
  processes: readonly ProcessInfo[],
  jobs: readonly Job[],
  published: readonly Published[] = [],
): Occupant[] {
  return bind({
    processes: new Map(processes.map((one) => [one.pid, one])),
    servers: [{ socket: "/s", panes: [testPane({ panePid: 10, tty: "pts/1" })], isHidden: false }],
    published: new Map(published.map((one) => [one.word.pid, one])),
    hookPanes: new Map(),
    jobs,
    before: new Map(),
    isPaneless: () => false,
    relaunches: (agent) => agent === "gemini",
    host,
  });
}

const shell = process(10, 1, "pts/1");
/** Claude in a pane; its supervisor, a terminal's host and the agent in it, all started by it. */
const family = [
  shell,
  process(20, 10, "pts/1", {}),
  process(30, 20, null),
  process(40, 30, null),
  process(50, 40, "pts/9", {}),
];

describe("a background agent", () => {
  it("has no pane, also where its keeper descends from one", () => {
    const [front, behind, ...rest] = bound(family, [job()]);
    expect(front).toMatchObject({ process: { pid: 20 }, bound: "tty" });
    expect(behind).toMatchObject({
      id: expect.stringMatching(/^claude-[a-z2-7]{8}$/),
      process: { pid: 50, startTicks: 150 },
      pane: null,
      bound: "none",
      because: "a background agent, 4dcf44c8, that runs in no pane",
    });
    expect(rest).toEqual([]);
    expect(bound(family, [])).toHaveLength(1);
  });

  it("keeps its id when its keeper starts it anew, and while it has no process", () => {
    const ids = [family, [shell]].map((all) => bound(all, [job()]).at(-1)!.id);
    const anew = job({ listed: { ...job().listed, pid: 60, nativeId: "n-2" } });
    expect(new Set([...ids, bound([shell], [anew])[0]!.id]).size).toBe(1);
    expect(bound([shell], [job({ folder: "/srv/claude" })])[0]!.id).not.toBe(ids[0]);
  });

  it.each([
    ["attached", process(20, 10, "pts/1", { shows: "4dcf44c8" }), []],
    ["moved there", process(20, 10, "pts/1", {}), [word(20, { job: "4dcf44c8" })]],
  ])("is the pane's own row where it is %s", (_how, front, published) => {
    const [one, ...rest] = bound([shell, front], [job()], published);
    expect(one).toMatchObject({ pane: { info: { id: "%0" } }, job: { name: "4dcf44c8" } });
    expect(rest).toEqual([]);
  });

  it.each([
    ["pid", process(50, 10, "pts/1", {}), []],
    ["native id", process(20, 10, "pts/1", {}), [word(20, { nativeId: "n-1" })]],
  ])("gives way to an occupant of the same %s", (_what, front, published) => {
    expect(bound([shell, front], [job()], published)).toMatchObject([{ bound: "tty" }]);
  });

  it("is not what another agent, or one that cannot be checked, claims to show", () => {
    for (const more of [{ name: "codex" }, { unverified: "runs as another user" }]) {
      const front = process(20, 10, "pts/1", { shows: "4dcf44c8", ...more });
      expect(bound([shell, front], [job()])).toHaveLength(2);
    }
  });
});

describe("what it says", () => {
  const asks = { kind: "permission" as const, tool: null, text: null };
  const plan = { kind: "plan" as const, tool: null, text: null };

  it("is its process's word, with what the job asks", () => {
    const waits = word(50, { status: "waiting", ask: asks, because: "waiting" });
    expect(jobFile(job(), waits).word).toMatchObject({
      status: "waiting",
      ask: asks,
      because: "waiting",
      at: 7000,
    });
    const state = { status: "waiting" as const, ask: plan, because: "blocked: approve plan" };
    expect(jobFile(job({}, state), waits).word).toMatchObject({
      status: "waiting",
      ask: plan,
      because: "blocked: approve plan",
    });
    expect(jobFile(job({}, state), word(50, {})).word).toMatchObject({ status: "idle", ask: null });
  });

  it("is the job's where its process has none", () => {
    for (const own of [null, word(50, { status: null })])
      expect(jobFile(job(), own).word).toMatchObject({ status: "working", at: 8000, pid: 50 });
  });

  it("is that it works from the start, before its prompt has reached it", () => {
    const fresh = job({}, { at: 1000 });
    expect(jobFile(fresh, word(50, {})).word.status).toBe("working");
    expect(jobFile(job(), word(50, {})).word.status).toBe("idle");
  });
});
