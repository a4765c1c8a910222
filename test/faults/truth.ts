import type { SessionJson } from "../../src/core/session.ts";
import type { ExpectedRow } from "../../src/stage/actor.ts";

/** What a list says otherwise than the stage knows it; the one that can be typed to is only counted. */
export function differences(
  said: readonly SessionJson[],
  expected: readonly ExpectedRow[],
  typistPane: string,
): string[] {
  const rest = new Map(said.map((session) => [session.pid, session]));
  const found: string[] = [];
  for (const row of expected) {
    const session = rest.get(row.pid);
    rest.delete(row.pid);
    const is = session
      ? `${session.agent} ${session.status} ${session.attention?.kind ?? null} ${session.pane?.id} ${session.pane?.target}`
      : "missing";
    const must = `${row.agent} ${row.status} ${row.kind} ${row.paneId} ${row.target}`;
    if (is !== must) found.push(`pid ${row.pid} is ${is}, not ${must}`);
  }
  const others = [...rest.values()].filter(({ pane }) => pane?.id !== typistPane);
  for (const { id, pane } of others) found.push(`${id} at ${pane?.id} is nobody's`);
  const typist = [...rest.values()].find(({ pane }) => pane?.id === typistPane);
  if (typist?.status !== "idle") found.push(`the typist is ${typist?.status ?? "missing"}`);
  return found;
}
