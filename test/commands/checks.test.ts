import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkVersions } from "../../src/commands/_checks-agents.ts";
import {
  checkFuture,
  checkLeftovers,
  checkPrivate,
  judgeClock,
} from "../../src/commands/_checks-files.ts";
import { checkLocale, checkWatches } from "../../src/commands/_checks-machine.ts";
import { resolvePaths, type Paths } from "../../src/core/paths.ts";
import { scratch } from "../workers/scratch.ts";

const AGENTS = new Map([
  ["claude", { verified: ["2.1.197", "2.1.332"] }],
  ["cursor", { verified: [] }],
]);
const found = (version: string | null, agent = "claude", program: string | null = "/bin/x") => [
  { agent, title: agent === "claude" ? "Claude Code" : "Cursor", program, version },
];

describe("an agent's version", () => {
  it.each([
    [found("2.1.332"), "ok", "Claude Code 2.1.332, checked"],
    [found("2.1.200"), "ok", "between 2.1.197 and 2.1.332"],
    [found("2.2.0"), "warning", "newer than 2.1.332"],
    [found("1.9.9"), "warning", "older than 2.1.197"],
    [found(null), "warning", "does not tell its version"],
    [found("3.0", "cursor"), "warning", "never checked"],
    [found(null, "claude", null), "ok", "none of those we know is on PATH"],
  ])("%j is %s: %s", (installed, state, message) => {
    const [check] = checkVersions(installed, AGENTS);
    expect([check!.state, check!.message]).toEqual([state, expect.stringContaining(message)]);
    expect(check!.hint === null).toBe(state === "ok");
  });
});

describe("FR-024 a locale", () => {
  it.each([
    [{ LANG: "C.UTF-8" }, "ok"],
    [{ LANG: "C", LC_ALL: "de_DE.utf8" }, "ok"],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "C" }, "warning"],
    [{ LANG: "", LC_CTYPE: "" }, "warning"],
    [{}, "warning"],
  ])("%j is %s", (env, state) => {
    expect(checkLocale(env).state).toBe(state);
  });
});

describe("the clock", () => {
  it.each([
    [null, "ok", "no daemon"],
    [{ wall: 5_000_000, steady: 5_000_900 }, "ok", "as it should"],
    [{ wall: 5_000_000, steady: 100_000 }, "warning", "was set forward by 1h"],
    [{ wall: -3_000_000, steady: 600_000 }, "warning", "was set back by 1h"],
  ])("%j is %s: %s", (age, state, message) => {
    const check = judgeClock(age);
    expect([check.state, check.message]).toEqual([state, expect.stringContaining(message)]);
  });
});

function home(): Paths {
  const dir = scratch();
  const paths = resolvePaths({ CCMUX_HOME: dir }, dir);
  for (const folder of [paths.run, paths.state]) mkdirSync(folder);
  return paths;
}

describe("files", () => {
  it("that others can read are named, with what to do", () => {
    const paths = home();
    expect(checkPrivate(paths)).toEqual([]);
    writeFileSync(paths.token, "x", { mode: 0o600 });
    writeFileSync(paths.log, "x", { mode: 0o600 });
    expect(checkPrivate(paths)).toMatchObject([
      { state: "ok", message: "2 of ours, closed to others" },
    ]);
    writeFileSync(paths.database, "x", { mode: 0o644 });
    expect(checkPrivate(paths)).toMatchObject([
      { state: "error", hint: `Run \`chmod 600 ${paths.database}\`.` },
    ]);
  });

  it("of a daemon that was killed are named, of one that runs are not", () => {
    const paths = home();
    expect(checkLeftovers(paths)).toEqual([]);
    writeFileSync(paths.socket, "");
    writeFileSync(paths.lock, JSON.stringify({ pid: 2 ** 22 + 1, startTicks: 1, socket: "x" }));
    expect(checkLeftovers(paths).map(({ state }) => state)).toEqual(["warning", "warning"]);
    writeFileSync(paths.lock, JSON.stringify({ pid: process.pid, startTicks: 0, socket: "x" }));
    expect(checkLeftovers(paths)).toEqual([]);
  });

  it("of the future are named", () => {
    const paths = home();
    const now = Date.now();
    writeFileSync(paths.database, "");
    expect(checkFuture(paths, now)).toEqual([]);
    const ahead = now / 1000 + 7200;
    utimesSync(join(paths.database), ahead, ahead);
    expect(checkFuture(paths, now)).toMatchObject([
      {
        state: "warning",
        message: expect.stringMatching(/was written (?:2h|1h59m) in the future/),
      },
    ]);
  });
});

it("FR-061 says how many watches there may be", () => {
  for (const { message, hint } of checkWatches())
    expect(message + (hint ?? "")).toMatch(
      /inotify has (?:room|no room) ?\(.*\d+ watches\)|sysctl/,
    );
});
