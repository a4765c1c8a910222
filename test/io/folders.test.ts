import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolders, makePrivate, tryMakeFolder } from "../../src/io/folders.ts";

it("makes what is missing, closed to others, and says what it made", () => {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [a, b] = [join(dir, "a"), join(dir, "a/b")];
  expect(makeFolders(b)).toEqual([a, b]);
  expect(makeFolders(b)).toEqual([]);
  expect(statSync(b).mode & 0o777).toBe(0o700);
});

it("ends where a folder can't be made, which Node's own way does not", () => {
  expect(() => makePrivate("/proc/nobody/ccmux/state")).toThrow(
    /^\/proc\/nobody\/ccmux\/state can't be made \(E/,
  );
  expect(() => tryMakeFolder("/proc/nobody/ccmux/state")).not.toThrow();
});
