import { setTimeout as sleep } from "node:timers/promises";
import type { EventJson, SessionJson, SnapshotJson } from "../../../src/core/session.ts";
import { readScreens } from "../../../src/stage/screens.ts";
import { eventually } from "../eventually.ts";
import { follow } from "../follow.ts";
import type { Tools } from "./_run.ts";

/** Two servers with the same panes: one is killed, comes again, and freezes. */
export default async function twoServers(tools: Tools) {
  const screens = readScreens(new URL("../../rig/screens", import.meta.url).pathname);
  const claude = { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true };
  const codex = { screen: screens.get("codex-0.171.0/permission-bash") };
  const lab = await tools.lab({ cast: [claude, codex] });
  const other = tools.stage();
  await other.add([codex, claude]);

  /** Without the moment of the last look: it moves, and is no news. */
  const rows = async (): Promise<SessionJson[]> =>
    (await lab.sessions()).map((row) => ({ ...row, lastActivityAt: null }));
  const of = (socket: string, sessions: readonly SessionJson[]) =>
    sessions.filter(({ pane }) => pane?.server === socket).toSorted((a, b) => a.pid - b.pid);
  const count = (socket: string, n: number) => (seen: SessionJson[]) =>
    of(socket, seen).length === n;

  const isTold = (seen: SessionJson[]): boolean => seen.every(({ status }) => status !== "unknown");
  await eventually(rows, (seen) => seen.length === 4 && isTold(seen));
  await sleep(1500); // Some words need a second look.
  const atFirst = await rows();
  const ambiguous = await lab.cli(["explain", "%0"]);
  const asked = await lab.json<{ binding: { pane: { server: string } } }>(["explain", "%0"], {
    env: { TMUX: `${other.socket},1,0`, TMUX_PANE: "%1" },
  });

  // One server ends, and comes again with the same panes.
  const events = follow(lab);
  await eventually(
    async () => events.seen,
    (seen) => seen.length > 0,
  );
  await other.killServer();
  const afterKill = await eventually(rows, count(other.socket, 0));
  await other.startServer();
  const again = await eventually(
    rows,
    (seen) =>
      of(other.socket, seen).every(({ status }) => status !== "unknown") &&
      count(other.socket, 2)(seen),
  );
  const touched = events.seen.flatMap(({ type, session }: EventJson) =>
    session?.pane?.server === lab.stage.socket ? [type] : [],
  );

  // It freezes.
  const server = other.actors[0]!.pane!.server.pid;
  process.kill(server, "SIGSTOP");
  const frozenAt = Date.now();
  const [actor] = lab.stage.actors;
  await lab.stage.show(actor!, screens.get("claude-2.1.332/permission-bash"));
  const shown = await eventually(
    rows,
    (seen) => of(lab.stage.socket, seen)[0]?.status === "waiting",
  );
  const seenAfterMs = Date.now() - frozenAt;
  const list = async (): Promise<SnapshotJson & { tookMs: number }> => {
    const at = Date.now();
    return { ...(await lab.json<SnapshotJson>(["list"])), tookMs: Date.now() - at };
  };
  const degraded = await eventually(list, ({ health }) => health.state === "degraded", 20_000);
  const degradedAfterMs = Date.now() - frozenAt;
  process.kill(server, "SIGCONT");
  const healed = await eventually(list, ({ health }) => health.state === "ok", 20_000);
  await events.stop();

  return {
    sockets: [lab.stage.socket, other.socket],
    atFirst,
    ambiguous,
    asked: asked.binding.pane.server,
    afterKill: of(lab.stage.socket, afterKill),
    again: of(other.socket, again),
    touched,
    shown: { status: of(lab.stage.socket, shown)[0]?.status, afterMs: seenAfterMs },
    degraded: { ...degraded, afterMs: degradedAfterMs },
    healed: healed.health.state,
  };
}

export type TwoServers = Awaited<ReturnType<typeof twoServers>>;
