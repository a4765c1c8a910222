import type { Seen } from "./ccmux.ts";
import type { Moment, Truth } from "./types.ts";

export type Verdict = "right" | "wrong" | "unknown";

/** One row of the result: a state, and what ccmux made of it. */
export interface Cell {
  state: string;
  expected: string;
  /** What it said in the end. */
  seen: string;
  source: string | null;
  /** From the expected moment to the event's own time and to its arrival; null: it said so already. */
  delayMs: number | null;
  arrivalMs: number | null;
  verdict: Verdict;
  why: string;
  /** What else it said on the way there; no mistake by the rules, but a reader may have acted on it. */
  note: string;
  /** When the wrong thing was said; for the capture beside it. */
  wrongAt: number | null;
}

/** An agent may tell what comes next (a hook, a log) before it draws or publishes it. */
const AHEAD_MS = 300;

const ABSENT = {
  at: 0,
  arrivedAt: 0,
  id: "",
  pid: null,
  status: "absent",
  kind: null,
  source: null,
};
type Value = Seen | typeof ABSENT;

/** Compares what ccmux said, by the time it arrived, with what was so. Pure. */
export function judge(moments: Moment[], seen: Seen[]): Cell[] {
  return moments.map((moment, i) => {
    const { pid, actedAt, endAt } = moment;
    const next = moments[i + 1];
    const from = actedAt ?? (moments[i - 1]?.endAt ?? 0) - AHEAD_MS;
    const mine = seen.filter((value) => value.pid === pid);
    const held: Value = mine.findLast(({ arrivedAt }) => arrivedAt <= from) ?? ABSENT;
    const later = mine.filter(({ arrivedAt }) => arrivedAt > from && arrivedAt < endAt);
    const within = later.filter(
      (value) => !next || value.arrivedAt < endAt - AHEAD_MS || !isRight(next.truth, value),
    );
    return judgeOne(moment, held, within);
  });
}

function judgeOne(
  { state, truth, expectedAt, allowedMs }: Moment,
  held: Value,
  later: Seen[],
): Cell {
  const all: Value[] = [held, ...later];
  const settledFrom = all.findLastIndex((value) => !isRight(truth, value)) + 1;
  const settled = all[settledFrom];
  const last = all.at(-1)!;
  const cell = { state, expected: textOf(truth), seen: textOf(last), source: last.source };
  if (!settled) {
    const verdict = last.status === "unknown" ? "unknown" : "wrong";
    const wrongAt = Math.max(expectedAt + allowedMs, last.arrivedAt);
    return { ...cell, delayMs: null, arrivalMs: null, verdict, why: "never right", wrongAt };
  }
  const already = settled === held;
  const delayMs = already ? null : settled.at - expectedAt;
  const arrivalMs = already ? null : settled.arrivedAt - expectedAt;
  const found = { ...cell, source: settled.source, delayMs, arrivalMs };

  const firstRight = later.find((value) => isRight(truth, value)) ?? settled;
  const relapse = later.find(
    (value) =>
      !isRight(truth, value) && value.arrivedAt >= Math.max(expectedAt, firstRight.arrivedAt),
  );
  if (relapse) {
    const verdict = relapse.status === "unknown" ? "unknown" : "wrong";
    const when = relapse.arrivedAt - expectedAt;
    return {
      ...found,
      verdict,
      why: `${textOf(relapse)} at ${when} ms`,
      wrongAt: relapse.arrivedAt,
    };
  }
  if (arrivalMs !== null && arrivalMs > allowedMs) {
    const before = all[settledFrom - 1] ?? ABSENT;
    const verdict = before.status === "unknown" ? "unknown" : "wrong";
    const why = `${textOf(before)} until then, ${allowedMs} ms are allowed`;
    return { ...found, verdict, why, wrongAt: expectedAt + allowedMs };
  }
  return { ...found, verdict: "right", why: "", wrongAt: null };
}

/** Rows that are none of the tour's processes, and second rows of one: there is one agent at a time. */
export function strangers(moments: Moment[], seen: Seen[]): string[] {
  const pids = new Set(moments.map(({ pid }) => pid));
  const firstId = new Map<number | null, string>();
  for (const { pid, id } of seen) if (!firstId.has(pid)) firstId.set(pid, id);
  const odd = seen.filter(({ pid, id }) => !pids.has(pid) || firstId.get(pid) !== id);
  return [...new Set(odd.map(({ pid, id }) => `${id} (pid ${pid})`))];
}

export function isRight(truth: Truth, { status, kind }: Value): boolean {
  return status === truth.status && (truth.status !== "waiting" || kind === truth.kind);
}

function textOf({ status, kind }: { status: string; kind?: string | null }): string {
  return kind ? `${status} (${kind})` : status;
}
