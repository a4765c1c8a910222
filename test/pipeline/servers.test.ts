import { describe, expect, it } from "vitest";
import { createHealth } from "../../src/pipeline/health.ts";
import { createLanes } from "../../src/pipeline/lanes.ts";
import { createServers } from "../../src/pipeline/servers.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { PaneInfo, PaneList } from "../../src/workers/panes.ts";
import { listOf, testPane } from "./pane.ts";

const pane = (serverPid: number, command = "sh"): PaneInfo => testPane({ serverPid, command });
const NOBODY: PaneList = { ok: false, reason: "no-server", message: "no server running" };
const FROZEN: PaneList = { ok: false, reason: "timeout", message: "no answer" };

function serversOf(answers: Record<string, PaneList>, fixed: string[] = []) {
  const now = (): number => 0;
  const health = createHealth();
  let moves = 0;
  const onError = (error: unknown): never => {
    throw error;
  };
  const run = async (_name: string, { socket }: { socket: string }) => answers[socket] ?? NOBODY;
  const servers = createServers({
    pool: { run } as unknown as Pick<Pool, "run">,
    health,
    lane: createLanes(health, now, onError),
    now,
    onError,
    sockets: () => fixed,
    isServer: () => false,
    wanted: () => null,
    onMoved: () => void moves++,
    onChanged: () => {},
    onCaptures: () => {},
    onCommand: () => {},
    onDrawn: () => {},
  });
  const scan = async (times: number): Promise<void> => {
    for (let at = 0; at < times; at++) await servers.scan();
  };
  return { servers, health, scan, moves: () => moves };
}

describe("the tmux servers", () => {
  it("are forgotten when nobody is there, unless somebody asked for them to be tracked", async () => {
    const { servers, scan } = serversOf({}, ["/fixed"]);
    await Promise.all([servers.add("/fixed"), servers.add("/caller")]);
    await scan(29);
    expect([...servers.all.keys()]).toEqual(["/fixed", "/caller"]);
    await scan(2);
    expect([...servers.all.keys()]).toEqual(["/fixed"]);
  });

  it("are kept while they run, also one that never answers, and its failures with it", async () => {
    const { servers, health, scan } = serversOf({ "/frozen": FROZEN });
    servers.setRunning(new Set(["/frozen"]));
    await scan(100);
    expect([...servers.all.keys()]).toEqual(["/frozen"]);
    expect(health.state().reasons).toEqual(["tmux server /frozen: no answer"]);
    servers.setRunning(new Set());
    await scan(31);
    expect([...servers.all.keys()]).toEqual([]);
    expect(health.state().state).toBe("ok");
  });

  it("keep their panes while they are frozen", async () => {
    const answers: Record<string, PaneList> = { "/s": listOf(pane(7)) };
    const { servers, scan } = serversOf(answers);
    await servers.add("/s");
    answers["/s"] = FROZEN;
    await scan(40);
    expect(servers.views()).toMatchObject([{ socket: "/s", panes: [{ id: "%0" }] }]);
  });

  it("are hidden when their process cannot be seen; then each command of a pane is news", async () => {
    const answers: Record<string, PaneList> = { "/s": listOf(pane(7)) };
    const { servers, scan, moves } = serversOf(answers);
    await servers.add("/s");
    expect([...servers.pids()]).toEqual([7]);
    const isHidden = (): boolean => servers.views()[0]!.isHidden;
    expect([servers.hide(new Set()), isHidden()]).toEqual([false, false]);
    expect([servers.hide(new Set([7])), isHidden()]).toEqual([true, true]);
    expect(servers.hide(new Set([7]))).toBe(false);

    const before = moves();
    answers["/s"] = listOf(pane(7, "claude"));
    await scan(1);
    expect(moves()).toBe(before + 1);
    servers.hide(new Set());
    answers["/s"] = listOf(pane(7, "sh"));
    await scan(1);
    expect(moves()).toBe(before + 1);
  });
});
