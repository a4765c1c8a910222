import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FeedEventJson } from "../../src/core/feed.ts";
import { parseSeq } from "../../src/core/seq.ts";
import type { EventJson, HealthState } from "../../src/core/session.ts";
import { streamEvents } from "../../src/io/stream-events.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { up } from "./up.ts";

const idle = screens.get("claude-2.1.332/idle-after-answer");
const cast = Array.from({ length: 4 }, () => ({ screen: idle, publishes: true }));

async function startedLab(count = cast.length): Promise<Lab> {
  const lab = await createLab({ cast: cast.slice(0, count) });
  await up(lab);
  await eventually(
    () => lab.sessions(),
    (rows) => rows.length === count && rows.every(({ status }) => status === "idle"),
    30_000,
  );
  return lab;
}

/** What `events` prints of the past. */
async function past(lab: Lab, ...args: string[]): Promise<FeedEventJson[]> {
  const { code, stdout, stderr } = await lab.cli(["events", "--json", ...args]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FeedEventJson);
}

const seqs = (events: readonly { seq: string }[]): string[] => events.map(({ seq }) => seq);
const isKept = ({ type, changed }: EventJson): boolean =>
  type !== "snapshot" && (type !== "updated" || changed!.length > 0);

describe("the feed", { timeout: 180_000 }, () => {
  it("has all that anybody heard of a daemon that was killed in the middle of 1,000 transitions", async () => {
    const lab = await startedLab();
    const begin = (await lab.json<{ seq: string }>(["list"])).seq;
    const followed = follow(lab);
    /** Heard by a reader that does not come back. */
    const heard: EventJson[] = [];
    const abort = new AbortController();
    const socket = `${lab.env.CCMUX_HOME}/run/ccmux.sock`;
    const reading = (async () => {
      for await (const event of streamEvents({ socket, since: null, signal: abort.signal }))
        heard.push(event);
    })().catch(() => {});
    await expect
      .poll(() => Math.min(heard.length, followed.seen.length), { timeout: 15_000 })
      .toBeGreaterThan(0);

    const pid = (await lab.daemonPid())!;
    let killed = 0;
    let starting = Promise.resolve();
    for (let turn = 0; turn < 1000; turn++) {
      const actor = lab.stage.actors[turn % cast.length]!;
      lab.stage.publish(actor, Math.floor(turn / cast.length) % 2 === 0 ? "busy" : "idle");
      await sleep(12);
      if (turn === 500) {
        process.kill(pid, "SIGKILL");
        killed = Date.now();
        starting = up(lab);
      }
      // So many happen while nobody looks.
      if (turn === 600) await starting;
    }
    await reading;
    const newest = async () => (await past(lab, "--limit", "1"))[0]!;
    await eventually(
      newest,
      ({ at, seq }) => {
        return Date.parse(at) < Date.now() - 2000 && followed.seen.some((one) => one.seq === seq);
      },
      30_000,
    );
    expect((await lab.sessions()).map(({ status }) => status)).toEqual(cast.map(() => "idle"));
    const all = await past(lab, "--since", begin);
    await followed.stop();

    // Each once, in order.
    const numbers = all.map(({ seq }) => parseSeq(seq)!.n);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const told = heard.filter(isKept);
    expect(told.length).toBeGreaterThan(50);
    expect(seqs(all)).toEqual(expect.arrayContaining(seqs(told)));
    // Who came back has all of it too, and nothing twice.
    expect(seqs(followed.seen.filter(isKept))).toEqual(seqs(all));

    // Who ran throughout did not appear anew, and what nobody saw was not made up.
    expect(all.map(({ type }) => type).filter((type) => type !== "updated")).toEqual(["gap"]);
    const since = all.findIndex(({ type }) => type === "gap");
    expect(Math.min(since, all.length - since)).toBeGreaterThan(30);
    const [gap] = all.filter(({ type }) => type === "gap");
    expect(gap!.gap!.because).toBe("no daemon ran");
    expect(Date.parse(gap!.gap!.from)).toBeLessThanOrEqual(killed);
    expect(Date.parse(gap!.gap!.to)).toBeGreaterThan(killed);
    const change = all.find(({ changed }) => changed?.includes("status"));
    expect(change).toMatchObject({
      from: { status: "idle" },
      to: { status: "working" },
      session: { agent: "claude", status: "working", label: null, nativeId: expect.any(String) },
    });
    expect(all.find(({ to }) => to?.status === "idle")!.turnMs).toBeGreaterThanOrEqual(0);
    console.info(`${all.length} events kept, ${told.length} heard before the end`);
    expect(statSync(`${lab.env.CCMUX_HOME}/state/state.db`).mode & 0o777).toBe(0o600);
    abort.abort();
  });
});

