import { describe, expect, it } from "vitest";
import {
  assignHooks,
  assignOne,
  hookOf,
  type Conversation,
} from "../../src/pipeline/assign-hooks.ts";
import { NO_HOOK, type HookState } from "../../src/pipeline/fold-hook.ts";
import type { Hooked } from "../../src/pipeline/marker-source.ts";
import type { Occupant } from "../../src/pipeline/world.ts";

const DAEMON = 900;

const occupant = (pid: number, more: { agent?: string; cwd?: string } = {}): Occupant => {
  const { agent = "codex", cwd = "/shop" } = more;
  return {
    id: `${agent}-${pid}`,
    agent,
    pane: null,
    bound: "tty",
    because: "",
    process: {
      pid,
      ppid: 1,
      startTicks: 0,
      tty: "pts/1",
      foreground: true,
      stopped: false,
      agent: { name: agent, cwd, repo: null, env: {}, unverified: null },
      tmuxSockets: null,
    },
  };
};

const marker = (
  pid: number,
  nativeId: string,
  hook: Partial<HookState> = {},
  more: { at?: number; agent?: string } = {},
): Hooked => {
  const { at = 5000, agent = "codex" } = more;
  const head = { agent, pid, nativeId, paneId: null, tmux: null, tty: null, cwd: "/shop" };
  return {
    path: `/m/${agent}-${nativeId}.json`,
    head: { ...head, transcript: null, event: "Stop" },
    at,
    hook: { ...NO_HOOK, nativeId, cwd: "/shop", status: "idle", at, ...hook },
  };
};

interface World {
  known?: Readonly<Record<string, Conversation>>;
  alive?: readonly number[];
  startedAt?: number;
  many?: boolean;
}

function assign(occupants: readonly Occupant[], hooked: readonly Hooked[], world: World = {}) {
  const { known = {}, alive = [DAEMON], startedAt = 1000, many = false } = world;
  const pids = new Set([...alive, ...occupants.map(({ process }) => process.pid)]);
  const { assigned, refused } = assignHooks({
    occupants,
    hooked,
    isAlive: (pid) => pids.has(pid),
    startedAt: () => startedAt,
    conversationOf: ({ id }) => known[id] ?? null,
    holdsMany: () => many,
  });
  const said = [...assigned].map(([id, one]) => [id, `${one.hooked.hook.nativeId} by ${one.by}`]);
  return { said: Object.fromEntries(said) as Record<string, string>, assigned, refused };
}

describe("a marker with the pid of an agent", () => {
  it("is that agent's, also where two stand in one directory", () => {
    const { said } = assign([occupant(1), occupant(2)], [marker(2, "s2"), marker(1, "s1")]);
    expect(said).toEqual({ "codex-1": "s1 by marker", "codex-2": "s2 by marker" });
  });

  it("that is older than the process is another one's, which had the pid before", () => {
    const { said, refused } = assign([occupant(1)], [marker(1, "s1", {}, { at: 5000 })], {
      startedAt: 7001,
    });
    expect(said).toEqual({});
    expect(refused.get("codex-1")).toEqual([
      { source: "hook", because: "/m/codex-s1.json: it is older than process 1" },
    ]);
  });

  it("may be a little older by clocks that count in seconds", () => {
    expect(assign([occupant(1)], [marker(1, "s1")], { startedAt: 7000 }).said).toEqual({
      "codex-1": "s1 by marker",
    });
  });

  it("of another kind is refused, and says why", () => {
    const { said, refused } = assign([occupant(1, { agent: "claude" })], [marker(1, "s1")]);
    expect(said).toEqual({});
    expect(refused.get("claude-1")?.[0]?.because).toMatch(/process 1 is claude, not codex$/);
  });

  it("that has ended is nobody's, even where only one could be meant", () => {
    expect(assign([occupant(1)], [marker(7, "s1")]).said).toEqual({});
  });
});

describe("the freshest conversation of a process", () => {
  it("counts: after a clear the new one (FR-018)", () => {
    const two = [marker(1, "s2", {}, { at: 6000 }), marker(1, "s1", { ended: true }, { at: 6001 })];
    expect(assign([occupant(1)], two).said).toEqual({ "codex-1": "s2 by marker" });
  });

  it("is the last one still when that ends, not one that was left before without a word", () => {
    const two = [marker(1, "s1", {}, { at: 2000 }), marker(1, "s2", { ended: true }, { at: 9000 })];
    expect(assign([occupant(1)], two).said).toEqual({ "codex-1": "s2 by marker" });
    expect(assign([occupant(1)], two, { many: true }).said).toEqual({ "codex-1": "s1 by marker" });
  });

  it("is an ended one only where there is no other", () => {
    expect(assign([occupant(1)], [marker(1, "s1", { ended: true })]).said).toEqual({
      "codex-1": "s1 by marker",
    });
  });

  it("is the one that the agent publishes, whatever an older one says late", () => {
    const two = [marker(1, "s2", {}, { at: 5000 }), marker(1, "s1", {}, { at: 6000 })];
    const known = { "codex-1": { nativeId: "s2", by: "published" } } as const;
    expect(assign([occupant(1)], two, { known }).said).toEqual({ "codex-1": "s2 by marker" });
    const log = { "codex-1": { nativeId: "s1", by: "log" } } as const;
    const turned = [marker(1, "s2", {}, { at: 7000 }), marker(1, "s1", {}, { at: 6000 })];
    expect(assign([occupant(1)], turned, { known: log }).said).toEqual({
      "codex-1": "s2 by marker",
    });
  });
});

