import { describe, expect, it } from "vitest";
import { bind } from "../../src/pipeline/bind.ts";
import { refuseWord } from "../../src/pipeline/refuse-word.ts";
import type { Occupant, Published } from "../../src/pipeline/world.ts";
import type { PaneInfo } from "../../src/workers/panes.ts";
import type { ProcessInfo } from "../../src/workers/processes.ts";

const host = {
  bootId: "b",
  pidNamespace: "pid:[1]",
  startedAt: (ticks: number) => ticks * 10,
  isStart: (ticks: number, start: number) => ticks === start,
};

const pane = (id: string, panePid: number, tty: string): PaneInfo => ({
  serverPid: 1,
  id,
  panePid,
  tty,
  activity: 0,
  width: 80,
  height: 24,
  dead: false,
  inMode: false,
  looked: false,
  command: "sh",
  target: "m:0.0",
  title: "",
});
const shell = (pid: number, tty: string | null, ppid = 1): ProcessInfo => ({
  pid,
  ppid,
  startTicks: 100 + pid,
  tty,
  foreground: true,
  stopped: false,
  agent: null,
  tmuxSockets: null,
});
const agent = (pid: number, name: string, tty: string | null, ppid: number): ProcessInfo => ({
  ...shell(pid, tty, ppid),
  agent: { name, cwd: "/w/shop", repo: null, env: {}, unverified: null },
});
const word = (
  pid: number,
  paneId: string | null,
  startTicks: number | null = 100 + pid,
): Published => ({
  agent: "claude",
  path: `/c/${pid}.json`,
  mtimeMs: 5000,
  word: {
    pid,
    startTicks,
    kindIsGuess: false,
    pidNamespace: null,
    nativeId: null,
    cwd: null,
    version: null,
    paneId,
    status: "idle",
    ask: null,
    because: "idle",
    background: null,
    at: 5000,
  },
});

function bound(
  processes: ProcessInfo[],
  panes: PaneInfo[],
  published: Published[] = [],
  before: Occupant[] = [],
  isHidden = false,
  left: readonly string[] = [],
): Occupant[] {
  return bind({
    processes: new Map(processes.map((one) => [one.pid, one])),
    servers: [{ socket: "/s", panes, isHidden }],
    published: new Map(published.map((one) => [one.word.pid, one])),
    hookPanes: new Map(),
    jobs: [],
    before: new Map(before.map((one) => [one.id, one])),
    isPaneless: (id) => left.includes(id),
    relaunches: (agent) => agent === "gemini",
    host,
  });
}

