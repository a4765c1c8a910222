import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";
import { expectedRows, saidRows } from "./rows.ts";
import { wrap } from "./wrapped.ts";

const claude = (state: string, publishes = true) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  publishes,
});
const codex = (state: string) => ({ screen: screens.get(`codex-0.171.0/${state}`) });
const cast = [
  claude("idle-after-answer"),
  claude("permission-bash", false),
  codex("working-thinking"),
  codex("question"),
];

const idsByPane = (sessions: readonly SessionJson[]) =>
  Object.fromEntries(sessions.map(({ id, pane }) => [pane?.id, id]));

function stateOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]![0]!;
  } catch {
    return "gone";
  }
}

async function startedLab(): Promise<Lab> {
  const lab = await createLab({ cast });
  expect(saidRows(await lab.sessions())).toEqual(expectedRows(lab.stage.expected()));
  return lab;
}

describe("the daemon", () => {
  it("gives every session the same id after kill -9 and a restart, and its counter goes on", async () => {
    const lab = await startedLab();
    const before = await lab.json<{ seq: string }>(["list"]);
    const ids = idsByPane(await lab.sessions());
    process.kill((await lab.daemonPid())!, "SIGKILL");
    expect(idsByPane(await lab.sessions())).toEqual(ids);
    const after = await lab.json<{ seq: string }>(["list"]);
    const [epoch, n] = before.seq.split("-");
    const [epochAfter, nAfter] = after.seq.split("-");
    expect(epochAfter).toBe(epoch);
    expect(Number(nAfter)).toBeGreaterThan(Number(n));
  });

  it("binds nothing old to anything new when the tmux server comes again with the same pane ids", async () => {
    const lab = await startedLab();
    const ids = idsByPane(await lab.sessions());
    await lab.stage.killServer();
    expect(
      await eventually(
        () => lab.sessions(),
        (rows) => rows.length === 0,
      ),
    ).toEqual([]);
    await lab.stage.startServer();
    const expected = lab.stage.expected();
    const rows = await eventually(
      () => lab.sessions(),
      (seen) => JSON.stringify(saidRows(seen)) === JSON.stringify(expectedRows(expected)),
    );
    expect(saidRows(rows)).toEqual(expectedRows(expected));
    expect(Object.keys(idsByPane(rows)).toSorted()).toEqual(Object.keys(ids).toSorted());
    expect(Object.values(idsByPane(rows)).filter((id) => Object.values(ids).includes(id))).toEqual(
      [],
    );
  });

  it("takes an agent restarted in its pane for a new session, and a wait on the old one ends with 1", async () => {
    const lab = await startedLab();
    const [actor] = lab.stage.actors;
    const old = (await lab.sessions()).find(({ pane }) => pane?.id === actor!.pane!.id)!;
    const waiting = lab.cli(["wait", old.id, "--until", "waiting", "--timeout", "20"]);
    await eventually(
      () => lab.json<{ counters: { listeners: number } }>(["daemon", "status"]),
      ({ counters }) => counters.listeners > 0,
    );
    await lab.stage.restart(actor!);
    const { code, stderr } = await waiting;
    expect([code, stderr]).toEqual([1, expect.stringContaining("It ended before that")]);
    const fresh = await eventually(
      () => lab.sessions(),
      (rows) => rows.some(({ pane, id }) => pane?.id === actor!.pane!.id && id !== old.id),
    );
    expect(fresh.find(({ pane }) => pane?.id === actor!.pane!.id)).toMatchObject({
      agent: "claude",
      status: "idle",
    });
    expect((await lab.cli(["wait", old.id])).code).toBe(1);
  });

  it("drops an agent that was killed, though its state file stays", async () => {
    const lab = await startedLab();
    const [actor] = lab.stage.actors;
    await lab.stage.end(actor!, "SIGKILL");
    const rows = await eventually(
      () => lab.sessions(),
      (seen) => seen.length === cast.length - 1,
    );
    expect(rows.map(({ pane }) => pane?.id)).not.toContain(actor!.pane!.id);
  });

  it("stops cleanly: no socket, no lock file, no process, and says so", async () => {
    const lab = await startedLab();
    const pid = await lab.daemonPid();
    const { code, stdout } = await lab.cli(["daemon", "stop"]);
    expect([code, stdout]).toEqual([0, `Stopped the daemon (pid ${pid}).\n`]);
    expect(stateOf(pid!)).toMatch(/^(gone|Z)$/); // Its parent may not have looked yet.
    expect((await lab.cli(["daemon", "status"])).code).toBe(69);
    expect(readFileSync(join(lab.env.CCMUX_HOME!, "state/daemon.log"), "utf8")).toMatch(
      / stopped\n$/,
    );
  });

  it("outlives the pane it was started from, and takes nothing of it along", async () => {
    const lab = await startedLab();
    await lab.cli(["daemon", "stop"]);
    const seen = join(lab.dir, "environment-of-a-client");
    const { PATH } = wrap({ tmux: `env >'${seen}'` });
    const words = Object.entries({ ...lab.env, PATH }).map(([name, value]) => `${name}=${value}`);
    const script = '"$0" list >/dev/null; exec sleep 1000';
    const pane = await openPane(
      lab.stage,
      "env",
      ...words,
      "NODE_OPTIONS=--no-warnings",
      "sh",
      "-c",
      script,
      lab.cliPath,
    );
    const pid = await eventually(
      () => lab.daemonPid(),
      (found) => found !== null,
    );
    await lab.stage.tmux("kill-pane", "-t", pane);
    await sleep(500);
    expect(await lab.daemonPid()).toBe(pid);
    const named = (text: string, pattern: RegExp): string[] =>
      text.split(/[\0\n]/).filter((entry) => pattern.test(entry));
    const own = readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(named(own, /^(TMUX|TMUX_PANE|NODE_OPTIONS)=/)).toEqual([]);
    // What we set for it alone it does not hand on.
    expect(named(own, /^MALLOC_/)).toEqual(["MALLOC_ARENA_MAX=1"]);
    const clients = readFileSync(seen, "utf8");
    expect(named(clients, /^CCMUX_HOME=/)).toHaveLength(1);
    expect(named(clients, /^MALLOC_/)).toEqual([]);
    const [, , , session, tty] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .split(") ")[1]!
      .split(" ");
    expect([Number(session), Number(tty), readlinkSync(`/proc/${pid}/cwd`)]).toEqual([pid, 0, "/"]);
  });
});

