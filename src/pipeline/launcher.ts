import type { Agent } from "../agents/define.ts";
import type { Verdict } from "./cascade.ts";

/** A process that may be but a launcher gets no row for so long, unless it draws. Gemini took 12 s on a busy machine. */
const LAUNCHER_MS = 30_000;
export const LAUNCHER_LOOK_MS = 500;

export function mayBeLauncher(
  agent: Agent | undefined,
  { status }: Verdict,
  ageMs: number,
): boolean {
  return agent?.process.relaunches === true && status === "unknown" && ageMs < LAUNCHER_MS;
}
