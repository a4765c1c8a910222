import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchFile } from "../../src/io/watch-file.ts";

/** A folder, a watched path in it, and a check that what is done to it is seen. */
async function watched(path: string) {
  const dir = mkdtempSync(join(tmpdir(), "ccmux-watch-"));
  let count = 0;
  const errors: unknown[] = [];
  const watcher = watchFile(
    join(dir, path),
    () => count++,
    (error) => errors.push(error),
  );
  onTestFinished(async () => {
    await watcher.close();
    rmSync(dir, { recursive: true });
    expect(errors).toEqual([]);
  });
  // It says so when the watch stands.
  await expect.poll(() => count, { timeout: 5000 }).toBe(1);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  const expectSeen = async (what: () => void): Promise<void> => {
    const before = count;
    what();
    await expect.poll(() => count, { timeout: 5000 }).toBeGreaterThan(before);
  };
  return { dir, write, expectSeen };
}

it("sees a file come with its folder, change, be replaced, go and come again", async () => {
  const { dir, write, expectSeen } = await watched("a/b/ccmux.json");
  await expectSeen(() => write("a/b/ccmux.json", "1"));
  await expectSeen(() => write("a/b/ccmux.json", "22"));
  write("a/b/draft", "333");
  await expectSeen(() => renameSync(join(dir, "a/b/draft"), join(dir, "a/b/ccmux.json")));
  await expectSeen(() => write("a/b/ccmux.json", "4444"));
  await expectSeen(() => unlinkSync(join(dir, "a/b/ccmux.json")));
  await expectSeen(() => write("a/b/ccmux.json", "5"));
});

it("sees what a link leads to change, also after it was replaced", async () => {
  const { dir, write, expectSeen } = await watched("ccmux.json");
  write("dotfiles/ccmux.json", "1");
  await expectSeen(() => symlinkSync(join(dir, "dotfiles/ccmux.json"), join(dir, "ccmux.json")));
  await expectSeen(() => write("dotfiles/ccmux.json", "22"));
  write("dotfiles/draft", "333");
  await expectSeen(() => renameSync(join(dir, "dotfiles/draft"), join(dir, "dotfiles/ccmux.json")));
  await expectSeen(() => write("dotfiles/ccmux.json", "4444"));
});
