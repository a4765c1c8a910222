import { describe, expect, it } from "vitest";
import { endProcess, toVictim, type KillPorts } from "../../src/actions/kill.ts";
import { agents } from "../../src/agents/index.ts";
import { AppError } from "../../src/core/errors.ts";
import type { LiveProcess } from "../../src/io/live-process.ts";
import type { Occupant } from "../../src/pipeline/world.ts";

const occupant = (more: object = {}, process: object = {}): Occupant =>
  ({
    id: "claude-a",
    agent: "claude",
    bound: "published",
    process: { pid: 42, startTicks: 7, ...process },
    ...more,
  }) as Occupant;
const job = { job: { name: "4dcf44c8" } };
const how = { force: false, isSelf: false };
const failure = (run: () => unknown): Partial<AppError> => {
  try {
    run();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("it did not fail");
};

describe("who may be ended", () => {
  it("is who was named", () => {
    expect(toVictim(occupant(), agents, how)).toEqual({
      pid: 42,
      startTicks: 7,
      title: "Claude Code",
    });
  });

  it.each([
    ["nobody can check", occupant({ bound: "unverified" }), false, "--force"],
    ["a background agent", occupant(job), false, "claude stop 4dcf44c8"],
    ["one's own agent", occupant(), true, "--force"],
  ])("is not %s, but by force", (_what, whom, isSelf, hint) => {
    const { code, message, hint: said } = failure(() => toVictim(whom, agents, { ...how, isSelf }));
    expect([code, said]).toEqual(["E_REFUSED", expect.stringContaining(hint)]);
    expect(message).toMatch(/^Nothing was ended: /);
    expect(toVictim(whom, agents, { force: true, isSelf })).toMatchObject({ pid: 42 });
  });

  // A signal to pid 0 would go to the daemon's own group, one to a bare pid to whoever has it now.
  it.each([
    [
      "a process in another namespace",
      occupant({ bound: "unverified" }, { pid: 0, startTicks: 0 }),
    ],
    ["a background agent without a process", occupant(job, { startTicks: 0 })],
    ["pid 1", occupant({}, { pid: 1 })],
  ])("is never %s", (_what, whom) => {
    const { code, message } = failure(() => toVictim(whom, agents, { force: true, isSelf: false }));
    expect([code, message]).toEqual(["E_REFUSED", expect.stringContaining("cannot be seen")]);
  });

  it("is nobody who has ended", () => {
    expect(failure(() => toVictim(undefined, agents, how)).code).toBe("E_GONE");
  });
});

const ALIVE: LiveProcess = { startTicks: 7, state: "S", pgrp: 1, tpgid: 1 };
const victim = { pid: 42, startTicks: 7, title: "Claude Code" };

/** A process that ends so many milliseconds after a signal; never where there is no number. */
function world(dies: { SIGTERM?: number; SIGKILL?: number }, seen: LiveProcess | null = ALIVE) {
  const sent: [unknown, number][] = [];
  let now = 0;
  const isGone = (): boolean =>
    sent.some(([name, at]) => now >= at + (dies[name as "SIGTERM"] ?? Number.POSITIVE_INFINITY));
  const ports: KillPorts = {
    live: async () => (isGone() ? null : seen),
    signal(_pid, name) {
      if (name === 0) return isGone() ? "gone" : "sent";
      sent.push([name, now]);
      return "sent";
    },
    now: () => now,
    sleep: async (ms) => void (now += ms),
  };
  return { ports, sent };
}

describe("ending", () => {
  it("is kind where that is enough", async () => {
    const { ports, sent } = world({ SIGTERM: 200 });
    expect(await endProcess(victim, ports)).toEqual({ pid: 42, signal: "SIGTERM" });
    expect(sent).toEqual([["SIGTERM", 0]]);
  });

  it("is not, after a grace", async () => {
    const { ports, sent } = world({ SIGKILL: 10 });
    expect(await endProcess(victim, ports)).toEqual({ pid: 42, signal: "SIGKILL" });
    expect(sent).toEqual([
      ["SIGTERM", 0],
      ["SIGKILL", 5000],
    ]);
  });

  it.each([
    ["another process has its pid", { ...ALIVE, startTicks: 8 }],
    ["it is a zombie", { ...ALIVE, state: "Z" }],
  ])("sends nothing when %s", async (_what, seen) => {
    const { ports, sent } = world({}, seen);
    expect(await endProcess(victim, ports)).toEqual({ pid: 42, signal: null });
    expect(sent).toEqual([]);
  });

  it("sends nothing to whom nobody can look at, and does not say that it is gone", async () => {
    const { ports, sent } = world({}, null);
    await expect(endProcess(victim, ports)).rejects.toMatchObject({ code: "E_REFUSED" });
    expect(sent).toEqual([]);
  });

  it("says so of another user's", async () => {
    const { ports } = world({});
    const denied = { ...ports, signal: () => "denied" as const };
    await expect(endProcess(victim, denied)).rejects.toMatchObject({ code: "E_REFUSED" });
  });

  it("proves nothing when it stays", async () => {
    await expect(endProcess(victim, world({}).ports)).rejects.toMatchObject({ code: "E_UNPROVEN" });
  });
});
