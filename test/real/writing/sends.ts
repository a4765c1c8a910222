import type { Attempt } from "../ccmux.ts";
import { firstWith, judgeExit, judgeOnce, judgeSend } from "./judge.ts";
import { type Rest, seeingRest } from "./rest.ts";
import type { Stage } from "./stage.ts";
import type { Case, Outcome } from "./types.ts";
import { until } from "./wait.ts";

/** How long the mock's turns take, in seconds. 0: it answers at once. */
const TURNS_S = [0, 0.05, 1, 5];
const EACH = 5;
export const WAIT = ["--wait", "--timeout", "40"];

/** Twenty turns in an order that the seed decides, and one that is sent while another runs. */
export function sends(seed: number): Case[] {
  const texts: string[] = [];
  const say = (name: string, seconds: number): string => {
    const text = `${seconds ? `think:${seconds} ;; ` : ""}say:${name}-${seed.toString(36)}`;
    texts.push(text);
    return text;
  };
  const part = "sends" as const;
  const turns = shuffled(
    TURNS_S.flatMap((seconds) => Array<number>(EACH).fill(seconds)),
    seed,
  );
  const waited = turns.map((seconds, i): Case => ({
    part,
    row: `send --wait, turns of ${seconds} s`,
    run: (stage) => sendAndWait(stage, say(`turn${i}`, seconds)),
  }));
  return [
    ...waited,
    { part, row: "send --wait while it works", run: (stage) => sendWhileItWorks(stage, say) },
    {
      part,
      row: "all of them once, in the end",
      async run({ model }) {
        const requests = await model.requests();
        return { problems: texts.flatMap((text) => judgeOnce(requests, text)) };
      },
    },
  ];
}

export async function sendAndWait(stage: Stage, text: string): Promise<Outcome> {
  return judgeWaited(stage, text, await seeingRest(stage, () => stage.send(text, ...WAIT)));
}

/** Judges a send that has come back, once the mock's answer to its text is over. */
export async function judgeWaited(
  stage: Stage,
  text: string,
  attempt: Attempt & Rest,
  backWithinMs?: number,
): Promise<Outcome> {
  const { model } = stage;
  const isOver = async () => (firstWith(await model.requests(), text)?.to ?? null) !== null;
  await until(isOver, 10_000);
  return judgeSend(attempt, await model.requests(), text, backWithinMs);
}

async function sendWhileItWorks(
  stage: Stage,
  say: (name: string, seconds: number) => string,
): Promise<Outcome> {
  await stage.tell(say("before", 4));
  if (stage.agent.queues)
    return { ...(await sendAndWait(stage, say("queued", 1))), note: "queued" };
  return { problems: judgeExit(await stage.send("not now", "--wait"), 75), note: "refused" };
}

/** The same order for the same seed. */
function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
