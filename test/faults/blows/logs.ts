/** Logs of conversations, while they are followed. */
import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../../src/stage/actor.ts";
import { claudeLog, rowOf } from "../../lab/said.ts";
import { must, type Blow } from "../blow.ts";
import type { World } from "../world.ts";

interface Followed {
  actor: Actor;
  log: ReturnType<typeof claudeLog>;
  /** What its row has to say was asked last. */
  prompt: string;
}

const GB = 2 ** 30;
/** Found by what its agent publishes, with a scan. */
const FOUND_MS = 10_000;
const followed = new WeakMap<World, readonly Followed[]>();

function ask(one: Followed, word: string): void {
  one.prompt = `${word} ${randomUUID()}`;
  one.log.prompt(one.prompt);
}

async function mustSay({ sessions }: World, all: readonly Followed[]): Promise<void> {
  const rows = await sessions();
  for (const { actor, prompt } of all) {
    const said = rowOf(rows, actor)?.lastPrompt;
    must(said === prompt, `the last prompt is ${said}, not ${prompt}`);
  }
}

/** Begins logs of agents that tell where theirs is, and returns when all of them are read. */
async function follow(world: World): Promise<readonly Followed[]> {
  const all = world.lab.stage.actors
    .filter(({ process, published }) => process && published)
    .slice(0, 4)
    .map((actor): Followed => ({ actor, log: claudeLog(world.lab, actor), prompt: "" }));
  must(all.length > 0, "nobody has a log");
  for (const one of all) {
    for (let n = 0; n < 50; n++) one.log.answer(`past ${n}`);
    ask(one, "before");
  }
  for (const end = Date.now() + FOUND_MS; ; await sleep(50)) {
    const left = await mustSay(world, all).then(
      () => null,
      (error: Error) => error,
    );
    if (!left) return all;
    if (Date.now() > end) throw left;
  }
}

type LogBlow = Pick<Blow, "name" | "does" | "within"> & { harm(path: string): void };

const KINDS: readonly LogBlow[] = [
  {
    name: "logs truncated",
    does: "to nothing, at the same inode",
    harm: (path) => truncateSync(path, 0),
  },
  {
    name: "logs cut in mid-line",
    does: "to some bytes more than a half",
    harm: (path) => truncateSync(path, Math.floor(statSync(path).size * 0.6) + 7),
  },
  {
    name: "logs replaced",
    does: "by others, renamed over them",
    harm(path) {
      writeFileSync(`${path}.tmp`, "");
      renameSync(`${path}.tmp`, path);
    },
  },
  {
    name: "logs are garbage",
    does: "a MiB of random bytes is written over them, with lines in it",
    harm: (path) => writeFileSync(path, Buffer.concat([randomBytes(1 << 20), Buffer.from("\n")])),
  },
  {
    name: "logs with one line of 2 GB",
    does: "a hole of 2 GB, then a line feed",
    within: { ms: 10_000, because: "a log is read at 200 MB/s at least, and this is 2 GB of it" },
    harm(path) {
      truncateSync(path, statSync(path).size + 2 * GB);
      appendFileSync(path, "\n");
    },
  },
];

export const LOGS: readonly Blow[] = KINDS.map(({ harm, ...row }) => ({
  ...row,
  expects: "statuses go on; the next prompt that is written is the last prompt",
  async deal(world) {
    const all = await follow(world);
    // 2 GB in one of them are enough.
    const harmed = row.within ? all.slice(0, 1) : all;
    followed.set(world, harmed);
    for (const { log } of harmed) harm(log.path);
    return () => {
      for (const one of harmed) ask(one, "after");
    };
  },
  meanwhile: async (world) => void (await world.untilRight(5000)),
  async afterwards(world) {
    const all = followed.get(world)!;
    await mustSay(world, all);
    for (const { log } of all) rmSync(log.path);
  },
}));
