import fs, {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sweepDrafts, writeAnew, type WritingDisk } from "../../src/io/write-anew.ts";

function place() {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { dir, file: join(dir, "it") };
}

/** A disk that tells its steps, and can fail in one of them. */
function watched(fails?: keyof WritingDisk): { disk: WritingDisk; steps: unknown[][] } {
  const steps: unknown[][] = [];
  const disk = new Proxy(fs, {
    get:
      (all, name: keyof WritingDisk) =>
      (...args: unknown[]) => {
        steps.push([name, ...args]);
        if (name === fails) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        return (all[name] as (...all: unknown[]) => unknown)(...args);
      },
  });
  return { disk, steps };
}

const names = (steps: unknown[][]): unknown[] => steps.map(([name]) => name);
const modeOf = (file: string): string => (statSync(file).mode & 0o7777).toString(8);

it("is closed to others from its beginning, and open to them only when all of it is there", () => {
  const { file } = place();
  const { disk, steps } = watched();
  writeAnew(file, "text", { mode: 0o664, gid: process.getgid!(), disk });
  expect(steps.find(([name]) => name === "openSync")!.slice(2)).toEqual(["wx", 0o600]);
  expect(names(steps)).toEqual([
    "readdirSync",
    "openSync",
    "writeFileSync",
    "fchownSync",
    "fchmodSync",
    "fsyncSync",
    "closeSync",
    "renameSync",
  ]);
  expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["text", "664"]);
  writeAnew(file, "secret");
  expect(modeOf(file)).toBe("600");
});

it("waits for the disk only where that matters", () => {
  const { file } = place();
  const { disk, steps } = watched();
  writeAnew(file, "text", { fsync: false, disk });
  expect(names(steps)).not.toContain("fsyncSync");
});

it("keeps a mode though the group is one that we are not in", () => {
  const { file } = place();
  const { disk } = watched("fchownSync");
  writeAnew(file, "text", { mode: 0o640, gid: 1, disk });
  expect(modeOf(file)).toBe("640");
});

it.each(["openSync", "writeFileSync", "fsyncSync", "renameSync"] as const)(
  "leaves the old one, and nothing beside it, when %s fails",
  (step) => {
    const { dir, file } = place();
    writeFileSync(file, "old");
    expect(() => writeAnew(file, "new", { disk: watched(step).disk })).toThrow("no space");
    expect([readFileSync(file, "utf8"), readdirSync(dir)]).toEqual(["old", ["it"]]);
  },
);

it("takes away drafts of those that were killed, and of nobody else", () => {
  const { dir, file } = place();
  const { pid: ended } = spawnSync("true");
  const others = [".it.ccmux-1", ".it.ccmux-x", ".other.ccmux-2", "it.ccmux-3"];
  for (const name of [`.it.ccmux-${ended}`, ...others]) writeFileSync(join(dir, name), "half");
  sweepDrafts(file);
  expect(readdirSync(dir).toSorted()).toEqual(others.toSorted());
  sweepDrafts(join(dir, "nowhere", "it"));
});

it("writes into no file that somebody has linked its draft to", () => {
  const { dir, file } = place();
  const prey = join(dir, "prey");
  writeFileSync(prey, "mine");
  symlinkSync(prey, join(dir, `.it.ccmux-${process.pid}`));
  writeAnew(file, "text");
  expect([readFileSync(prey, "utf8"), readFileSync(file, "utf8")]).toEqual(["mine", "text"]);
});
