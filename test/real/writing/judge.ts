import type { Attempt } from "../ccmux.ts";
import type { ModelRequest } from "./model.ts";
import type { Rest } from "./rest.ts";
import type { Outcome } from "./types.ts";

/** So soon after the answer's last byte, or after the agent itself drew its end, `send --wait` has to be back. */
const BACK_WITHIN_MS = 1500;

/**
 * How often a text stands among the prompts byte for byte, on lines of its own: agents put words of
 * theirs around what users say. Pure.
 */
export function timesIn(prompts: string[], text: string): number {
  let times = 0;
  for (const prompt of prompts) {
    for (let at = prompt.indexOf(text); at >= 0; at = prompt.indexOf(text, at + text.length)) {
      const before = prompt[at - 1] ?? "\n";
      const after = prompt[at + text.length] ?? "\n";
      if (before === "\n" && after === "\n") times++;
    }
  }
  return times;
}

/** The turn's own requests. */
const turns = (requests: ModelRequest[]) => requests.filter(({ withTools }) => withTools);

/** The request that brought a text to the model. Pure. */
export function firstWith(requests: ModelRequest[], text: string): ModelRequest | undefined {
  return turns(requests).find(({ prompts }) => timesIn(prompts, text) > 0);
}

/** Whether the model was told a text once: each request repeats the conversation so far. Pure. */
export function judgeOnce(requests: ModelRequest[], text: string): string[] {
  const times = Math.max(0, ...turns(requests).map(({ prompts }) => timesIn(prompts, text)));
  if (times === 1) return [];
  const like = times ? "" : nearest(requests, text);
  return [`expected ${quote(text)} once in what the model got, found it ${times} times${like}`];
}

export function judgeNever(requests: ModelRequest[], text: string): string[] {
  return firstWith(requests, text) ? [`expected ${quote(text)} not to be sent, it was`] : [];
}

export function judgeExit({ code, stdout, stderr }: Attempt, ...expected: number[]): string[] {
  if (code !== null && expected.includes(code)) return [];
  const said = (stderr.trim() || stdout.trim()).slice(0, 400);
  return [`expected exit ${expected.join(" or ")}, got ${code ?? "no end"}: ${said}`];
}

/** A send whose turn was waited for. Pure. */
export function judgeSend(
  attempt: Attempt & Rest,
  requests: ModelRequest[],
  text: string,
  backWithinMs = BACK_WITHIN_MS,
): Outcome {
  const problems = [...judgeExit(attempt, 0), ...judgeOnce(requests, text)];
  const request = firstWith(requests, text);
  if (!request) return { problems };
  const { to, inFiles } = request;
  if (to === null) return { problems: [...problems, "the answer never ended"] };
  const delayMs = attempt.endedAt - to;
  // Nobody can tell that a turn is over before the agent has ended it: where it was not drawn yet, by the end.
  const drawnMs = Math.max(0, (attempt.restedAt ?? attempt.endedAt) - to);
  const expected = `expected it back within ${backWithinMs} ms of the answer's last byte`;
  if (delayMs < 0) problems.push(`${expected}, it came ${-delayMs} ms before it`);
  if (delayMs > backWithinMs + drawnMs)
    problems.push(`${expected}, it took ${delayMs} ms; the end was drawn after ${drawnMs} ms`);
  return { problems, delayMs, drawnMs, ...(inFiles.includes(text) && { note: "in a file" }) };
}

/** Interrupted: the agent hung up on the model. Pure. */
export function judgeInterrupt(attempt: Attempt, request: ModelRequest | undefined): Outcome {
  const problems = judgeExit(attempt, 0);
  const to = request?.to ?? null;
  if (to === null) return { problems: [...problems, "expected the request cut off, it is open"] };
  const delayMs = to - attempt.startedAt;
  if (delayMs < 0) problems.push(`the request was over ${-delayMs} ms before it was interrupted`);
  return { problems, delayMs };
}

/** Nothing was typed: it said so, and the pane shows what it showed. Pure. */
export function judgeRefusal(
  attempt: Attempt,
  before: Set<string>,
  after: string,
  exits: number[],
): string[] {
  return [...judgeExit(attempt, ...exits), ...(before.has(after) ? [] : [changed(before, after)])];
}

function changed(before: Set<string>, after: string): string {
  const old = [...before].at(-1)!.split("\n");
  const rows = after.split("\n").flatMap((row, i) => {
    return row === old[i] ? [] : [`row ${i}: ${quote(old[i] ?? "")} is ${quote(row)} now`];
  });
  return `expected the pane byte for byte as before, ${rows.slice(0, 5).join("; ")}`;
}

/** What came in place of a text: the prompt that shares its beginning or its end. */
function nearest(requests: ModelRequest[], text: string): string {
  const ends = [text.slice(0, 12), text.slice(-12)].map((end) => end.trim()).filter(Boolean);
  const prompts = turns(requests).at(-1)?.prompts ?? [];
  const like = prompts.findLast((prompt) => ends.some((end) => prompt.includes(end)));
  return like === undefined ? "" : `; instead it got ${quote(like)}`;
}

function quote(text: string): string {
  const short = text.length > 160 ? `${text.slice(0, 80)}…${text.slice(-60)}` : text;
  return `${JSON.stringify(short)}${short === text ? "" : ` (${text.length} characters)`}`;
}
