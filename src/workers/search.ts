import { randomBytes } from "node:crypto";
import type { LogEntry } from "../agents/_log.ts";
import { registry } from "../agents/_registry.ts";
import { bestOf, findLines, toPattern, type Hit } from "../core/search.ts";
import { runTmux } from "../io/tmux.ts";
import { PANE_ID } from "./captures.ts";
import { readRows } from "./database.ts";
import { linesBetween, readLine, withLog } from "./log-lines.ts";

export interface LogSearch {
  agent: string;
  path: string;
  /** The conversation, where the file is a database of many. */
  nativeId: string | null;
  words: string;
}

/** Of a longer log only its end is looked through. */
const MAX_BYTES = 2 << 20;
/** What every writer of JSON writes as it is. */
const SAME_IN_JSON = /^[\w .,:;()-]+$/;

/** The best lines of a log; null when it can't be read. */
export function searchLog({ agent, path, nativeId, words }: LogSearch): Hit[] | null {
  const rules = registry.get(agent)?.log;
  if (!rules) return null;
  const pattern = toPattern(words);
  const hitsOf = (entry: LogEntry): Hit[] =>
    entry.type === "prompt" || entry.type === "answer"
      ? findLines(entry.text, pattern).map((line) => ({ where: entry.type, at: entry.at, line }))
      : [];
  if (rules.database) {
    try {
      return bestOf(readRows(rules, path, nativeId ?? "").flatMap(hitsOf), words);
    } catch {
      return null;
    }
  }
  return withLog(path, (fd, size) => {
    const hits: Hit[] = [];
    for (const line of linesBetween(fd, Math.max(0, size - MAX_BYTES), size, rules)) {
      if (SAME_IN_JSON.test(words) && !pattern.test(line.toString("utf8"))) continue;
      hits.push(...readLine(line, rules).flatMap(hitsOf));
    }
    return bestOf(hits, words);
  });
}

export interface PaneSearch {
  socket: string;
  /** The panes that are meant: another server's `%N` must not answer. */
  panes: readonly { id: string; serverPid: number; panePid: number }[];
  words: string;
  timeoutMs: number;
}

/** Rows above the visible screen. */
const HISTORY = 300;

/** Lines with the words by pane, from one client; null when that failed. */
export async function searchPanes(
  search: PaneSearch,
): Promise<{ id: string; lines: string[] }[] | null> {
  const nonce = randomBytes(16).toString("hex");
  const wanted = search.panes.filter(({ id }) => PANE_ID.test(id));
  const stdin = wanted
    .map(
      ({ id }) =>
        `display-message -p -t ${id} "${nonce} #{pid} #{pane_pid} #{pane_id}"\ncapture-pane -p -S -${HISTORY} -t ${id}\n`,
    )
    .join("");
  const { socket, timeoutMs, words } = search;
  const result = await runTmux(socket, ["source-file", "-"], { stdin, timeoutMs });
  if (!result.ok) return null;
  const known = new Set(
    wanted.map(({ id, serverPid, panePid }) => `${serverPid} ${panePid} ${id}`),
  );
  const pattern = toPattern(words);
  return result.stdout
    .split(`${nonce} `)
    .slice(1)
    .flatMap((block) => {
      const end = block.indexOf("\n");
      const head = block.slice(0, end);
      const lines = known.has(head) ? findLines(block.slice(end + 1), pattern) : [];
      return lines.length > 0 ? [{ id: head.slice(head.lastIndexOf(" ") + 1), lines }] : [];
    });
}
