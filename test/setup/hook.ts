import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

export const SCRIPT = resolve(import.meta.dirname, "../../src/setup/hooks/ccmux-hook.sh");

/** What may be `/bin/sh` somewhere; those that are here. */
export const SHELLS = [
  ["sh"],
  ["dash"],
  ["bash", "--posix"],
  ["zsh", "--emulate", "sh"],
  ["busybox", "sh"],
  ["mksh"],
].filter(([shell]) => spawnSync("/bin/sh", ["-c", `command -v ${shell}`]).status === 0);

/** An empty home of ccmux's, with a folder for markers; goes with the test. */
export function makeHome(): { home: string; markers: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cm-hook-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const markers = join(home, "session-pids");
  mkdirSync(markers);
  return { home, markers };
}

/** The only marker of a folder, with nothing else beside it. */
export function readMarker(folder: string) {
  const names = readdirSync(folder);
  if (names.length !== 1) throw new Error(`one marker was expected: ${names.join(" ") || "none"}`);
  const bytes = readFileSync(join(folder, names[0]!));
  const end = bytes.indexOf("\n");
  return {
    name: names[0]!,
    head: JSON.parse(bytes.toString("utf8", 0, end)) as Record<string, unknown>,
    payload: bytes.subarray(end + 1),
  };
}
