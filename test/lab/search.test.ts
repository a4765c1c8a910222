/** `ccmux search` over rows, logs and panes of stand-ins that run. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "../../src/stage/actor.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab, type Lab } from "./lab.ts";
import { claudeLog, expectRow } from "./said.ts";

interface Answer {
  query: string;
  complete: boolean;
  results: { id: string; pane: { id: string }; hits: { where: string; line: string }[] }[];
}

let lab: Lab;
let told: Actor, shows: Actor;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  lab = await createLab({ atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  [told, shows] = (await lab.stage.add([
    { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true },
    { screen: screens.get("codex-0.171.0/working-thinking") },
  ])) as [Actor, Actor];
  const log = claudeLog(lab, told);
  log.prompt("mend the wobbly zebra crossing");
  log.answer("The zebra stands.\x1b]0;owned\x07");
  log.prompt("and now the other thing");
  log.answer("Done.");
  await expectRow(lab, told, { lastPrompt: "and now the other thing" });
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

it("names the session, whose words, and the line", async () => {
  const { complete, results } = await lab.json<Answer>(["search", "ZEBRA"]);
  expect(complete).toBe(true);
  expect(results).toMatchObject([
    {
      pane: { id: told.pane!.id },
      hits: [
        { where: "prompt", line: "mend the wobbly zebra crossing" },
        { where: "answer", line: expect.stringMatching(/^The zebra stands\./) },
      ],
    },
  ]);
});

it("looks at what panes show", async () => {
  const word = shows.screen.lines.join("\n").match(/[a-z]{6,}/)![0];
  const { results } = await lab.json<Answer>(["search", word]);
  const one = results.find(({ pane }) => pane.id === shows.pane!.id)!;
  expect(one.hits[0]).toMatchObject({ where: "pane", line: expect.stringContaining(word) });
});

it("is for people: words without quotes, no escapes of an agent's", async () => {
  const { code, stdout } = await lab.cli(["search", "zebra", "stands"]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^claude-\w{8} {2}project {2}main:0\.0\n {2}answer +\d+s {2}The zebra/),
  ]);
  expect(stdout).not.toContain("\x1b");
});

it("finds nothing: exit 1, and one JSON document all the same", async () => {
  expect(await lab.cli(["search", "giraffe"])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining('"giraffe"'),
  });
  const { code, stdout } = await lab.cli(["search", "giraffe", "--json"]);
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    { query: "giraffe", complete: true, results: [] },
  ]);
});

it.each([
  [["z"], `"z" can't be searched for`],
  [["zebra", "--limit", "0"], "limit:"],
])("%j is a usage error", async (args, words) => {
  expect(await lab.cli(["search", ...args])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining(words),
  });
});
