import { setTimeout as sleep } from "node:timers/promises";
import type { Seen } from "../ccmux.ts";
import { isRight } from "../judge.ts";
import { until } from "../writing/wait.ts";
import type { Expected, Scene } from "./types.ts";

/** OpenCode's first turn takes half a minute on a busy machine. */
const DRAWN_MS = 45_000;
/** Of all agents: the screen alone may have to tell. */
const ALLOWED_MS = 2500;
const HELD_MS = 1500;

/**
 * Does something, waits until the state it leads to is drawn, by captures of our own, then for ccmux to say so, and
 * for a while to stay with it. What is wrong goes into the case's outcome.
 */
export async function expectState(
  { stage, ccmux, outcome }: Scene,
  what: string,
  { truth, drawn, endsTurnFirst }: Expected,
  act: () => Promise<unknown>,
  measured: "from its drawing" | "from the act" = "from its drawing",
): Promise<void> {
  const since = Date.now();
  await act();
  await stage.needs(what, drawn, DRAWN_MS);
  const from = measured === "from the act" ? since : Date.now();
  const { id } = stage;
  const right = () => {
    const said = ccmux.of(id);
    return said && isRight(truth, said) ? said : undefined;
  };
  const inTime = await until(async () => right() !== undefined, ALLOWED_MS);
  if (!inTime) return void outcome.problems.push(`${what}: ${wasSaid(ccmux.of(id))}`);

  const mine = ccmux.seen.filter((said) => said.id === id);
  const first = mine.find((said) => said.arrivedAt > since && isRight(truth, said));
  if (first) outcome.delaysMs.push(first.arrivedAt - from);
  const onTheWay = mine.filter(({ arrivedAt }) => arrivedAt <= (first?.arrivedAt ?? since));
  if (truth.status !== "idle" && !endsTurnFirst && saidRest(onTheWay, since))
    outcome.problems.push(`${what}: it was called idle on the way there`);
  await sleep(HELD_MS);
  if (!right()) outcome.problems.push(`${what}: did not stay, ${wasSaid(ccmux.of(id))}`);
}

/** At rest, drawn and said. */
export function expectRest(
  scene: Scene,
  what: string,
  act: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { rests } = scene.stage;
  return expectState(scene, what, { truth: { status: "idle" }, drawn: rests }, act);
}

/** Somebody is told that nothing is to be done. Only still to say so is no mistake. */
function saidRest(seen: Seen[], since: number): boolean {
  return seen.some(
    ({ status, arrivedAt }, i) =>
      status === "idle" && arrivedAt > since && i > 0 && seen[i - 1]!.status !== "idle",
  );
}

function wasSaid(said: Seen | undefined): string {
  if (!said) return "it was not listed";
  return `it was called ${said.kind ? `${said.status} (${said.kind})` : said.status} by ${said.source}`;
}
