/** What comes after a daemon: another one, and nothing lost. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { exchange } from "./exchange.ts";
import { createLab, type Lab } from "./lab.ts";
import { ownProcesses } from "./own-processes.ts";
import { expectedRows, saidRows } from "./rows.ts";

const cast = [
  { screen: screens.get("claude-2.1.332/working-thinking"), publishes: true },
  { screen: screens.get("codex-0.171.0/idle-after-answer") },
];
const LONG = 120_000;

/** The first list may be early on a machine that does much else. */
const settled = (lab: Lab): Promise<SessionJson[]> =>
  eventually(
    () => lab.sessions(),
    (rows) => JSON.stringify(saidRows(rows)) === JSON.stringify(expectedRows(lab.stage.expected())),
    30_000,
  );

it(
  "FR-063 a start that fails says why at once, and what keeps failing is left alone for a while",
  async () => {
    const lab = await createLab();
    await lab.startDaemon();
    await lab.cli(["daemon", "stop"]);
    const db = new DatabaseSync(`${lab.env.CCMUX_HOME}/state/state.db`);
    db.exec("PRAGMA user_version = 999");
    db.close();
    for (let start = 0; start < 3; start++) {
      const { code, stderr } = await lab.cli(["list"]);
      expect([code, stderr]).toEqual([
        69,
        expect.stringMatching(/ended as soon as it was started: .*schema 999/),
      ]);
    }
    const rests = await lab.cli(["list"]);
    expect([rests.code, rests.stderr]).toEqual([
      69,
      expect.stringMatching(/ended by itself 3 times lately: none is started for \d+ s/),
    ]);
    // Who asks for it by name gets it, or the reason.
    expect((await lab.cli(["daemon", "start"])).stderr).toContain("schema 999");
    rmSync(`${lab.env.CCMUX_HOME}/state/state.db`);
    expect(await lab.startDaemon()).toBeGreaterThan(0);
  },
  LONG,
);

it(
  "FR-064 one slow probe is not death: a stopped daemon that goes on is the same",
  async () => {
    const lab = await createLab({ cast });
    const pid = await lab.startDaemon();
    process.kill(pid, "SIGSTOP");
    const listing = lab.cli(["list"], { timeoutMs: LONG });
    await sleep(3000);
    process.kill(pid, "SIGCONT");
    expect((await listing).code).toBe(0);
    expect(await lab.daemonPid()).toBe(pid);
  },
  LONG,
);

it(
  "FR-065 a restart of the service, and an end of its whole group, leaves tmux and its agents alone",
  async () => {
    const lab = await createLab({ cast });
    const first = await lab.startDaemon();
    await lab.json(["daemon", "restart"]);
    const second = (await lab.daemonPid())!;
    expect(second).not.toBe(first);
    // As a supervisor does that ends a group; the daemon leads one of its own.
    process.kill(-second, "SIGKILL");
    expect(lab.stage.expected()).toHaveLength(cast.length);
    expect(saidRows(await settled(lab))).toEqual(expectedRows(lab.stage.expected()));
  },
  LONG,
);

it(
  "FR-074 sleep and wake: no row is lost, nothing has ended, waits are still pending",
  async () => {
    const lab = await createLab({ cast });
    const ids = (await settled(lab)).map(({ id }) => id);
    const waiting = lab.cli(["wait", "claude", "--timeout", "60"], { timeoutMs: LONG });
    await sleep(1000);
    const pids = [(await lab.daemonPid())!, lab.stage.actors[0]!.pane!.server.pid];
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await sleep(12_000);
    for (const pid of pids) process.kill(pid, "SIGCONT");
    const { sessions } = await lab.json<{ sessions: { id: string; unread: unknown }[] }>(["list"]);
    expect(sessions.map(({ id }) => id)).toEqual(ids);
    expect(sessions.map(({ unread }) => unread)).toEqual(ids.map(() => null));
    await lab.stage.show(lab.stage.actors[0]!, screens.get("claude-2.1.332/idle-after-answer"));
    expect((await waiting).code).toBe(0);
  },
  LONG,
);

it(
  "a daemon whose folder is taken away ends, and the next one serves",
  async () => {
    const lab = await createLab({ cast });
    const pid = await lab.startDaemon();
    renameSync(`${lab.env.CCMUX_HOME}/state`, `${lab.env.CCMUX_HOME}/state-of-before`);
    expect(
      await eventually(
        async () => ownProcesses(lab.env.CCMUX_HOME!),
        (pids) => !pids.includes(pid),
        15_000,
      ),
    ).not.toContain(pid);
    expect(saidRows(await settled(lab))).toEqual(expectedRows(lab.stage.expected()));
    expect(ownProcesses(lab.env.CCMUX_HOME!)).toHaveLength(1);
  },
  LONG,
);

it(
  "a token that is rotated shuts out the old one, and cuts off who holds a stream by it",
  async () => {
    const lab = await createLab();
    await lab.startDaemon();
    const port = Number(lab.env.CCMUX_PORT);
    const ask = (token: string, path: string): Promise<{ status: number }> =>
      exchange(
        port,
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
    const old = (await lab.cli(["daemon", "token"])).stdout.trim();
    expect(old).toBe(readFileSync(`${lab.env.CCMUX_HOME}/run/token`, "utf8").trim());
    expect((await ask(old, "/v1/health")).status).toBe(200);
    const stream = ask(old, "/v1/events");
    const fresh = (await lab.cli(["daemon", "token", "--rotate"])).stdout.trim();
    expect(fresh).toMatch(/^[0-9a-f]{64}$/);
    expect((await ask(old, "/v1/health")).status).toBe(401);
    // What is open when the change is noticed is cut off, whoever opened it.
    const answered = await eventually(
      () => ask(fresh, "/v1/health"),
      ({ status }) => status === 200,
    );
    expect(answered.status).toBe(200);
    expect((await stream).status).toBe(200); // And it has ended.
    const log = readFileSync(`${lab.env.CCMUX_HOME}/state/daemon.log`, "utf8");
    for (const token of [old, fresh]) expect(log).not.toContain(token);
  },
  LONG,
);

it(
  "a token that others could have put there is replaced",
  async () => {
    const lab = await createLab();
    await lab.startDaemon();
    await lab.cli(["daemon", "stop"]);
    writeFileSync(`${lab.env.CCMUX_HOME}/run/token`, "guess\n");
    expect((await lab.cli(["daemon", "token"])).stdout.trim()).toMatch(/^[0-9a-f]{64}$/);
  },
  LONG,
);
