import { expect, it } from "vitest";
import { registry } from "../../src/agents/_registry.ts";
import { createHealth } from "../../src/pipeline/health.ts";
import { NO_LOG, type LogState } from "../../src/pipeline/fold-log.ts";
import type { LogLink } from "../../src/pipeline/link-logs.ts";
import { createLogSource } from "../../src/pipeline/log-source.ts";
import type { Occupant } from "../../src/pipeline/world.ts";
import type { LogFinds } from "../../src/workers/find-logs.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { LogStamp, TailInput, TailResult } from "../../src/workers/tail.ts";

const occupant = (pid: number, cwd = "/shop"): Occupant => ({
  id: `codex-${pid}`,
  agent: "codex",
  pane: null,
  bound: "tty",
  because: "",
  process: {
    pid,
    ppid: 1,
    startTicks: 0,
    tty: null,
    foreground: true,
    stopped: false,
    agent: { name: "codex", cwd, repo: null, env: {}, unverified: null },
    tmuxSockets: null,
  },
});

/** A machine with files that are what the test says they are. */
function machine() {
  const occupants = new Map<string, Occupant>();
  const files = new Map<string, { ino: number; size: number; log: Partial<LogState> }>();
  const named = new Map<string, LogLink>();
  const watched = new Map<string, () => void>();
  const changed: string[] = [];
  const reads: string[] = [];
  const looks: string[] = [];
  let [now, finds]: [number, LogFinds] = [1_000_000, { logs: [], open: [] }];
  let betweenReadAndWatch = (): void => {};

  const tail = ({ path, tail: before }: TailInput): TailResult => {
    reads.push(path);
    const file = files.get(path);
    if (!file) return { state: "gone" };
    const { ino, size, log } = file;
    if (before?.ino === ino && before.size === size) return { state: "same" };
    const stamp = { dev: 1, ino, size, mtimeMs: 1, offset: size, skipping: false };
    return { state: "read", more: false, tail: { ...stamp, log: { ...NO_LOG, ...log } } };
  };
  const changedOf = (stamps: readonly LogStamp[]): number[] =>
    stamps.flatMap(({ path, ino, size }, at) => {
      looks.push(path);
      const file = files.get(path) ?? { ino: -1, size: -1 };
      return file.ino === ino && file.size === size ? [] : [at];
    });
  const run = async (name: string, input: unknown): Promise<unknown> => {
    if (name === "changedLogs") return changedOf(input as LogStamp[]);
    return name === "tailLog" ? tail(input as TailInput) : finds;
  };
  const source = createLogSource({
    agents: registry,
    home: "/home/dev",
    pool: { run } as unknown as Pick<Pool, "run">,
    lane: (_part, work) => work(),
    health: createHealth(),
    watchFile(path, onChange) {
      betweenReadAndWatch();
      if (!files.has(path)) return null;
      watched.set(path, onChange);
      return { close: () => void watched.delete(path) };
    },
    occupants: () => occupants,
    namedLog: ({ id }) => named.get(id) ?? null,
    startedAt: () => 990_000,
    onChange: (ids) => void changed.push(...ids),
    now: () => now,
    onError: (error) => expect.unreachable(String(error)),
  });
  return {
    source,
    occupants,
    files,
    watched,
    changed,
    reads,
    looks,
    enter: (...all: Occupant[]) => all.forEach((one) => occupants.set(one.id, one)),
    name: (id: string, path: string) => named.set(id, { path, nativeId: null, because: "named" }),
    find: (...paths: string[]) =>
      (finds = {
        logs: paths.map((path) => ({
          path,
          nativeId: path,
          bornAt: 995_000,
          ownerPid: null,
          conversation: false,
        })),
        open: [],
      }),
    hold: (pid: number, path: string) => (finds = { ...finds, open: [{ pid, path }] }),
    write: (path: string, size: number, log: Partial<LogState> = {}, ino = 1) =>
      files.set(path, { ino, size, log }),
    onWatch: (act: () => void) => (betweenReadAndWatch = act),
    async scan(afterMs = 1000): Promise<void> {
      now += afterMs;
      source.note(occupants.keys());
      await source.scan();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

const promptOf = ({ source }: ReturnType<typeof machine>, id: string) =>
  source.get(id)?.log.lastPrompt;

it("gives no process the log that another one left (FR-017)", async () => {
  const m = machine();
  m.enter(occupant(1), occupant(2));
  m.find("/b");
  m.hold(2, "/b");
  m.write("/b", 5, { lastPrompt: "b's" });
  await m.scan();
  expect([promptOf(m, "codex-1"), promptOf(m, "codex-2")]).toEqual([undefined, "b's"]);

  // The one that wrote it goes on with another log, and ends; the first one is alone with both.
  m.write("/b2", 5, { lastPrompt: "b's next" });
  m.find("/b", "/b2");
  m.hold(2, "/b2");
  await m.scan(60_000);
  expect(promptOf(m, "codex-2")).toBe("b's next");
  m.occupants.delete("codex-2");
  m.find("/b", "/b2");
  await m.scan(60_000);
  m.find("/b");
  await m.scan(60_000);
  expect(m.source.get("codex-1")).toBeNull();
  expect(m.source.get("codex-2")).toBeNull();

  m.find("/b", "/a");
  m.write("/a", 5, { lastPrompt: "a's" });
  await m.scan(60_000);
  expect(promptOf(m, "codex-1")).toBe("a's");
});

it("reads a hundred logs that are not there yet in turn: none waits for ever", async () => {
  const m = machine();
  for (let pid = 1; pid <= 150; pid += 1) {
    m.enter(occupant(pid));
    m.name(`codex-${pid}`, `/log-${pid}`);
  }
  await m.scan();
  m.write("/log-150", 5, { lastPrompt: "the last" });
  for (let scan = 0; scan < 3; scan += 1) await m.scan();
  expect(promptOf(m, "codex-150")).toBe("the last");
});

it("hears what was written while it began to watch", async () => {
  const m = machine();
  m.enter(occupant(1));
  m.name("codex-1", "/a");
  m.write("/a", 5, { lastPrompt: "first" });
  let once = true;
  m.onWatch(() => {
    if (once) m.write("/a", 9, { lastPrompt: "second" });
    once = false;
  });
  await m.scan();
  expect(promptOf(m, "codex-1")).toBe("second");
});

it("drops what a log said that is gone, tells of it, and reads it when it is back", async () => {
  const m = machine();
  m.enter(occupant(1));
  m.name("codex-1", "/a");
  m.write("/a", 5, { lastPrompt: "go" });
  await m.scan();
  expect(promptOf(m, "codex-1")).toBe("go");
  m.files.delete("/a");
  m.changed.length = 0;
  m.watched.get("/a")!();
  await m.scan();
  expect([m.source.get("codex-1"), m.changed]).toEqual([null, ["codex-1"]]);
  m.write("/a", 7, { lastPrompt: "back" }, 2);
  await m.scan();
  expect(promptOf(m, "codex-1")).toBe("back");
});

it("watches the file that has the name now, after another one took it", async () => {
  const m = machine();
  m.enter(occupant(1));
  m.name("codex-1", "/a");
  m.write("/a", 5);
  await m.scan();
  const first = m.watched.get("/a");
  m.write("/a", 5, { lastPrompt: "other" }, 2);
  await m.scan(11_000);
  expect(promptOf(m, "codex-1")).toBe("other");
  expect(m.watched.get("/a")).not.toBe(first);
});

it("reads a log that is watched only when it has changed, but for a look now and then", async () => {
  const m = machine();
  m.enter(occupant(1));
  m.name("codex-1", "/a");
  m.write("/a", 5);
  await m.scan();
  m.reads.length = 0;
  m.looks.length = 0;
  for (let scan = 0; scan < 9; scan += 1) await m.scan();
  expect(m.looks).toEqual([]);
  await m.scan(2000);
  expect([m.looks, m.reads]).toEqual([["/a"], []]);
  m.write("/a", 6);
  await m.scan(11_000);
  // And once more, as it is watched anew.
  expect(m.reads).toEqual(["/a", "/a"]);
});

it("follows its occupant to another log, and forgets who is gone", async () => {
  const m = machine();
  m.enter(occupant(1));
  m.name("codex-1", "/a");
  m.write("/a", 5, { lastPrompt: "a" });
  m.write("/b", 5, { lastPrompt: "b" });
  await m.scan();
  m.name("codex-1", "/b");
  await m.scan();
  await m.scan();
  expect([promptOf(m, "codex-1"), [...m.watched.keys()]]).toEqual(["b", ["/b"]]);
  m.occupants.clear();
  await m.scan();
  expect([m.source.get("codex-1"), m.watched.size]).toEqual([null, 0]);
});
