import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ccmux } from "./ccmux.ts";
import { saveCaptures, saveExplanation, saveLogs, saveMarkers } from "./evidence.ts";
import { judge, strangers } from "./judge.ts";
import { about, type Result } from "./report.ts";
import { checkAgainstModel, parseRequests } from "./requests.ts";
import type { Sandbox } from "./sandbox.ts";
import { walk } from "./tour.ts";
import { Witness } from "./truth.ts";
import type { Agent } from "./types.ts";

export interface StatusOptions {
  hooks: "on" | "off";
  /** Without ccmux: only to see what is so. */
  truthOnly: boolean;
}

/** Walks a real agent through its states and judges what ccmux said of each. */
export async function measureStatus(
  agent: Agent,
  folder: string,
  sandbox: Sandbox,
  { hooks, truthOnly }: StatusOptions,
): Promise<Result> {
  const { version, date, machine } = await about(agent.name, sandbox);
  const states = agent.states ? `/home/dev/${agent.states}` : "";
  const { launcher, program } = agent.launched ?? {};
  const watch = [
    "node",
    "/opt/product/test/real/watch.ts",
    "/opt/log/tmux.sock",
    agent.name,
    states,
    ...(launcher && program ? [launcher, program] : []),
  ];
  const witness = new Witness(sandbox.start(watch));
  await witness.until(
    "the shell's prompt",
    10_000,
    (s) => ("look" in s && /^\$/m.test(s.look.screen)) || undefined,
  );

  const keep = (name: string, text: string) => writeFile(join(folder, name), `${text}\n`);
  const keepAll = async () => {
    await keep(
      "sightings.jsonl",
      witness.sightings.map((sighting) => JSON.stringify(sighting)).join("\n"),
    );
    await keep("events.jsonl", ccmux?.lines.join("\n") ?? "");
    await saveLogs(folder, sandbox);
    await saveMarkers(folder, sandbox);
  };
  const ccmux = truthOnly ? undefined : new Ccmux(sandbox);
  if (hooks === "on") await ccmux?.setUp(agent);
  await ccmux?.start();
  const args = hooks === "on" ? [agent.args, agent.hookArgs].filter(Boolean).join(" ") : agent.args;
  const onHeld = ccmux ? { onHeld: saveExplanation.bind(undefined, folder, ccmux) } : {};
  const moments = await walk({ agent, args, sandbox, witness, ...onHeld }).finally(keepAll);

  const faults = checkAgainstModel(moments, parseRequests(await sandbox.requests()));
  faults.push(...(ccmux?.faults ?? []));
  if (ccmux && hooks === "on" && !ccmux.seen.some(({ source }) => source === "hook"))
    faults.push("no hook was ever the one to tell");
  const cells = ccmux ? judge(moments, ccmux.seen) : [];
  if (ccmux)
    faults.push(...strangers(moments, ccmux.seen).map((row) => `a row that is no agent: ${row}`));

  await saveCaptures(folder, cells, witness.sightings);
  const result = {
    agent: agent.name,
    version,
    hooks,
    date,
    machine,
    moments,
    absent: agent.absent ?? [],
    cells,
    faults,
  } as const;
  await keep("result.json", JSON.stringify(result, null, 1));
  return result;
}
