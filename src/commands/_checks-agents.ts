import type { Agent } from "../agents/define.ts";
import type { AgentPlan } from "../setup/survey.ts";
import { isAtLeast } from "../setup/versions.ts";
import { ok, warning, type Check } from "./_check.ts";

/** What is installed, beside what our rules were checked against. Pure. */
export function checkVersions(
  found: readonly Pick<AgentPlan, "agent" | "title" | "program" | "version">[],
  agents: ReadonlyMap<string, Pick<Agent, "verified">>,
): Check[] {
  const installed = found.filter(({ program }) => program !== null);
  if (installed.length === 0) return [ok("agents", "none of those we know is on PATH")];
  return installed.map(({ agent, title, version }) => {
    const verified = (agents.get(agent)?.verified ?? []).toSorted((a, b) =>
      isAtLeast(a, b) ? -1 : 1,
    );
    const [newest] = verified;
    const name = "agent";
    if (version === null)
      return warning(name, `${title} does not tell its version`, `Run \`${agent} --version\`.`);
    if (newest === undefined) {
      return warning(
        name,
        `${title} ${version}: its rules were never checked against the real one`,
        "Where a row is wrong, `ccmux explain` on it says why: please report that.",
      );
    }
    if (verified.includes(version)) return ok(name, `${title} ${version}, checked`);
    const [between, side] = isAtLeast(version, newest)
      ? [`newer than ${newest}, which was checked last`, "newer"]
      : isAtLeast(version, verified.at(-1)!)
        ? [`between ${verified.toReversed().join(" and ")}, which were checked`, null]
        : [`older than ${verified.at(-1)}, the oldest that was checked`, "older"];
    const message = `${title} ${version}, ${between}`;
    if (side === null) return ok(name, message);
    return warning(
      name,
      message,
      "Where a row is wrong, `ccmux explain` on it says why: please report that.",
    );
  });
}
