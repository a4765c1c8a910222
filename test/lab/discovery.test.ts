import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionJson, SnapshotJson } from "../../src/core/session.ts";
import { request } from "../../src/io/client.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";
import { endOwnProcesses } from "./own-processes.ts";
import { hasPrograms } from "./programs.ts";
import { expectedRows, saidRows, type Row } from "./rows.ts";
import { wrap } from "./wrapped.ts";

const TYPIST = fileURLToPath(new URL("./typist.mjs", import.meta.url));
const claude = (state: string, publishes = true) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  publishes,
});
/** One screen of each agent: each has a way of its own to be started. */
const each = screens.ids.filter(
  (id, at, ids) => ids.findIndex((one) => one.split("-")[0] === id.split("-")[0]) === at,
);
const cast = [
  ...each.map((id) => ({ screen: screens.get(id) })),
  claude("idle-after-answer"),
  claude("permission-bash"),
];

/** The same stage, seen by another daemon that has no `/proc`. */
function withPs(lab: Lab): Pick<Lab, "cli" | "json" | "sessions"> {
  const home = join(lab.dir, "ps");
  onTestFinished(() => endOwnProcesses(home));
  const env = { CCMUX_HOME: home, CCMUX_DISCOVERY: "ps" };
  return {
    cli: (args, options) => lab.cli(args, { ...options, env }),
    json: (args, options) => lab.json(args, { ...options, env }),
    sessions: async () => (await lab.json<{ sessions: SessionJson[] }>(["list"], { env })).sessions,
  };
}

/** Without what depends on when somebody looked first. */
function lasting(sessions: readonly SessionJson[]): object[] {
  return sessions
    .map((session) => ({
      ...session,
      id: null,
      attention: session.attention && { ...session.attention, since: null, generation: null },
      unread: session.unread?.reason,
      statusSince: null,
      lastActivityAt: null,
      turnStartedAt: null,
      startedAt: Math.floor(Date.parse(session.startedAt) / 1000),
    }))
    .toSorted((a, b) => a.pid - b.pid);
}

