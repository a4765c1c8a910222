/** The state folder on a file system of its own that is full. Needs root, for the mount. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { expect, it } from "vitest";
import type { FeedEventJson } from "../../src/core/feed.ts";
import type { HealthState } from "../../src/core/session.ts";
import { eventually } from "../lab/eventually.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { up } from "../lab/up.ts";
import { recordings as screens } from "../stage/recordings.ts";

/** Writes until there is no room for a byte. @returns makes room again */
function fill(folder: string): () => void {
  const path = `${folder}/filler`;
  const file = openSync(path, "w");
  for (let size = 1 << 16; size > 0;)
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size >>= 1;
    }
  closeSync(file);
  return () => rmSync(path);
}

it("stops nobody: health says so, and what happened is kept once there is room", async () => {
  const cleanUps: (() => Promise<void>)[] = [];
  const cast = [{ screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true }];
  const lab: Lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  const state = `${lab.env.CCMUX_HOME}/state`;
  mkdirSync(state, { recursive: true, mode: 0o700 });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", state]);
  try {
    const health = async (): Promise<HealthState> =>
      (await lab.json<{ health: HealthState }>(["daemon", "status"])).health;
    const status = async () => (await lab.sessions())[0]?.status;
    const told = async (): Promise<(string | undefined)[]> => {
      const { stdout } = await lab.cli(["events", "--type", "status", "--json"]);
      const lines = stdout.split("\n").filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as FeedEventJson).to?.status);
    };
    const [actor] = lab.stage.actors;
    await up(lab);
    expect(await eventually(status, (seen) => seen === "idle", 30_000)).toBe("idle");
    const pid = await lab.daemonPid();

    const empty = fill(state);
    // What is written goes into pages that there are, for a while.
    const isFull = (seen: HealthState): boolean => seen.state === "degraded";
    let turns = 0;
    let seen = await health();
    for (; turns < 200 && !isFull(seen); turns++) {
      const next = turns % 2 === 0 ? (["busy", "working"] as const) : (["idle", "idle"] as const);
      lab.stage.publish(actor!, next[0]);
      expect(await eventually(status, (now) => now === next[1], 30_000)).toBe(next[1]);
      if (turns % 5 === 4) seen = await health();
    }
    expect(seen).toEqual({
      state: "degraded",
      reasons: [expect.stringMatching(/^feed: what happens is not kept \(.*full.*\)/)],
    });
    expect(await lab.daemonPid()).toBe(pid);
    const before = await told();
    expect(before.length).toBeLessThan(turns);

    empty();
    const after = await eventually(told, (all) => all.length >= Math.min(50, turns), 30_000);
    expect(after.at(-1)).toBe(turns % 2 === 1 ? "working" : "idle");
    expect(await eventually(health, ({ state: now }) => now === "ok", 30_000)).toEqual({
      state: "ok",
      reasons: [],
    });
    expect(await lab.daemonPid()).toBe(pid);
  } finally {
    // The daemon's files are on it.
    await lab.stop();
    // Lazily: what went wrong above is to be told, not that somebody still ends.
    execFileSync("umount", ["-l", state]);
    for (const cleanUp of cleanUps) await cleanUp();
  }
});
