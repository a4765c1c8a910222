import { createInterface } from "node:readline";
import type { Seen } from "../ccmux.ts";
import { HOME } from "../ccmux.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Told } from "./watch-told.ts";

/** Of what hooks and state files told, how long each took to a reader of `ccmux events --follow`. */
export interface Latency {
  source: "hook" | "published";
  /** A hook says that a dialog is over: ccmux waits until the screen is seen without it (FR-007). */
  ends: boolean;
  ms: number;
}

/** Starts the witness and returns what it sees, as it sees it. */
export function watchTold(sandbox: Sandbox, states: string | undefined): Told[] {
  const folders = [`${HOME}/session-pids`, ...(states ? [`/home/dev/${states}`] : [])];
  const watch = sandbox.start(["node", "/opt/product/test/real/cases/watch-told.ts", ...folders]);
  const all: Told[] = [];
  createInterface({ input: watch.stdout! }).on("line", (line) =>
    all.push(JSON.parse(line) as Told),
  );
  return all;
}

/**
 * Only events that a hook or a state file alone brought about count: those that say something new of a row since
 * the very moment at which the witness saw a file written. Pure.
 */
export function latencies(told: readonly Told[], seen: readonly Seen[]): Latency[] {
  return seen.flatMap((value, i) => {
    const { id, source, status, arrivedAt, isOld, since } = value;
    if (
      isOld ||
      status === "gone" ||
      since === undefined ||
      (source !== "hook" && source !== "published")
    )
      return [];
    const before = seen.slice(0, i).findLast((each) => each.id === id);
    const isNew = status !== before?.status || value.generation !== before.generation;
    // A file may be written twice for one change: what came after the event did not bring it about.
    const cause = told.findLast(
      ({ writtenAt, statedAt }) =>
        writtenAt <= arrivedAt && (statedAt ?? Math.trunc(writtenAt)) === since,
    );
    const ends = source === "hook" && before?.status === "waiting" && status !== "waiting";
    return isNew && cause ? [{ source, ends, ms: Math.round(arrivedAt - cause.writtenAt) }] : [];
  });
}