describe("a marker of a process that is no session", () => {
  it("is the only one's in its directory", () => {
    const others = [occupant(2, { cwd: "/api" }), occupant(3, { agent: "claude" })];
    expect(assign([occupant(1), ...others], [marker(DAEMON, "s1")]).said).toEqual({
      "codex-1": "s1 by native",
    });
  });

  it("is nobody's where two could be meant", () => {
    expect(assign([occupant(1), occupant(2)], [marker(DAEMON, "s1")]).said).toEqual({});
  });

  it("is its that holds the conversation, where two could be meant", () => {
    const known = { "codex-2": { nativeId: "s1", by: "hook" } } as const;
    expect(assign([occupant(1), occupant(2)], [marker(DAEMON, "s1")], { known }).said).toEqual({
      "codex-2": "s1 by native",
    });
  });

  it.each(["published", "log"] as const)("is not its that holds another one, as %s says", (by) => {
    const known = { "codex-1": { nativeId: "s9", by } };
    expect(assign([occupant(1)], [marker(DAEMON, "s1")], { known }).said).toEqual({});
  });

  it("follows its agent to the next conversation, which only hooks tell of", () => {
    const known = { "codex-1": { nativeId: "s1", by: "hook" } } as const;
    const two = [marker(DAEMON, "s1"), marker(DAEMON, "s2", {}, { at: 8000 })];
    expect(assign([occupant(1)], two, { known }).said).toEqual({ "codex-1": "s2 by native" });
  });

  it("that ended before the agent began is not its", () => {
    expect(assign([occupant(1)], [marker(DAEMON, "s1")], { startedAt: 9000 }).said).toEqual({});
  });
});

describe("several conversations of one process", () => {
  const main = marker(1, "main", { lastPrompt: "go" }, { at: 6000 });
  const child = marker(1, "child", { status: "waiting", parent: "main", at: 5500 }, { at: 5500 });
  const shown = (...hooked: Hooked[]) => {
    const one = assign([occupant(1)], hooked, { many: true }).assigned.get("codex-1")!;
    const { nativeId, status, lastPrompt } = hookOf(one);
    return { nativeId, status, lastPrompt };
  };

  it("wait where one of them waits, and are still those of the person's own one", () => {
    expect(shown(main, child)).toEqual({ nativeId: "main", status: "waiting", lastPrompt: "go" });
    const fresh = { ...child, at: 9000 };
    expect(shown(fresh, main)).toEqual({ nativeId: "main", status: "waiting", lastPrompt: "go" });
  });

  it("work where one of them works", () => {
    const works = marker(1, "child", { status: "working", parent: "main" }, { at: 5500 });
    expect(shown(main, works).status).toBe("working");
    expect(shown(main, { ...works, hook: { ...works.hook, ended: true } }).status).toBe("idle");
  });

  it("speak one after the other where a process holds one at a time", () => {
    const waits = marker(1, "old", { status: "waiting" }, { at: 5000 });
    const one = assign([occupant(1)], [waits, main]).assigned.get("codex-1")!;
    expect(hookOf(one).status).toBe("idle");
  });
});

it("does not depend on the order of markers", () => {
  const all = [
    marker(1, "a"),
    marker(1, "b", {}, { at: 7000 }),
    marker(DAEMON, "c", {}, { at: 6000 }),
  ];
  for (const order of [all, all.toReversed(), [all[1]!, all[2]!, all[0]!]])
    expect(assign([occupant(1)], order).said).toEqual({ "codex-1": "b by marker" });
});

describe("a marker that was written anew", () => {
  const input = (occupants: readonly Occupant[], hooked: readonly Hooked[]) => ({
    occupants,
    hooked,
    isAlive: () => true,
    startedAt: () => 1000,
    conversationOf: () => null,
    holdsMany: () => false,
  });

  it("changes its occupant alone, as if all had been assigned anew", () => {
    const occupants = Array.from({ length: 5 }, (_, at) => occupant(10 + at));
    const hooked = occupants.map(({ process }) => marker(process.pid, `s${process.pid}`));
    // One of them resumed another conversation before.
    hooked.push(marker(11, "s-old", { status: "waiting" }, { at: 4000 }));
    const before = assignHooks(input(occupants, hooked));
    const anew = marker(11, "s11", { status: "working" }, { at: 9000 });
    const after = hooked.map((one) => (one.path === anew.path ? anew : one));
    const all = assignHooks(input(occupants, after));
    const one = assignOne(before, anew, occupants[1]!, input(occupants, after))!;
    expect(one.assigned).toEqual(all.assigned.get("codex-11"));
    expect(one.list).toEqual(all.candidates.get("codex-11"));
    expect(hookOf(one.assigned).status).toBe("working");
  });

  it("is not enough where it is new, another's, or older than what was known", () => {
    const [own, other] = [occupant(10), occupant(11)];
    const before = assignHooks(input([own, other], [marker(10, "s")]));
    const again = (hooked: Hooked, one = own) => assignOne(before, hooked, one, input([own], []));
    expect(again(marker(10, "s", {}, { at: 6000 }))).not.toBeNull();
    expect(again(marker(10, "new"))).toBeNull();
    expect(again(marker(11, "s"), other)).toBeNull();
    expect(again(marker(DAEMON, "s"))).toBeNull();
    expect(again(marker(10, "s", {}, { at: 100 }))).toBeNull();
  });
});
