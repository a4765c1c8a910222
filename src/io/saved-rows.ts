import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../core/session.ts";

export interface SavedRows {
  /** Rows that lived when the daemon ended. */
  living(): Session[];
  /** Ended ones whose label waits for their conversation to be resumed. */
  resting(): Session[];
  save(row: Session): void;
  end(row: Session, now: number): void;
  /** Labels of conversations that ended before this moment are free. */
  forget(before: number): void;
}

export function createSavedRows(db: DatabaseSync): SavedRows {
  const select = db.prepare("SELECT row FROM sessions WHERE (ended_at IS NULL) = ?");
  const upsert = db.prepare(
    `INSERT INTO sessions (id, label, ended_at, row) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET label = excluded.label, ended_at = excluded.ended_at, row = excluded.row`,
  );
  const takeOver = db.prepare("DELETE FROM sessions WHERE ended_at IS NOT NULL AND label = ?");
  const remove = db.prepare("DELETE FROM sessions WHERE id = ?");
  const removeOld = db.prepare("DELETE FROM sessions WHERE ended_at < ?");
  const read = (isLiving: boolean): Session[] =>
    select.all(Number(isLiving)).map(({ row }) => JSON.parse(String(row)) as Session);

  // What people wrote stays in memory: logs tell it again.
  const toText = (row: Session): string =>
    JSON.stringify({ ...row, lastPrompt: null, title: null });

  return {
    living: () => read(true),
    resting: () => read(false),
    save(row) {
      if (row.label !== null) takeOver.run(row.label);
      upsert.run(row.id, row.label, null, toText(row));
    },
    end(row, now) {
      if (row.label === null || row.nativeId === null) return void remove.run(row.id);
      takeOver.run(row.label);
      upsert.run(row.id, row.label, now, toText(row));
    },
    forget: (before) => void removeOld.run(before),
  };
}