describe.skipIf(!hasPrograms("ps", "lsof"))("without /proc", { timeout: 90_000 }, () => {
  it("lists the same rows", async () => {
    const lab = await createLab({ cast });
    const ps = withPs(lab);
    const places = (rows: readonly Row[]): object[] =>
      rows.map(({ status: _status, kind: _kind, source: _source, ...place }) => place);
    const expected = places(expectedRows(lab.stage.expected()));
    expect(places(saidRows(await lab.sessions()))).toEqual(expected);
    expect(places(saidRows(await ps.sessions()))).toEqual(expected);
    // What an agent does may take two looks at its screen.
    await sleep(2000);
    expect(lasting(await ps.sessions())).toEqual(lasting(await lab.sessions()));
  });

  it("gives every session the same id in each scan and after a restart", async () => {
    const lab = await createLab({ cast: cast.slice(0, 3) });
    const ps = withPs(lab);
    const ids = async () => (await ps.sessions()).map(({ id }) => id).toSorted();
    const before = await ids();
    expect(before).toHaveLength(3);
    await sleep(2500);
    expect(await ids()).toEqual(before);
    process.kill((await ps.json<{ pid: number }>(["daemon", "status"])).pid, "SIGKILL");
    expect(await ids()).toEqual(before);
  });

  it("sees agents come and go", async () => {
    const lab = await createLab({ cast: [claude("idle-after-answer")] });
    const ps = withPs(lab);
    const [old] = await ps.sessions();
    const [actor] = lab.stage.actors;
    await lab.stage.restart(actor!);
    await expect
      .poll(async () => (await ps.sessions()).map(({ pid, status }) => [pid, status]), {
        timeout: 8000,
      })
      .toEqual([[actor!.process!.pid, "idle"]]);
    expect((await ps.sessions())[0]!.id).not.toBe(old!.id);
    await lab.stage.end(actor!);
    await expect.poll(() => ps.sessions(), { timeout: 8000 }).toEqual([]);
  });

  it("writes only to the very process that it has found", async () => {
    const lab = await createLab({
      cast: [claude("idle-after-answer")],
      env: { CCMUX_DISCOVERY: "ps" },
    });
    const agent = join(lab.dir, "claude");
    symlinkSync(process.execPath, agent);
    const words = [agent, TYPIST, join(lab.dir, "bytes"), join(lab.dir, "prompts")];
    const pane = await openPane(lab.stage, "sh", "-ic", '"$@"; exec sleep 1000', "sh", ...words);
    const rows = await eventually(
      () => lab.sessions(),
      (seen) => seen.some((row) => row.pane?.id === pane && row.status === "idle"),
    );
    const { id, pid } = rows.find((row) => row.pane?.id === pane)!;
    const sent = await lab.cli(["send", id, "--", "hello there"]);
    expect(sent).toMatchObject({ code: 0 });
    expect(readFileSync(join(lab.dir, "prompts"), "utf8")).toContain("hello there");
    process.kill(pid, "SIGSTOP");
    expect((await lab.cli(["send", id, "--", "not now"])).code).toBe(75);
    process.kill(pid, "SIGCONT");
  });

  it("never takes a ps that fails for no agents", async () => {
    const broken = `/tmp/cm-broken-${process.pid}`;
    onTestFinished(() => rmSync(broken, { force: true }));
    const env = wrap({ ps: `if [ -e ${broken} ]; then echo 'ps: boom' >&2; exit 1; fi` });
    const lab = await createLab({
      cast: [claude("idle-after-answer"), claude("permission-bash")],
      env: { ...env, CCMUX_DISCOVERY: "ps" },
    });
    const list = () => lab.json<SnapshotJson>(["list"]);
    const state = async () => {
      const { sessions, health } = await list();
      return [sessions.length, health.state];
    };
    expect(await state()).toEqual([2, "ok"]);
    writeFileSync(broken, "");
    await expect.poll(state, { timeout: 30_000 }).toEqual([2, "degraded"]);
    expect((await list()).health.reasons[0]).toContain(
      "process discovery: ps exited with 1: ps: boom",
    );

    // A daemon that never saw one says at once that it knows nothing.
    await lab.cli(["daemon", "stop"]);
    expect(await state()).toEqual([0, "degraded"]);
    rmSync(broken);
    await expect.poll(state, { timeout: 30_000 }).toEqual([2, "ok"]);
  });

  it("starts at most two programs more in a steady scan, whatever the number of sessions", async () => {
    const log = `/tmp/cm-started-${process.pid}`;
    onTestFinished(() => rmSync(log, { force: true }));
    const count = (name: string): string => `echo ${name} >>${log}`;
    const env = wrap({ tmux: count("tmux"), ps: count("ps"), lsof: count("lsof") });
    const lab = await createLab({
      cast: Array.from({ length: 40 }, () => claude("idle-after-answer")),
      env: { ...env, CCMUX_DISCOVERY: "ps" },
    });
    expect(await lab.sessions()).toHaveLength(40);
    const scans = async (): Promise<number> => {
      const socket = `${lab.env.CCMUX_HOME}/run/ccmux.sock`;
      const health = JSON.parse(await request(socket, { path: "/v1/health" }));
      return (health as { counters: { scans: number } }).counters.scans;
    };
    await sleep(3000); // Until each pane was captured in a later second than its stamp.
    writeFileSync(log, "");
    const before = await scans();
    await sleep(5000);
    const started = readFileSync(log, "utf8").split("\n");
    // One that runs at either end.
    const most = (await scans()) - before + 1;
    expect(most).toBeGreaterThanOrEqual(3);
    for (const name of ["tmux", "ps", "lsof"]) {
      expect([name, started.filter((one) => one === name).length <= most]).toEqual([name, true]);
    }
    expect(started).toContain("ps");
  });
});
