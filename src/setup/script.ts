import { join } from "node:path";
import type { Paths } from "../core/paths.ts";
import type { Known } from "./find.ts";
import { hookFiles } from "./hook-files.ts";
import { SCRIPT_NAME } from "./own.ts";
import { isRefusal, same, type Task } from "./plan.ts";
import { UNSEEN, type AgentPlan, type FilePlan, type World } from "./survey.ts";
import { lookAt } from "./target.ts";

/** The script that hooks run: made when the first one needs it, removed with the last. */
export function planScript(
  { disk, uid, paths }: World,
  task: Task,
  all: readonly Known[],
  plans: readonly AgentPlan[],
): FilePlan {
  const path = scriptPath(paths);
  const none = { ...UNSEEN, agent: "ccmux", path };
  const target = lookAt(disk, path, uid, 0o700);
  if (isRefusal(target)) return { ...none, state: "unknown", refused: target };
  const base = { ...none, target };
  const runs = all
    .filter(({ rules }) => rules.place.kind === "json")
    .map(({ agent }) => agent.name);
  const isNeeded = plans
    .filter(({ agent }) => runs.includes(agent))
    .some(({ isLeftOut, files }) =>
      files.some(({ state, events, change, refused }) => {
        const isTouched = !isLeftOut && change !== null && refused === null;
        return isTouched ? task === "install" : events.length > 0 || state === "unknown";
      }),
    );
  const full = Buffer.from(hookFiles("", [], paths.markers).script);
  const { bytes, closed } = target;
  const after = task === "install" ? (isNeeded ? full : bytes) : isNeeded ? bytes : null;
  const state = bytes === null ? "absent" : same(bytes, full) ? "installed" : "outdated";
  if (same(after, bytes)) return { ...base, state, refused: null };
  return { ...base, state, change: { after, origin: null }, refused: closed };
}

export function scriptPath({ config }: Paths): string {
  return join(config, "..", "hooks", SCRIPT_NAME);
}