describe("binding", () => {
  it("is by terminal", () => {
    expect(
      bound([shell(10, "pts/1"), agent(11, "codex", "pts/1", 10)], [pane("%0", 10, "pts/1")]),
    ).toMatchObject([
      { agent: "codex", bound: "tty", pane: { info: { id: "%0" }, inFront: true } },
    ]);
  });

  it("is by the published place where the terminal agrees, and says so where it does not", () => {
    const processes = [shell(10, "pts/1"), agent(11, "claude", "pts/1", 10)];
    expect(bound(processes, [pane("%0", 10, "pts/1")], [word(11, "%0")])[0]!.bound).toBe(
      "published",
    );
    const [other] = bound(processes, [pane("%0", 10, "pts/1")], [word(11, "%7")]);
    expect([other!.bound, other!.because]).toEqual([
      "tty",
      expect.stringContaining("names %7, which has another terminal"),
    ]);
  });

  it("leaves an agent its id when it starts itself anew as its own child, and another when somebody else starts it", () => {
    const panes = [pane("%0", 10, "pts/1")];
    const idsOf = (...processes: ProcessInfo[]): string[][] =>
      bound([shell(10, "pts/1"), ...processes], panes).map(({ id, process }) => [
        id,
        String(process.pid),
      ]);
    const launcher = agent(11, "gemini", "pts/1", 10);
    const [[id]] = idsOf(launcher) as [[string]];
    expect(idsOf(launcher, agent(12, "gemini", "pts/1", 11))).toEqual([[id, "12"]]);
    expect(idsOf(launcher, agent(13, "gemini", "pts/1", 11))).toEqual([[id, "13"]]);
    expect(idsOf(agent(13, "gemini", "pts/1", 10))[0]![0]).not.toBe(id);
    const wrapped = [agent(11, "claude", "pts/1", 10), agent(12, "claude", "pts/1", 11)] as const;
    expect(idsOf(...wrapped)[0]![0]).not.toBe(idsOf(wrapped[0])[0]![0]);
  });

  it("is by descent where the agent has a terminal of its own", () => {
    const processes = [shell(10, "pts/1"), shell(12, "pts/1", 10), agent(13, "codex", "pts/9", 12)];
    expect(bound(processes, [pane("%0", 10, "pts/1")])).toMatchObject([
      { bound: "ancestry", pane: { info: { id: "%0" } } },
    ]);
  });

  it("is unverified where the agent cannot be checked, however it is bound, and no word about it counts", () => {
    const anothers = agent(11, "claude", "pts/1", 10);
    anothers.agent!.unverified = "runs as another user (uid 7)";
    const processes = [shell(10, "pts/1"), anothers];
    const [one] = bound(processes, [pane("%0", 10, "pts/1")], [word(11, "%0")]);
    expect(one).toMatchObject({
      bound: "unverified",
      because: expect.stringMatching(/but it runs as another user \(uid 7\): never written to$/),
      pane: { info: { id: "%0" }, inFront: true },
    });
    expect(
      bound([shell(10, "pts/1"), { ...anothers, tty: "pts/9" }], [pane("%0", 10, "pts/1")]),
    ).toMatchObject([
      { bound: "unverified", because: expect.stringContaining("descends from 10") },
    ]);
    expect(refuseWord(word(11, null), anothers, host)).toContain("runs as another user");
  });

  it("by descent is in front only behind an ancestor that is, and behind nobody who is there himself", () => {
    const inner = agent(13, "codex", "pts/9", 12);
    const front = (foreground: boolean, ...more: ProcessInfo[]) =>
      bound(
        [shell(10, "pts/1"), { ...shell(12, "pts/1", 10), foreground }, inner, ...more],
        [pane("%0", 10, "pts/1")],
      ).map((one) => [one.agent, one.pane?.inFront]);
    expect(front(true)).toEqual([["codex", true]]);
    expect(front(false)).toEqual([["codex", false]]);
    expect(front(true, agent(14, "claude", "pts/1", 10))).toEqual([
      ["codex", false],
      ["claude", true],
    ]);
  });

  it("leaves an agent outside of tmux alone", () => {
    expect(bound([agent(11, "claude", "pts/8", 1)], [pane("%0", 10, "pts/1")])).toEqual([]);
  });

  it("takes the process that a state file names for an agent, whatever it is called", () => {
    expect(
      bound(
        [shell(10, "pts/1"), shell(11, "pts/1", 10)],
        [pane("%0", 10, "pts/1")],
        [word(11, "%0")],
      ),
    ).toMatchObject([{ agent: "claude", bound: "published" }]);
  });

  it("keeps the deepest of wrappers that share a name and a terminal", () => {
    const processes = [
      shell(10, "pts/1"),
      agent(11, "codex", "pts/1", 10),
      agent(12, "codex", "pts/1", 11),
    ];
    expect(bound(processes, [pane("%0", 10, "pts/1")]).map(({ process }) => process.pid)).toEqual([
      12,
    ]);
  });

  it("gives a closed pane's terminal to nobody until the panes are listed anew", () => {
    const stale = pane("%0", 10, "pts/1"); // Its process 10 has ended; another server's pane has pts/1 now.
    expect(bound([shell(20, "pts/1"), agent(21, "codex", "pts/1", 20)], [stale])).toEqual([]);
    expect(
      bound([shell(10, "pts/4"), shell(20, "pts/1"), agent(21, "codex", "pts/1", 20)], [stale]),
    ).toEqual([]);
  });

  it("gives a new pane no agent that is left from another session on its terminal", () => {
    const panes = [pane("%0", 10, "pts/1")];
    const [shellOfPane, left] = [shell(10, "pts/1"), agent(21, "codex", "pts/1", 1)];
    const of = (session: number) => [
      { ...shellOfPane, session: 10 },
      { ...left, session },
    ];
    expect(bound(of(20), panes)).toEqual([]);
    expect(bound(of(10), panes)).toMatchObject([{ agent: "codex", bound: "tty" }]);
    expect(bound([{ ...shellOfPane, session: 10 }, left], panes)).toHaveLength(1);
  });

  it("unbinds an agent whose pane is gone, and keeps its row while it lives", () => {
    const processes = [shell(10, "pts/1"), agent(11, "codex", "pts/1", 10)];
    const before = bound(processes, [pane("%0", 10, "pts/1")]);
    expect(bound(processes, [], [], before)).toMatchObject([
      { id: before[0]!.id, pane: null, bound: "none" },
    ]);
    expect(bound([], [], [], before)).toEqual([]);
    // The next daemon knows it by its id, and its word.
    const [, { pid, startTicks }] = processes as [ProcessInfo, ProcessInfo];
    const alone = { ...shell(pid, null), startTicks };
    const said = { ...word(pid, null), agent: "codex" };
    expect(bound([alone], [], [said])).toEqual([]);
    expect(bound([alone], [], [said], [], false, [before[0]!.id])).toMatchObject([
      { id: before[0]!.id, pane: null, bound: "none" },
    ]);
  });

  it("ends in a loop of parents too", () => {
    expect(bound([shell(10, null, 11), { ...agent(11, "codex", "pts/9", 10) }], [])).toEqual([]);
  });
});

describe("a published word is refused", () => {
  const claude = agent(11, "claude", "pts/1", 10);

  it.each([
    ["when its process has ended", word(11, null), undefined, "has ended"],
    ["when the pid is another process by now", word(11, null, 5), claude, "another one by now"],
    [
      "when the pid counts elsewhere",
      { ...word(11, null), word: { ...word(11, null).word, pidNamespace: "pid:[2]" } },
      claude,
      "another namespace",
    ],
    [
      "when the process is another agent",
      word(11, null),
      agent(11, "codex", "pts/1", 10),
      "is codex, not claude",
    ],
    [
      "when it names no start and is older than the process",
      { ...word(11, null, null), mtimeMs: -3000 },
      claude,
      "older than",
    ],
  ])("%s", (_when, file, process, because) => {
    expect(refuseWord(file, process, host)).toContain(because);
  });

  it("or believed by its age, where its start cannot be compared", () => {
    const elsewhere = { ...host, isStart: () => null };
    expect(refuseWord(word(11, null, 5), claude, elsewhere)).toBeNull();
    expect(refuseWord({ ...word(11, null, 5), mtimeMs: -3000 }, claude, elsewhere)).toContain(
      "older than",
    );
  });

  it("and believed otherwise", () => {
    expect(refuseWord(word(11, null), claude, host)).toBeNull();
    expect(refuseWord(word(11, null, null), claude, host)).toBeNull();
  });
});
