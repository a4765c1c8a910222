import type { Agent } from "../agents/define.ts";
import { AppError } from "../core/errors.ts";
import { directoryName } from "../core/paths.ts";
import type { Occupant } from "../pipeline/world.ts";
import type { Target } from "./look.ts";

/**
 * Whom and where to write to.
 * @throws AppError E_GONE, or E_REFUSED for a session that is in no pane, or maybe in none
 */
export function toTarget(
  occupant: Occupant | undefined,
  agents: ReadonlyMap<string, Agent>,
  startedAt: number,
): Target {
  const agent = agents.get(occupant?.agent ?? "");
  if (!occupant || !agent)
    throw new AppError(
      "E_GONE",
      "The session has ended.",
      "Run `ccmux list` to see what there is.",
    );
  const { pane, process, bound, job } = occupant;
  if (!pane && job) {
    throw new AppError(
      "E_REFUSED",
      `Nothing was typed: ${occupant.id} is a background agent, and runs in no pane.`,
      `Open it in one: \`${agent.background?.opens(job.name)}\`.`,
    );
  }
  // One by descent has a terminal of its own: what is in front of the pane cannot be told from it.
  if (!pane || bound === "none" || bound === "unverified" || bound === "ancestry") {
    throw new AppError(
      "E_REFUSED",
      `Nothing was typed: ${occupant.id} is in no pane that is surely its own.`,
      "Run `ccmux explain <ref>`.",
    );
  }
  return {
    agent,
    pid: process.pid,
    startTicks: process.startTicks,
    startedAt,
    socket: pane.socket,
    serverPid: pane.info.serverPid,
    panePid: pane.info.panePid,
    pane: pane.info.id,
    project: directoryName(process.agent?.cwd),
    onPaneTty: process.tty === pane.info.tty,
  };
}
