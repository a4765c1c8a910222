import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "../../src/io/client.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab, type Lab } from "./lab.ts";

const COUNT = 300;

/**
 * What was counted when this was last looked into, on a machine where nothing else ran: a change of shape is several
 * times as much. Counts, never times. Who makes it less writes the new number down.
 */
const BASELINE = JSON.parse(
  readFileSync(new URL("./shape.json", import.meta.url), "utf8"),
) as Record<"steady" | "moved", Record<"clients" | "captures" | "captureBytes" | "read", number>>;
/** Other processes of the machine are read too. */
const SLACK = 2;

type Counters = Record<
  "scans" | "maxLateMs" | "lists" | "captureClients" | "captures" | "bytes",
  number
>;

let lab: Lab;
const cleanUps: (() => Promise<void>)[] = [];
const cast = screens.ids
  .filter((id) => /^(claude|codex)-/.test(id) && !id.includes("first-run-offline-fails"))
  .map((id) => screens.get(id));

beforeAll(async () => {
  lab = await createLab({
    cast: Array.from({ length: COUNT }, (_, at) => ({
      screen: cast[at % cast.length]!,
      publishes: at % 2 === 0 && cast[at % cast.length]!.agent === "claude",
    })),
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
  });
  await lab.sessions();
}, 120_000);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
}, 60_000);

async function counters(): Promise<Counters> {
  return (
    JSON.parse(await request(`${lab.env.CCMUX_HOME}/run/ccmux.sock`, { path: "/v1/health" })) as {
      counters: Counters;
    }
  ).counters;
}

/** What `scans` whole scans did. */
async function during(
  scans: number,
  act: () => Promise<unknown> = async () => {},
): Promise<Counters> {
  const before = await counters();
  await act();
  let after = before;
  while (after.scans < before.scans + scans) {
    await sleep(100);
    after = await counters();
  }
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Counters]]),
  ) as Counters;
}

/** Nothing is left from the start: each pane was captured in a later second than its stamp. */
async function settle(): Promise<void> {
  while ((await during(2)).captures > 0);
}

/** Per scan, with the bytes that the daemon has read. */
async function shapeOf(act: () => Promise<unknown> = async () => {}, scans = 5) {
  const pid = await lab.daemonPid();
  const bytes = (): number =>
    Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1]);
  const before = bytes();
  const counted = await during(scans, act);
  const perScan = (value: number): number => value / counted.scans;
  return {
    clients: perScan(counted.lists + counted.captureClients),
    captures: perScan(counted.captures),
    captureBytes: perScan(counted.bytes),
    read: perScan(bytes() - before),
  };
}

/** Neither much more than it was, nor so much less that the baseline says nothing any more. */
function expectShape(shape: Awaited<ReturnType<typeof shapeOf>>, name: "steady" | "moved"): void {
  console.info(`${name}, per scan: ${JSON.stringify(shape)}`);
  const isLike = ([what, value]: [string, number]): boolean => {
    const now = shape[what as keyof typeof shape];
    return now <= value * SLACK && (value < 1 || now >= value / 8);
  };
  expect(
    Object.entries(BASELINE[name]).filter((one) => !isLike(one)),
    `${name}: ${JSON.stringify(shape)}`,
  ).toEqual([]);
}

describe(`a steady scan of ${COUNT} sessions`, () => {
  it("FR-071 starts at most one tmux client, whatever the number of sessions, and captures nothing", async () => {
    expect(await lab.sessions()).toHaveLength(COUNT);
    await settle();
    const steady = await during(5);
    const { maxLateMs } = await counters();
    console.info(
      `${steady.scans} scans: ${JSON.stringify(steady)}; the main thread was never held up for more than ${maxLateMs} ms`,
    );
    expect(steady.lists).toBeLessThanOrEqual(steady.scans);
    expect(steady).toMatchObject({ captureClients: 0, captures: 0, bytes: 0 });
  });

  it("does not ask a tmux server that has done nothing since", async () => {
    await settle();
    const steady = await during(6);
    expect(steady.lists).toBeLessThanOrEqual(steady.scans / 2);
  });

  it("has the shape that is written down", async () => {
    await settle();
    expectShape(await shapeOf(), "steady");
  });

  it("captures those panes that moved, with one client, and once more in a later second", async () => {
    await settle();
    const movers = lab.stage.actors.filter(({ agent }) => agent === "codex").slice(0, 20);
    const moved = await during(4, () =>
      Promise.all(
        movers.map((actor) => lab.stage.draw(actor, screens.get("codex-0.171.0/permission-bash"))),
      ),
    );
    // In each of at most two scans, and a second look where a word was lowered.
    expect(moved.captures).toBeGreaterThanOrEqual(movers.length);
    expect(moved.captures).toBeLessThanOrEqual(movers.length * 4);
    expect(moved.captureClients).toBeLessThanOrEqual(8);
  });

  it("has that shape while a tenth of them are drawn", async () => {
    await settle();
    const movers = lab.stage.actors.filter(({ agent }) => agent === "codex").slice(0, 30);
    const draw = (): Promise<unknown> =>
      Promise.all(
        movers.map((actor) => lab.stage.draw(actor, screens.get("codex-0.171.0/permission-bash"))),
      );
    expectShape(await shapeOf(draw), "moved");
  });
});
