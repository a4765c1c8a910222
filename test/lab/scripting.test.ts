/** docs/scripting.md: every recipe is run as it stands there. */
import { readFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab } from "./lab.ts";
import { run } from "./run.ts";

const claude = (state: string, project: string) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  project,
  publishes: true,
});
const cast = [
  claude("idle-after-answer", "shop"),
  claude("permission-bash", "site"),
  claude("idle-after-answer", "docs"),
  { screen: screens.get("codex-0.171.0/working-thinking"), project: "tools" },
];

/** What each prints here. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  "Until one is done": /^codex-\w+ idle\ncodex is done\n$/,
  "Until somebody needs you": /^claude-\w+ permission\n$/,
  "Until a whole project rests": /^claude-\w+ idle\nshop rests\n$/,
  "When it takes too long": /^it still works\n$/,
  "Look before you type": /: would be typed by .*but:\n(?:.*\n)+not now: exit 75\n$/,
  // A stand-in submits nothing, so that nothing can prove it.
  "Send, wait, and take the answer": /^typed, not proven: look at the pane\n$/,
  "What they ask, in their own panes": /^== claude-\w+\n(?:.*\n)*.*Esc to cancel/,
  "Counts, for a status bar": /^▲1 ●1 ○2\n$/,
  "What happened": /appeared/,
};

const page = readFileSync(new URL("../../docs/scripting.md", import.meta.url), "utf8");
const recipes = page.split(/^### /m).flatMap((part) => {
  const [, script] = /```sh\n(.*?)```/s.exec(part) ?? [];
  return script === undefined ? [] : [{ title: part.split("\n", 1)[0]!, script }];
});

it("has an expectation of every recipe", () => {
  expect(recipes.map(({ title }) => title).toSorted()).toEqual(Object.keys(PRINTS).toSorted());
});

it("runs every recipe as it stands there", async () => {
  const lab = await createLab({ cast });
  await lab.startDaemon();
  const bin = join(lab.dir, "path");
  mkdirSync(bin);
  symlinkSync(lab.cliPath, join(bin, "ccmux"));
  const env = { ...lab.env, PATH: `${bin}:${lab.env.PATH}` };
  const codex = lab.stage.actors[3]!;
  // What becomes idle can't be waited for any more: that one is last.
  const [first, ...rest] = recipes;
  for (const { title, script } of [...rest, first!]) {
    const running = run("/bin/sh", ["-c", script], { cwd: lab.dir, env });
    if (title === "Until one is done")
      await lab.stage.show(codex, screens.get("codex-0.171.0/idle-after-answer"));
    const { code, stdout, stderr } = await running;
    expect(stdout, `${title}: ${stderr}`).toMatch(PRINTS[title]!);
    expect([title, code]).toEqual([title, 0]);
  }
}, 240_000);
