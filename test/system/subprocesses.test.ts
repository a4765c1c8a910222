import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLab } from "../lab/lab.ts";
import { recordings as screens } from "../stage/recordings.ts";

const SCANS = 12;

it("FR-071 a steady scan starts less than one process, whatever the number of sessions: seen by strace", async () => {
  execFileSync("strace", ["-V"]); // A missing tool fails here, and is not skipped.
  const screen = screens.get("claude-2.1.332/idle-after-answer");
  const lab = await createLab({
    cast: Array.from({ length: 60 }, () => ({ screen, publishes: true })),
  });
  expect(await lab.sessions()).toHaveLength(60);
  await sleep(3000); // Until each pane was captured in a later second than its stamp.

  const log = `${lab.dir}/strace.log`;
  const strace = spawn("strace", [
    "-f",
    "-qq",
    "-e",
    "trace=execve",
    "-o",
    log,
    "-p",
    String(await lab.daemonPid()),
  ]);
  await sleep(SCANS * 1000);
  strace.kill("SIGINT");
  await once(strace, "exit");

  const started = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => /execve\(.*= 0$/.test(line));
  // A server that has done nothing is asked all the same now and then.
  expect(started.length).toBeGreaterThanOrEqual(1);
  expect(started.length, started.join("\n")).toBeLessThanOrEqual(SCANS / 2);
  for (const line of started) expect(line).toContain('"list-panes"');
}, 60_000);
