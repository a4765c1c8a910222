import stringWidth from "string-width";
import { expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import type { ActorSpec } from "../../src/stage/actor.ts";
import type { Screen } from "../../src/stage/screens.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";
import { expectedRows, saidRows } from "./rows.ts";

const COUNT = 60;
const PROJECTS = [
  "storefront",
  "api-gateway",
  "docs-site",
  "billing",
  "ml-pipeline",
  "mobile-app",
  "infra",
];

/** Cursor and Antigravity were never recorded: their screens are composed of what is known of them. */
const composed = (["cursor", "antigravity"] as const).flatMap((name) =>
  agents
    .get(name)!
    .screen!.examples.map(({ screen, title = "", status, kind = null }, at): Screen => ({
      ...screens.get("pi-1.6.0/idle-fresh"),
      id: `${name}/example-${at}`,
      agent: name,
      title,
      status: status as Screen["status"],
      kind,
      lines: screen.replace(/^\n|\n$/g, "").split("\n"),
      cols: 120,
      rows: 40,
      cursor: null,
    })),
);
const byAgent = new Map<string, Screen[]>();
const recorded = screens.ids
  .filter((id) => !/80x24|first-run-offline|\/hooks-/.test(id))
  .map((id) => screens.get(id));
for (const screen of [...recorded, ...composed]) {
  if (screen.status === ("unknown" as string)) continue;
  byAgent.set(screen.agent, [...(byAgent.get(screen.agent) ?? []), screen]);
}
/** In turns, and each agent's screens in strides, so that all states come up. */
const cast = Array.from({ length: COUNT }, (_, at): ActorSpec => {
  const all = [...byAgent.values()][at % byAgent.size]!;
  const screen = all[(Math.floor(at / byAgent.size) * 5) % all.length]!;
  return { screen, project: PROJECTS[(at * 3) % PROJECTS.length]!, session: `team-${at % 4}` };
});

/** What `ccmux list` draws in a real terminal of that width. */
async function drawn(lab: Lab, columns: number): Promise<string[]> {
  const words = Object.entries(lab.env).map(([name, value]) => `${name}=${value}`);
  const script = '"$0" list; printf "%s\\n" done; exec sleep 1000';
  await lab.stage.tmux(
    "new-session",
    "-d",
    "-s",
    `w${columns}`,
    "-x",
    String(columns),
    "-y",
    "80",
    "env",
    ...words,
    "sh",
    "-c",
    script,
    lab.cliPath,
  );
  const screen = await eventually(
    async () => (await lab.stage.tmux("capture-pane", "-p", "-t", `w${columns}:`)).split("\n"),
    (lines) => lines.includes("done"),
    10_000,
  );
  return screen.slice(0, screen.indexOf("done"));
}

it(`lists ${COUNT} stand-ins of all nine agents right, and fits them into 120 and 60 columns`, async () => {
  expect([...byAgent.keys()].toSorted()).toEqual([...agents.keys()].toSorted());
  const lab = await createLab({ cast });
  const expected = expectedRows(lab.stage.expected());
  const sessions = await eventually(
    () => lab.sessions(),
    (seen) => JSON.stringify(saidRows(seen)) === JSON.stringify(expected),
  );
  expect(saidRows(sessions)).toEqual(expected);
  await openPane(lab.stage, "sleep", "1000"); // Sets the window size free.
  for (const columns of [120, 60]) {
    const lines = await drawn(lab, columns);
    console.info(`\n${lines.join("\n")}`);
    expect(lines).toHaveLength(COUNT + 1);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  }
});
