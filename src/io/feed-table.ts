import type { DatabaseSync } from "node:sqlite";
import { typesOf, type FeedEventJson, type FeedPage } from "../core/feed.ts";
import type { FeedLimits, FeedQuery, FeedRecord } from "../core/feed.ts";
import { formatSeq } from "../core/seq.ts";
import { inTransaction } from "./state-schema.ts";

export interface FeedTable {
  /** Number of the newest event. */
  readonly n: number;
  add(record: FeedRecord): void;
  /** @param epoch of the numbers in it */
  read(query: FeedQuery, epoch: string): FeedPage;
  /** Removes a part of what is too old or over the size. @returns whether there may be more */
  prune(limits: FeedLimits, now: number): boolean;
  /** What happened up to there is not kept. */
  beginAfter(n: number, at: number): void;
}

/** So many go at once: some milliseconds. */
const CHUNK = 2000;
const DAY_MS = 24 * 3_600_000;

export function createFeedTable(db: DatabaseSync): FeedTable {
  const insert = db.prepare(
    "INSERT OR REPLACE INTO feed (n, at, types, session, label, agent, native_id, event) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const oldest = db.prepare("SELECT n, at FROM feed ORDER BY n LIMIT 1");
  const newest = db.prepare("SELECT n FROM feed ORDER BY n DESC LIMIT 1");
  const count = db.prepare("SELECT count(*) AS count FROM feed");
  const remove = db.prepare(
    "DELETE FROM feed WHERE n IN (SELECT n FROM feed WHERE at < ? ORDER BY n LIMIT ?) RETURNING n, at",
  );
  /** The newest that was removed for its age or for room. */
  const pruned = db.prepare("SELECT value FROM meta WHERE key = 'pruned'");
  const setPruned = db.prepare(
    "INSERT INTO meta (key, value) VALUES ('pruned', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const beginAfter = (n: number, at: number): void => void setPruned.run(`${n} ${at}`);
  const pragma = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  const pageSize = pragma("page_size");
  const usedBytes = (): number => (pragma("page_count") - pragma("freelist_count")) * pageSize;

  return {
    get n() {
      return Number(newest.get()?.n ?? 0);
    },
    add({ n, at, event }) {
      const { id = null, label = null, agent = null, nativeId = null } = event.session ?? {};
      const types = ` ${typesOf(event).join(" ")} `;
      insert.run(n, at, types, id, label, agent, nativeId, JSON.stringify(event));
    },
    read(query, epoch) {
      const { where, values } = toWhere(query);
      const fromStart = query.after !== null || query.notBefore !== null;
      const rows = db
        .prepare(
          `SELECT n, event FROM feed ${where} ORDER BY n ${fromStart ? "ASC" : "DESC"} LIMIT ?`,
        )
        .all(...values, query.limit + 1) as { n: number; event: string }[];
      const page = rows.slice(0, query.limit);
      const [n = 0, at = 0] = String(pruned.get()?.value ?? "")
        .split(" ")
        .map(Number);
      return {
        events: (fromStart ? page : page.toReversed()).map((row) => ({
          seq: formatSeq(epoch, row.n),
          ...(JSON.parse(row.event) as Omit<FeedEventJson, "seq">),
        })),
        more: rows.length > page.length,
        complete:
          !fromStart || (query.after !== null ? query.after >= n : (query.notBefore ?? 0) > at),
      };
    },
    prune({ feedDays, feedMegabytes }, now) {
      const isOver = usedBytes() > feedMegabytes * 1e6;
      const before = isOver ? Number.MAX_SAFE_INTEGER : now - feedDays * DAY_MS;
      const first = oldest.get() as { n: number; at: number } | undefined;
      if (!first || first.at >= before) return false;
      const share = isOver ? Math.ceil(Number(count.get()?.count) / 8) : CHUNK;
      return inTransaction(db, () => {
        const gone = remove.all(before, Math.min(CHUNK, share)) as { n: number; at: number }[];
        beginAfter(Math.max(...gone.map(({ n }) => n)), Math.max(...gone.map(({ at }) => at)));
        return true;
      });
    },
    beginAfter,
  };
}

function toWhere({ after, notBefore, session, agent, types }: FeedQuery): {
  where: string;
  values: (string | number)[];
} {
  const parts: [sql: string, values: (string | number)[]][] = [];
  if (after !== null) parts.push(["n > ?", [after]]);
  if (notBefore !== null) parts.push(["at >= ?", [notBefore]]);
  // A gap concerns everybody: see `matches`.
  if (session !== null)
    parts.push([
      "(session = ? OR label = ? OR native_id = ? OR types = ' gap ')",
      [session, session, session],
    ]);
  if (agent !== null) parts.push(["(agent = ? OR types = ' gap ')", [agent]]);
  if (types !== null)
    parts.push([
      `(${types.map(() => "types LIKE ?").join(" OR ")})`,
      types.map((type) => `% ${type} %`),
    ]);
  return {
    where: parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(" AND ")}` : "",
    values: parts.flatMap(([, values]) => values),
  };
}
