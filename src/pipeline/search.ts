import { bestOf, findLines, rank, toPattern, type Hit } from "../core/search.ts";
import type { Session } from "../core/session.ts";
import type { Pool } from "../workers/pool.ts";
import type { SaidPorts } from "./said.ts";
import type { Pipeline } from "./pipeline.ts";

export interface SearchRequest {
  words: string;
  /** Sessions at most. */
  limit: number;
}

export interface SearchOutcome {
  /** The best first; each has hits, the best first. */
  found: { session: Session; hits: Hit[] }[];
  /** False: there was no time for all, or more was found than was asked for. */
  complete: boolean;
}

/** One client reads so many panes: others' clients have their turn in between. */
const PANES_AT_ONCE = 40;
const TIMEOUT_MS = 3000;
/** For all of it. Logs come last, those that were used last first. */
const BUDGET_MS = 5000;

/** Looks through rows, panes and logs. One task at a time: scans need the threads too. */
export function createSearch(
  pool: Pick<Pool, "run">,
  pipeline: Pick<Pipeline, "occupants">,
  logOf: SaidPorts["logOf"],
  now: () => number,
): (sessions: readonly Session[], request: SearchRequest) => Promise<SearchOutcome> {
  return async (sessions, { words, limit }) => {
    const until = now() + BUDGET_MS;
    let complete = true;
    const hits = new Map(sessions.map((session) => [session.id, hitsInRow(session, words)]));
    for (const { socket, panes, ids } of byServer(sessions, pipeline)) {
      if (now() > until) complete = false;
      else {
        const answer = await pool.run("searchPanes", {
          socket,
          panes,
          words,
          timeoutMs: TIMEOUT_MS,
        });
        complete &&= answer !== null;
        for (const { id, lines } of answer ?? [])
          hits
            .get(ids.get(id)!)!
            .push(...lines.map((line): Hit => ({ where: "pane", at: null, line })));
      }
    }
    const lastUsed = sessions.toSorted((a, b) => (b.lastActivityAt ?? 0) - (a.lastActivityAt ?? 0));
    for (const { id, agent } of lastUsed) {
      const link = logOf(id)?.link;
      if (!link) continue;
      if (now() > until) complete = false;
      else {
        const { path, nativeId } = link;
        const answer = await pool.run("searchLog", { agent, path, nativeId, words });
        complete &&= answer !== null;
        hits.get(id)!.push(...(answer ?? []));
      }
    }
    const found = sessions
      .map((session) => ({ session, hits: bestOf(hits.get(session.id)!, words) }))
      .filter(({ hits: { length } }) => length > 0);
    return {
      found: rank(found, words).slice(0, limit),
      complete: complete && found.length <= limit,
    };
  };
}

function hitsInRow({ lastPrompt, lastUserInputAt, title }: Session, words: string): Hit[] {
  const pattern = toPattern(words);
  const of = (where: Hit["where"], text: string | null, at: number | null): Hit[] =>
    findLines(text ?? "", pattern).map((line) => ({ where, at, line }));
  return [...of("prompt", lastPrompt, lastUserInputAt), ...of("title", title, null)];
}

interface Batch {
  socket: string;
  panes: { id: string; serverPid: number; panePid: number }[];
  /** `%N` → the session's id. */
  ids: Map<string, string>;
}

function byServer(
  sessions: readonly Session[],
  { occupants }: Pick<Pipeline, "occupants">,
): Batch[] {
  const batches: Batch[] = [];
  for (const { id: session } of sessions) {
    const pane = occupants.get(session)?.pane;
    if (!pane?.inFront) continue;
    const { socket, info } = pane;
    let batch = batches.findLast((one) => one.socket === socket);
    if (!batch || batch.panes.length === PANES_AT_ONCE)
      batches.push((batch = { socket, panes: [], ids: new Map() }));
    batch.panes.push({ id: info.id, serverPid: info.serverPid, panePid: info.panePid });
    batch.ids.set(info.id, session);
  }
  return batches;
}