describe("the daemon's place", () => {
  const lockOf = (lab: Lab): string => join(lab.env.CCMUX_HOME!, "state/lock");

  it.each([
    [
      "names a process that is gone",
      { pid: 4_190_000, startTicks: 5, socket: "/nowhere", version: "0" },
    ],
    ["names a recycled pid", { pid: process.pid, startTicks: 1, socket: "/nowhere", version: "0" }],
    ["is no JSON", "{"],
  ])("is taken although the lock file %s", async (_what, content) => {
    const lab = await createLab();
    await lab.startDaemon();
    await lab.cli(["daemon", "stop"]);
    writeFileSync(lockOf(lab), typeof content === "string" ? content : JSON.stringify(content));
    expect(await lab.startDaemon()).toBeGreaterThan(0);
  });

  it("stays with a stopped holder, and the error says what to do", async () => {
    const lab = await createLab();
    const pid = await lab.startDaemon();
    process.kill(pid, "SIGSTOP");
    try {
      const { code, stderr } = await lab.cli(["daemon", "start"]);
      expect([code, stderr]).toEqual([69, expect.stringContaining(`kill -CONT ${pid}`)]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(await lab.daemonPid()).toBe(pid);
  });

  it("is one daemon's, however many start at once", async () => {
    const lab = await createLab();
    const pids = await Promise.all(Array.from({ length: 8 }, () => lab.startDaemon()));
    expect(new Set(pids).size).toBe(1);
  });
});
