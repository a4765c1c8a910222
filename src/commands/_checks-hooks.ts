import type { AgentPlan, FilePlan } from "../setup/survey.ts";
import { ok, warning, type Check } from "./_check.ts";

type Hooks = Pick<AgentPlan, "title"> & {
  files: readonly Pick<FilePlan, "path" | "state" | "events" | "standing">[];
};

const NAME = "hooks";
const SETUP = "Run `ccmux setup`: it shows what would change.";

/** Whether what agents were told to run is there, of this version, and run. Pure. */
export function checkHooks(agents: readonly Hooks[], script: Pick<FilePlan, "state">): Check[] {
  const told = agents.flatMap(({ title, files }) =>
    files.filter(({ events }) => events.length > 0).map((file) => checkFile(title, file)),
  );
  if (told.length === 0)
    return [ok(NAME, "no agent has any; `ccmux setup` says what they would tell")];
  if (script.state === "installed") return told;
  const because = script.state === "absent" ? "is missing" : "is not this version's";
  return [...told, warning(NAME, `the script that they run ${because}`, SETUP)];
}

function checkFile(
  title: string,
  { path, state, events, standing }: Hooks["files"][number],
): Check {
  if (state !== "installed")
    return warning(NAME, `${title}: those in ${path} are not this version's`, SETUP);
  const { off = null, untrusted = null, hint = "" } = standing?.now ?? {};
  if (off !== null) return warning(NAME, `${title}: they are switched off by ${off}`, hint);
  if (untrusted !== null && untrusted.length > 0)
    return warning(NAME, `${title}: ${untrusted.length} are not trusted yet, and do not run`, hint);
  return ok(NAME, `${title}: ${events.length} events`);
}
