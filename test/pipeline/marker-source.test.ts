import { describe, expect, it } from "vitest";
import { SILENT, type HookWord } from "../../src/agents/_hook.ts";
import { createHealth } from "../../src/pipeline/health.ts";
import { createMarkerSource } from "../../src/pipeline/marker-source.ts";
import type { Marker } from "../../src/workers/markers.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { StateFile } from "../../src/workers/state-folder.ts";

const NAME = "claude-s1.json";
const PATH = `/m/${NAME}`;

const file = (
  mtimeMs: number,
  word: Partial<HookWord> | null,
  more: Partial<Marker["head"]> = {},
): StateFile<"marker"> => {
  const head = {
    agent: "claude",
    pid: 42,
    nativeId: "s1",
    paneId: null,
    tmux: null,
    tty: null,
    cwd: null,
  };
  return {
    name: NAME,
    mtimeMs,
    size: mtimeMs,
    value: {
      head: { ...head, transcript: null, event: "E", ...more },
      word: word && { ...SILENT, ...word },
    },
  };
};
const GONE = { name: NAME, mtimeMs: -1, size: -1, value: null };

/** Reads and scans are answered when the test says so, in its order. */
function markers() {
  const asked: { name: string; answer(value: unknown): Promise<void> }[] = [];
  const changed: string[] = [];
  const watched: { onName: ((name: string) => void) | null; opened: number; closed: number } = {
    onName: null,
    opened: 0,
    closed: 0,
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const run = (name: string): Promise<unknown> =>
    new Promise((resolve) =>
      asked.push({
        name,
        async answer(value) {
          resolve(value);
          await settle();
        },
      }),
    );
  const source = createMarkerSource({
    pool: { run } as unknown as Pick<Pool, "run">,
    lane: (_part, work) => work(),
    health: createHealth(),
    now: Date.now,
    isAlive: () => true,
    watch(_folder, _kind, onName) {
      watched.onName = onName;
      watched.opened += 1;
      return { close: () => void (watched.closed += 1) };
    },
    onChange: (all) => void changed.push(...all.map(({ path, hook }) => `${path} ${hook.status}`)),
    onError: (error) => expect.unreachable(String(error)),
  });
  source.pin("/m");
  const scanned = (files: readonly StateFile[] = [], more: object = {}) => ({
    changed: files,
    gone: [],
    identity: "1",
    ...more,
  });
  return {
    source,
    asked,
    changed,
    watched,
    settle,
    scanned,
    /** Answers the scan that runs since `follow`. */
    begin: (...files: StateFile[]) => asked.shift()!.answer(scanned(files)),
    async event() {
      watched.onName!(NAME);
      await settle();
      return asked.shift()!;
    },
    async scan() {
      void source.scan();
      await settle();
      return asked.shift()!;
    },
    get hook() {
      return source.hooked.get(PATH)?.hook ?? null;
    },
  };
}

const working = { status: "working" } as const;
const waiting = {
  status: "waiting",
  ask: { kind: "permission", tool: "Bash", text: "make" },
} as const;

describe("markers", () => {
  it("are folded event by event, by the moment at which they were written", async () => {
    const m = markers();
    await m.begin(file(1000, { ...working, lastPrompt: "go" }));
    await (await m.event()).answer([file(2000, waiting)]);
    expect(m.hook).toMatchObject({ status: "waiting", at: 2000, lastPrompt: "go", nativeId: "s1" });
    expect(m.changed).toEqual([`${PATH} working`, `${PATH} waiting`]);
  });

  it("begin anew with another process that has the same conversation", async () => {
    const m = markers();
    await m.begin(file(1000, { ...working, lastPrompt: "go", background: 2 }));
    await (await m.event()).answer([file(2000, { status: "idle" }, { pid: 43 })]);
    expect(m.hook).toMatchObject({ status: "idle", lastPrompt: null, background: null });
  });

  it("say who and where by their head, though the event says nothing", async () => {
    const m = markers();
    await m.begin(file(1000, null, { cwd: "/shop", transcript: "/l.jsonl" }));
    expect(m.hook).toMatchObject({
      nativeId: "s1",
      cwd: "/shop",
      transcript: "/l.jsonl",
      status: null,
    });
  });

  it("that are gone, or are none any more, are told of and forgotten", async () => {
    for (const last of [GONE, { ...file(2000, null), value: null }]) {
      const m = markers();
      await m.begin(file(1000, working));
      await (await m.event()).answer([last]);
      expect([m.hook, m.changed.length]).toEqual([null, 2]);
    }
  });
});

describe("reads that overtake each other", () => {
  it("a scan that saw the event before says nothing after the later one was read", async () => {
    const m = markers();
    await m.begin(file(1000, working));
    const slow = await m.scan();
    await (await m.event()).answer([file(3000, waiting)]);
    await slow.answer(m.scanned([file(2000, { status: "idle" })]));
    expect(m.hook).toMatchObject({ status: "waiting", at: 3000 });
  });

  it("nor does a scan that saw nothing yet", async () => {
    const m = markers();
    await m.begin(file(1000, working));
    const slow = await m.scan();
    await (await m.event()).answer([file(3000, waiting)]);
    await slow.answer(m.scanned([], { gone: [NAME] }));
    expect(m.hook).toMatchObject({ status: "waiting" });
  });

  it("nor does one read overtake another: what changes meanwhile is read with the next", async () => {
    const m = markers();
    await m.begin(file(1000, working));
    const first = await m.event();
    for (let more = 0; more < 10_000; more++) m.watched.onName!(NAME);
    expect(m.asked).toHaveLength(0);
    await first.answer([file(2000, { status: "idle" })]);
    expect(m.asked).toHaveLength(1);
    await m.asked.shift()!.answer([file(3000, waiting)]);
    expect(m.hook).toMatchObject({ status: "waiting", at: 3000 });
    expect(m.changed).toHaveLength(3);
  });

  it("but a file with an older date, put there by hand, counts", async () => {
    const m = markers();
    await m.begin(file(3000, working));
    await (await m.event()).answer([file(1000, { status: "idle" })]);
    expect(m.hook).toMatchObject({ status: "idle" });
  });
});

describe("the folder of markers", () => {
  it("is watched once it is there, and again when another one has its name", async () => {
    const m = markers();
    await m.asked.shift()!.answer(m.scanned([], { identity: null }));
    expect(m.watched.opened).toBe(0);
    await (await m.scan()).answer(m.scanned([], { identity: "1" }));
    await (await m.scan()).answer(m.scanned([], { identity: "1" }));
    expect([m.watched.opened, m.watched.closed]).toEqual([1, 0]);
    await (await m.scan()).answer(m.scanned([], { identity: "2" }));
    expect([m.watched.opened, m.watched.closed]).toEqual([2, 1]);
    m.source.close();
    expect(m.watched.closed).toBe(2);
  });
});
