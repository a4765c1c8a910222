import type { Moment } from "./types.ts";

interface Line {
  request: number;
  at?: string;
  closed?: string;
  step?: { verb: string; arg: string }[] | null;
}

/** Reads the mock model's log: when which request was open, and what it answered. */
export function parseRequests(log: string): Moment["requests"] {
  const lines = log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const closed = new Map(
    lines.flatMap(({ request, closed }) => (closed ? [[request, closed]] : [])),
  );
  return lines.flatMap(({ request, at, step }) => {
    if (!at || !step) return []; // Nothing that a model answers, or the line of its end.
    const end = closed.get(request);
    const steps = step.map(({ verb, arg }) => `${verb}:${arg}`).join(" ;; ");
    return [{ from: Date.parse(at), to: end ? Date.parse(end) : null, steps }];
  });
}

/**
 * Gives each state the requests that were open while it lasted, and checks it against them: the
 * model is asked while an agent thinks or streams, and never in the middle of a rest.
 */
export function checkAgainstModel(moments: Moment[], requests: Moment["requests"]): string[] {
  return moments.flatMap((moment) => {
    const { state, truth, expectedAt, endAt } = moment;
    const open = ({ from, to }: Moment["requests"][number], at: number) =>
      from < at && (to ?? Number.POSITIVE_INFINITY) > at;
    moment.requests = requests.filter(({ from, to }) => from < endAt && (to ?? endAt) > expectedAt);
    const middle = (expectedAt + Math.min(endAt, expectedAt + 3000)) / 2;
    const asked = requests.some((request) => open(request, middle));
    if (truth.status === "idle" && asked) return [`"${state}": a model request was open`];
    const thinks = truth.status === "working" && !moment.toolRuns;
    // On a busy machine it is asked a second or two after the agent has begun to draw work.
    return thinks && !moment.requests.length ? [`"${state}": no model request was open`] : [];
  });
}
