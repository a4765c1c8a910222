import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab, type Lab } from "./lab.ts";
import { endOwnProcesses } from "./own-processes.ts";
import { hasPrograms } from "./programs.ts";
import { expectedRows, saidRows, type Row } from "./rows.ts";

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

describe.skipIf(!hasPrograms("ps", "lsof"))("without /proc", { timeout: 60_000 }, () => {
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
});
