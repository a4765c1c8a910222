/** Each blow once, against few agents. `npm run test:faults` deals them at random, for as long as one likes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BLOWS } from "./blows/index.ts";
import { createRandom } from "./random.ts";
import { strike } from "./strike.ts";
import { layFiles } from "./witness.ts";
import { createWorld, type World } from "./world.ts";

describe.each(["proc", "ps"] as const)("with processes by %s", (discovery) => {
  let world: World;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    world = await createWorld({
      agents: 6,
      random: createRandom(1),
      discovery,
      atEnd: (cleanUp) => cleanUps.push(cleanUp),
    });
    layFiles(world);
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  it.each(BLOWS.filter((blow) => (blow.in ?? "proc") === discovery))(
    "$name: $expects",
    async (blow) => {
      expect((await strike(world, blow)).broken).toEqual([]);
    },
  );
});
