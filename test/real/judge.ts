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
/** On a busy machine agents draw the end of a turn by seconds later than they tell it. */
const TOLD_AHEAD_MS = 3000;

type Value = Omit<Seen, "status"> & { status: Seen["status"] | "absent" };
const ABSENT: Value = {
  at: 0,
  arrivedAt: 0,
  id: "",
  pid: null,
  status: "absent",
  kind: null,
  source: null,
};

/** Compares what ccmux said, by the time it arrived, with what was so. Pure. */
export function judge(moments: Moment[], seen: Seen[]): Cell[] {
  return moments.map((moment, i) => {
    const { pid, actedAt, endAt } = moment;
    const before = moments[i - 1];
    const next = moments[i + 1];
    const from = actedAt ?? (before?.endAt ?? 0) - AHEAD_MS;
    const mine = seen.filter((value) => value.pid === pid);
    const held = mine.findLast(({ arrivedAt }) => arrivedAt <= from) ?? ABSENT;
    const later = mine.filter(
      (value) =>
        value.arrivedAt > from &&
        value.arrivedAt < endAt &&
        !(next && isRight(next.truth, value) && value.arrivedAt >= endAt - aheadMs(moment, value)),
    );
    return judgeOne(moment, held, later, before?.truth);
  });
}

/** A hook or a log may speak as soon as the model has answered all. */
function aheadMs({ requests }: Moment, { source, arrivedAt }: Value): number {
  const isTold = source === "hook" || source === "log";
  const isAnswered = requests.length > 0 && requests.every(({ to }) => to && to <= arrivedAt);
  return isTold && isAnswered ? TOLD_AHEAD_MS : AHEAD_MS;
}

function judgeOne(moment: Moment, held: Value, later: Seen[], before: Truth | undefined): Cell {
  const { state, truth, expectedAt, allowedMs, endsTurnFirst, endAt } = moment;
  const right = (value: Value) => isRight(truth, value);
  const all: Value[] = [held, ...later];
  const last = all.at(-1)!;
  const first = later.find(right) ?? all.find(right);
  const isNew = first !== held && first;

  // Somebody is told that nothing is to be done, while the agent works or waits: however short, and
  // however soon after the key, that is no state on the way there. Only still to say so is.
  const busy = truth.status === "working" || truth.status === "waiting";
  const isLie = (value: Value, before: Value | undefined) =>
    busy && !endsTurnFirst && value.status === "idle" && !!before && before.status !== "idle";
  // From here on it has to be right: once it was, and at the latest when the allowed time is over.
  const bound = expectedAt + allowedMs;
  const due = first ? Math.min(bound, Math.max(expectedAt, first.arrivedAt)) : bound;
  const mistakes = all.flatMap((value, i) => {
    const end = all[i + 1]?.arrivedAt ?? endAt;
    if (isLie(value, all[i - 1])) return [{ value, start: value.arrivedAt, end }];
    return right(value) || end <= due
      ? []
      : [{ value, start: Math.max(due, value.arrivedAt), end }];
  });
  const honest = mistakes.every(({ value }) => value.status === "unknown");
  const since = (at: number) => (at === endAt ? "the end" : `${at - expectedAt} ms`);
  return {
    state,
    expected: textOf(truth),
    seen: textOf(last),
    source: (first ?? last).source,
    delayMs: isNew ? first.at - expectedAt : null,
    arrivalMs: isNew ? first.arrivedAt - expectedAt : null,
    verdict: !mistakes.length ? "right" : honest ? "unknown" : "wrong",
    why: mistakes
      .map(({ value, start, end }) => `${textOf(value)} from ${since(start)} to ${since(end)}`)
      .join(", "),
    note: detours(all.slice(1, first ? all.indexOf(first) : undefined), truth, before)
      .map((value) => `${textOf(value)} at ${since(value.arrivedAt)}`)
      .join(", "),
    wrongAt: mistakes[0]?.start ?? null,
  };
}

/** What lies neither behind nor ahead. To work is on the way everywhere, and not to know is honest. */
function detours(values: Value[], truth: Truth, before: Truth | undefined): Value[] {
  return values.filter((value) => {
    const known = isRight(truth, value) || (before && isRight(before, value));
    return !known && value.status !== "unknown" && value.status !== "working";
  });
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
