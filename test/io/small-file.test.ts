import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readRepo } from "../../src/io/git.ts";
import { readSmallFile } from "../../src/io/small-file.ts";
import { readState, scanState } from "../../src/workers/state-folder.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "small-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it("reads a small file, and nothing that would hold its reader", () => {
  const dir = folder();
  writeFileSync(join(dir, "file"), "héllo");
  writeFileSync(join(dir, "large"), "x".repeat(100));
  mkdirSync(join(dir, "folder"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  symlinkSync("/dev/zero", join(dir, "zero"));
  expect(readSmallFile(join(dir, "file"), 50)).toMatchObject({ text: "héllo", size: 6 });
  for (const name of ["large", "folder", "pipe", "zero", "none"])
    expect(readSmallFile(join(dir, name), 50)).toBeNull();
});

it("a pipe in the place of git's HEAD, or of a state file, stops nothing", () => {
  const dir = folder();
  mkdirSync(join(dir, ".git"));
  execFileSync("mkfifo", [join(dir, ".git/HEAD"), join(dir, "77.json")]);
  expect(readRepo(dir)).toMatchObject({ branch: null });
  expect(
    scanState({ kind: "published", agent: "claude", folder: dir, known: [], names: [] }).changed,
  ).toMatchObject([{ name: "77.json", value: null }]);
});

it("a state file speaks of the process it is named by, and of no time to come", () => {
  const dir = folder();
  const write = (name: string, body: object): void =>
    writeFileSync(join(dir, name), JSON.stringify(body));
  const read = (name: string) =>
    readState({ kind: "published", agent: "claude", folder: dir, name })?.value;
  write("77.json", { pid: 77, status: "busy", statusUpdatedAt: 9_000_000_000_000_000 });
  write("78.json", { pid: 77, status: "idle" });
  expect(read("77.json")).toMatchObject({ pid: 77, status: "working", at: null });
  expect(read("78.json")).toBeNull();
});