describe("a database that somebody else has locked", { timeout: 180_000 }, () => {
  it("stops nobody: health says so, and what happened is there once it is free", async () => {
    const lab = await startedLab(1);
    const [actor] = lab.stage.actors;
    const other = new DatabaseSync(`${lab.env.CCMUX_HOME}/state/state.db`);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    lab.stage.publish(actor!, "busy");
    const status = async () => (await lab.sessions())[0]!.status;
    expect(await eventually(status, (seen) => seen === "working")).toBe("working");
    const health = () => lab.json<{ health: HealthState }>(["daemon", "status"]);
    const degraded = await eventually(health, ({ health }) => health.state === "degraded");
    expect(degraded.health.reasons.join()).toMatch(/^feed: .*database is locked/);
    lab.stage.publish(actor!, "idle");
    expect(await eventually(status, (seen) => seen === "idle")).toBe("idle");
    expect(await past(lab, "--type", "status")).toEqual([]);

    other.exec("COMMIT");
    const kept = await eventually(
      () => past(lab, "--type", "status"),
      (events) => events.length === 2,
    );
    expect(kept.map(({ to }) => to!.status)).toEqual(["working", "idle"]);
    const well = await eventually(health, ({ health }) => health.state === "ok");
    expect(well.health.state).toBe("ok");
  });
});

describe("events", { timeout: 180_000 }, () => {
  it("tells the past and goes on, each once; filters are the same for both", async () => {
    const lab = await startedLab(2);
    const [first, second] = lab.stage.actors;
    const ids = await lab.sessions();
    const idOf = (pane: string) => ids.find((row) => row.pane?.id === pane)!.id;
    const id = idOf(first!.pane!.id);
    lab.stage.publish(first!, "busy");
    lab.stage.publish(second!, "busy");
    const isBusy = (events: readonly FeedEventJson[]): boolean => events.length === 2;
    await eventually(() => past(lab, "--type", "status"), isBusy);

    const followed = follow(lab, {}, ["--since", "1h", "--session", first!.pane!.id]);
    await expect.poll(() => followed.seen.length, { timeout: 15_000 }).toBeGreaterThan(1);
    lab.stage.publish(second!, "idle");
    lab.stage.publish(first!, "idle");
    await expect
      .poll(() => followed.seen.at(-1)?.session?.status, { timeout: 15_000 })
      .toBe("idle");
    await followed.stop();
    expect(new Set(followed.seen.map(({ session }) => session?.id))).toEqual(new Set([id]));
    const told = followed.seen.filter(isKept);
    expect(seqs(told)).toEqual(seqs(await past(lab, "--since", "1h", "--session", id)));
    expect(told.map(({ type }) => type)).toEqual(["created", "updated", "updated"]);

    // Of one that has ended by its id, too; newest and first.
    await lab.stage.end(first!);
    const ended = await eventually(
      () => past(lab, "--session", id, "--limit", "1"),
      ([event]) => event?.type === "removed",
    );
    expect(ended).toMatchObject([{ type: "removed", session: { id, agent: "claude" } }]);
    expect(await past(lab, "--since", "1h", "--limit", "1", "--session", id)).toMatchObject([
      { type: "created" },
    ]);
    expect((await lab.cli(["events", "--session", "nobody"])).code).toBe(1);

    const { stdout } = await lab.cli(["events", "--agent", "claude"]);
    expect(stdout).toMatch(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${id} \\S+ main:\\S+ appeared, idle$`, "m"),
    );
    expect(stdout).toMatch(/ working → idle, after \d+s$/m);
    expect((await lab.cli(["events", "--type", "gap"])).stdout).toBe("Nothing happened.\n");
  });
});
