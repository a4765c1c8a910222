import { setTimeout as sleep } from "node:timers/promises";
import { BOUND_MS, type Blow, type Lift } from "./blow.ts";
import type { World } from "./world.ts";
import { costs, leftovers, look, panesThatShow, type Costs, type Seen } from "./witness.ts";

export interface Outcome {
  name: string;
  /** Until all was right once the blow was lifted; null: never within the bound. */
  rightAfterMs: number | null;
  /** What did not hold. None: it was withstood. */
  broken: string[];
  /** The slowest list while it lasted, in milliseconds; null where nobody could be asked. */
  listMs: number | null;
  /** What a `send` came to while it lasted. */
  sent: string;
  costs: Costs | null;
}

/** A list has to come so soon, whatever is broken (FR-026). */
const LIST_MS = 1000;
/** Each of two threads may have 128 MB, and one that fills its heap does. */
const MAX_RSS_MB = 350;
const MAX_CHILDREN = 4;
/** Beyond those of before: a client and a watcher of a moment. */
const MORE_DESCRIPTORS = 48;
/** Nothing typed, or not proven; never a defect, and never without an end. */
const MAY_END: readonly (number | null)[] = [0, 1, 69, 75, 76];
let texts = 0;

/** Deals one blow, lifts it, and says what did not hold. Everything is right before it, or it throws. */
export async function strike(world: World, blow: Blow): Promise<Outcome> {
  const { reader } = world;
  const broken: string[] = [];
  const hold = async (what: string, check: () => Promise<void> | void): Promise<void> => {
    try {
      await check();
    } catch (error) {
      broken.push(`${what}: ${(error as Error).message}`);
    }
  };
  await world.untilRight(30_000);
  const before = await look(world);
  const spent = costs(world);
  reader.forget();
  const text = `blow-${process.pid}-${++texts}`;
  let listMs: number | null = null;
  let sending = Promise.resolve("-");
  let lift: Lift = () => {};

  await hold("deal", async () => void (lift = await blow.deal(world)));
  await hold("meanwhile", async () => {
    sending = send(world, text);
    await world.move(!blow.frozen);
    if (!blow.deaf) {
      listMs = Math.max(await listTime(world), await listTime(world));
      if (listMs > LIST_MS) broken.push(`a list took ${listMs} ms`);
    }
    await blow.meanwhile?.(world);
    // Whom nobody answers may wait until it is over.
    if (!blow.deaf) await sending;
  });
  await hold("lift", () => lift());
  const sent = await sending;
  if (blow.sessions === "new") await hold("typist", () => world.openTypist());

  // Nobody is right by having stood still.
  await hold("move", async () => void (await world.move(true)));
  const bound = blow.within?.ms ?? BOUND_MS;
  let rightAfterMs: number | null = null;
  await hold(`wrong ${bound} ms later`, async () => {
    const begun = performance.now();
    await world.untilRight(bound);
    await until(bound - (performance.now() - begun), () => blow.afterwards?.(world));
    rightAfterMs = Math.round(performance.now() - begun);
  });
  // After what may kill a daemon one is started by whoever asks, and the reader comes back.
  await hold("events", () => until(3000, () => sameAsReader(world)));
  broken.push(...reader.broken.map((one) => `events: ${one}`));
  if (reader.cuts > 0 && !blow.cuts && blow.daemon !== "restarts")
    broken.push(`a reader was cut off ${reader.cuts} times`);
  await hold("after", async () => {
    broken.push(...compare(blow, before, await look(world)));
    broken.push(...(await judgeSend(world, text, sent)));
    await until(3000, () => {
      const left = leftovers(world);
      if (left.length > 0) throw new Error(`left over: ${left.join(", ")}`);
    });
  });
  let now: Costs | null = null;
  await hold("costs", () =>
    until(5000, () => {
      now = costs(world);
      if (now.rssMb > MAX_RSS_MB) throw new Error(`${now.rssMb} MB resident`);
      if (now.children > MAX_CHILDREN) throw new Error(`${now.children} children`);
      if (now.descriptors > spent.descriptors + MORE_DESCRIPTORS)
        throw new Error(`${now.descriptors} descriptors, ${spent.descriptors} before`);
    }),
  );
  return { name: blow.name, rightAfterMs, broken, listMs, sent, costs: now };
}

async function until(forMs: number, check: () => Promise<void> | void | undefined): Promise<void> {
  for (const end = performance.now() + forMs; ; await sleep(50)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** @returns its exit code in words */
async function send({ lab, typistPane }: World, text: string): Promise<string> {
  const { code, stderr } = await lab.cli(["send", typistPane, "--", text], { timeoutMs: 40_000 });
  return code === 0 ? "0" : `${code} ${stderr.split("\n", 1)[0]}`;
}

async function judgeSend(world: World, text: string, sent: string): Promise<string[]> {
  const code = sent === "-" ? null : sent.startsWith("null") ? null : Number(sent.split(" ")[0]);
  const times = world.prompts().filter((prompt) => prompt.includes(text)).length;
  const broken = (await panesThatShow(world, text)).map((id) => `keys in the pane ${id}`);
  if (sent !== "-" && !MAY_END.includes(code)) broken.push(`send ended with ${sent}`);
  if (times > 1) broken.push(`a text was submitted ${times} times`);
  if (code === 0 && times !== 1) broken.push("send said 0, and nothing was submitted");
  if (code === 75 && times !== 0) broken.push("send said that nothing was typed, and it was");
  return broken;
}

async function listTime(world: World): Promise<number> {
  const { status, ms } = await world.get("/v1/sessions");
  if (status !== 200) throw new Error(`a list was answered with ${status}`);
  return Math.round(ms);
}

async function sameAsReader({ reader, sessions }: World): Promise<void> {
  const words = (all: Iterable<{ id: string; status: string; attention: unknown }>): string =>
    [...all]
      .map(({ id, status, attention }) => `${id} ${status} ${JSON.stringify(attention)}`)
      .toSorted()
      .join("\n");
  const [told, listed] = [words(reader.rows.values()), words(await sessions())];
  if (told !== listed) throw new Error(`a reader was told\n${told}\nand the list is\n${listed}`);
}

function compare({ daemon, sessions }: Blow, before: Seen, now: Seen): string[] {
  const broken: string[] = [];
  if (now.files !== before.files) broken.push("a file of the user has changed");
  if (daemon !== "restarts" && now.pid !== before.pid)
    broken.push(`the daemon is ${now.pid}, and was ${before.pid}`);
  for (const [occupant, id] of now.ids) {
    const was = before.ids.get(occupant);
    if (was !== undefined && was !== id) broken.push(`${was} is ${id} by now`);
    if (sessions === "new" && [...before.ids.values()].includes(id))
      broken.push(`${id} is an old id`);
  }
  return broken;
}
