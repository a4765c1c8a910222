/** A daemon that hears a command and then says nothing: only what must not be done twice is unproven. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { run } from "../lab/run.ts";

const LAUNCHER = new URL("../../bin/ccmux", import.meta.url).pathname;

it.each([
  [["send", "claude", "hello"], 76, 'Whether it did "send" to claude is not known.'],
  [["send", "claude", "hello", "--wait"], 76, 'Whether it did "send" to claude is not known.'],
  [["approve", "claude"], 76, 'Whether it did "approve" to claude is not known.'],
  [["send", "claude", "hello", "--dry-run"], 69, "The daemon ended before it had answered."],
  [["seen", "claude"], 69, "The daemon ended before it had answered."],
  [["list"], 69, "The daemon ended before it had answered."],
])("%j ends with %i", async (args, code, says) => {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  mkdirSync(join(dir, "run"), { mode: 0o700 });
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", (data) => {
      heard.push(data.toString().split(" ", 2).join(" "));
      socket.destroy();
    });
  });
  server.listen(join(dir, "run/ccmux.sock"));
  onTestFinished(() => {
    server.close();
    rmSync(dir, { recursive: true });
  });
  const env = { HOME: dir, PATH: process.env.PATH ?? "", CCMUX_HOME: dir };
  const ended = await run(LAUNCHER, args, { cwd: dir, env });
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(says) });
  expect(heard).toHaveLength(1);
});
