import { describe, expect, it } from "vitest";
import { createFolderSource } from "../../src/pipeline/folder-source.ts";
import { createHealth } from "../../src/pipeline/health.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { StateFile, StateScan, StateScanInput } from "../../src/workers/state-folder.ts";

const name = (at: number): string => `codex-${at}.json`;
const fileOf = (at: number, size = 1): StateFile<"marker"> => ({
  name: name(at),
  mtimeMs: 1,
  size,
  value: null,
});

/** Folders that hold what the test says, and what was asked of each. */
function folders(canWatch = true) {
  const files = new Map<string, Map<string, StateFile>>();
  const asked: StateScanInput[] = [];
  const watched = new Set<string>();
  const heard: string[] = [];
  let mtimeMs = 1;
  let identity = "1";
  const scanState = (input: StateScanInput): StateScan => {
    asked.push(input);
    const all = files.get(input.folder);
    if (!all) return { changed: [], gone: [...(input.names ?? [])], identity: null, mtimeMs: 0 };
    const changed = input.known.flatMap((known) => {
      const now = all.get(known.name);
      return now && now.size !== known.size ? [now] : [];
    });
    const fresh = input.names === null ? [] : [...all.values()];
    changed.push(...fresh.filter((file) => !input.names!.includes(file.name)));
    const gone = (input.names ?? []).filter((file) => !all.has(file));
    return { changed, gone, identity, mtimeMs };
  };
  const source = createFolderSource(
    "marker",
    "markers",
    {
      pool: {
        run: async (_task: string, input: StateScanInput) => scanState(input),
      } as never as Pick<Pool, "run">,
      lane: (_part, work) => work(),
      health: createHealth(),
      now: () => 0,
      watch(folder) {
        if (!canWatch) return null;
        watched.add(folder);
        return { close: () => void watched.delete(folder) };
      },
      onError: (error) => expect.unreachable(String(error)),
    },
    (_folder, changed) => void heard.push(...changed.map(([file]) => file)),
  );
  return {
    source,
    asked,
    watched,
    heard,
    put(folder: string, ...all: StateFile[]) {
      const known = files.get(folder) ?? new Map<string, StateFile>();
      if (all.some((file) => !known.has(file.name))) mtimeMs++;
      for (const file of all) known.set(file.name, file);
      files.set(folder, known);
    },
    /** Deletes all, and makes the folders anew. */
    renew() {
      identity += "0";
      watched.clear();
    },
    async scan(times = 1) {
      for (let at = 0; at < times; at++) await source.scan();
    },
  };
}

describe("a folder that is watched", () => {
  it("is looked at in parts, so that each file is seen in eight scans", async () => {
    const f = folders();
    f.put("/m", ...Array.from({ length: 80 }, (_, at) => fileOf(at)));
    f.source.pin("", "/m");
    await f.scan();
    expect(f.heard).toHaveLength(80);
    f.asked.length = 0;
    await f.scan(8);
    const looked = f.asked.flatMap(({ known }) => known.map((one) => one.name));
    expect(new Set(looked).size).toBe(80);
    expect(Math.max(...f.asked.map(({ known }) => known.length))).toBe(10);
    // Its names, which a scan may have missed, once in that time.
    expect(f.asked.filter(({ names }) => names !== null)).toHaveLength(1);

    f.heard.length = 0;
    f.put("/m", fileOf(17, 2));
    await f.scan(8);
    expect(f.heard).toEqual([name(17)]);
  });

  it("has its names read at once when one has come or gone", async () => {
    const f = folders();
    f.put("/m", fileOf(1));
    f.source.pin("", "/m");
    await f.scan(3);
    f.heard.length = 0;
    f.put("/m", fileOf(2));
    await f.scan();
    expect(f.heard).toEqual([name(2)]);
  });
});

it("a folder that was deleted and made anew is watched anew", async () => {
  const f = folders();
  f.put("/m", fileOf(1));
  f.source.pin("", "/m");
  await f.scan(2);
  f.renew();
  await f.scan();
  expect(f.watched).toEqual(new Set(["/m"]));
});

it("a folder that cannot be watched is looked at whole, each time", async () => {
  const f = folders(false);
  f.put("/m", ...Array.from({ length: 20 }, (_, at) => fileOf(at)));
  f.source.pin("", "/m");
  await f.scan();
  f.asked.length = 0;
  await f.scan(3);
  expect(f.asked.map(({ known, names }) => [known.length, names?.length])).toEqual([
    [20, 20],
    [20, 20],
    [20, 20],
  ]);
});

it("a folder that no agent names any more is let go, with what was read there", async () => {
  const f = folders();
  f.put("/a", fileOf(1));
  f.source.follow([{ agent: "codex", path: "/a" }]);
  await f.scan(100);
  expect(f.watched).toEqual(new Set(["/a"]));
  f.source.follow([]);
  f.heard.length = 0;
  await f.scan(31);
  expect([f.watched.size, f.heard]).toEqual([0, [name(1)]]);
  f.asked.length = 0;
  await f.scan(3);
  expect(f.asked).toEqual([]);
});
