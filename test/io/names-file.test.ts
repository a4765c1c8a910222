import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { keepNames } from "../../src/io/names-file.ts";
import { createStore } from "../../src/pipeline/store.ts";
import type { Session } from "../../src/core/session.ts";
import { countFrom } from "../counter.ts";
import { session } from "../session.ts";

function kept(prepare: (path: string) => void = () => {}) {
  const dir = mkdtempSync(join(tmpdir(), "ccmux-names-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "sessions.tsv");
  prepare(path);
  const store = createStore(countFrom());
  const troubles: string[] = [];
  const names = keepNames(path, store, (reason) => troubles.push(reason));
  onTestFinished(() => names.close());
  return {
    path,
    troubles,
    names,
    set: (...rows: Session[]) => store.apply({ set: rows, remove: [] }, 1),
    remove: (...ids: string[]) => store.apply({ set: [], remove: ids }, 1),
    read: () => readFileSync(path, "utf8"),
    written: () => statSync(path).ino,
  };
}

const row = "claude-aaaaaaaa";

describe("the names file", () => {
  it("is there from the start, for our eyes only, and in place of what a killed daemon left", () => {
    const { path, read } = kept((file) => writeFileSync(file, "1 1\nold\tone\n", { mode: 0o644 }));
    expect(read()).toBe(`${process.pid} 0\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("follows what it shows, at most once in a while, and nothing else", async () => {
    const { set, remove, read, written } = kept();
    set(session(row, { status: "working" }));
    await vi.waitFor(() => expect(read()).toContain(`${row}\tclaude, working`));
    const before = written();
    set(session(row, { status: "working", title: "spins", lastPrompt: "more" }));
    await sleep(300);
    expect(written()).toBe(before);

    for (let at = 0; at < 50; at++) set(session(row, { status: at % 2 ? "idle" : "working" }));
    await vi.waitFor(() => expect(read()).toContain(`${row}\tclaude, idle`));
    remove(row);
    await vi.waitFor(() => expect(read()).toBe(`${process.pid} 0\n`));
  });

  it("is gone at the end, and does not come again", async () => {
    const { set, names, read } = kept();
    set(session(row));
    names.close();
    await sleep(300);
    expect(read).toThrow("ENOENT");
  });

  it("is none where it can't be written, and that is told once", async () => {
    const { set, troubles, path } = kept((file) =>
      mkdirSync(join(file, "in the way"), { recursive: true }),
    );
    set(session(row));
    await sleep(300);
    set(session(row, { status: "working" }));
    await sleep(300);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toContain(path);
  });
});
