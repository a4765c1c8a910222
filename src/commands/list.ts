import { clean } from "../core/clean.ts";
import { STATUSES } from "../core/types.ts";
import type { SnapshotJson } from "../core/session.ts";
import { askBytes, query } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, terminalWidth } from "./_output.ts";

export default command({
  meta: { name: "list", description: "Every agent, those that need you first" },
  args: {
    status: {
      type: "enum",
      options: [...STATUSES],
      valueHint: "status,…",
      description: "Only these",
    },
    agent: { type: "string", description: "Only this kind of agent" },
    project: { type: "string", description: "Only this project" },
    here: { type: "boolean", description: "Only agents in this directory or below" },
    watch: { type: "boolean", alias: "w", description: "Redraw as things change, until Ctrl-C" },
    quiet: { type: "boolean", alias: "q", description: "Only the ids" },
  },
  examples: [
    ["ccmux list --status waiting", "who needs you"],
    ["ccmux list --here --json", "for scripts"],
  ],
  async run({ args }) {
    const { status, agent, project, here } = args;
    const filters = { status, agent, project, here };
    if (args.watch) return (await import("./_watch.ts")).watchList(filters, args);
    const asked = askBytes({ path: `/v1/sessions${query(filters)}` });
    // Loaded while the daemon answers.
    if (!args.json && !args.quiet) void import("./_table.ts");
    const answer = await asked;
    // As it came: what a terminal would obey is escaped in it.
    if (args.json) return print(answer);
    const { sessions, health } = JSON.parse(answer.toString("utf8")) as SnapshotJson;
    if (args.quiet)
      return sessions.length > 0 ? print(sessions.map(({ id }) => id).join("\n")) : undefined;
    const { renderTable } = await import("./_table.ts");
    const filtered = Object.values(filters).some((value) => value !== undefined);
    if (sessions.length === 0 && filtered) await print("No agent matches.");
    else if (sessions.length === 0 && health.state !== "ok") await print("No agent was found.");
    else await print(await renderTable(sessions, Date.now(), terminalWidth()));
    for (const reason of health.reasons)
      process.stderr.write(`${paint("yellow", "degraded:", process.stderr)} ${clean(reason)}\n`);
  },
});
