/** All that an agent can say is said by one at once: nothing of it runs, and no terminal, log or file obeys it. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import type { Actor } from "../../src/stage/actor.ts";
import { writeToTty } from "../../src/stage/pane.ts";
import { OBEYED } from "../fuzz/fuzz.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { claudeLog, expectRow, rowOf } from "./said.ts";

/** Made by whoever runs what he should show. */
const RAN = `ran-${process.pid}`;
const RUNS = `#{pane_id}#(touch ${RAN})$(touch ${RAN})\`touch ${RAN}\`;touch ${RAN};'"`;
/** Colour, title, clipboard, erase, other ways to begin and end them, and the order of letters. */
const ATTACK = "\x1b[31m\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x1b\\\x9b2J\x90q\x9c\r\x7f\u202e\u2066";
const EVIL = `evil ${RUNS}${ATTACK}\nsecond`;
let lab: Lab;
let evil: Actor;
let others: Actor[];
let before: (SessionJson | undefined)[];
let row: SessionJson;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  lab = await createLab({ atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  const idle = screens.get("claude-2.1.332/idle-after-answer");
  [evil, ...others] = (await lab.stage.add([
    { screen: idle, project: "evil", publishes: true },
    { screen: screens.get("claude-2.1.332/permission-bash"), project: "shop" },
    { screen: screens.get("codex-0.171.0/working-thinking"), project: "shop" },
  ])) as [Actor, ...Actor[]];
  before = await eventually(
    async () => {
      const rows = await lab.sessions();
      return others.map((actor) => rowOf(rows, actor));
    },
    (rows) => rows.every((one) => one && one.status !== "unknown"),
  );
  await speak();
  row = await expectRow(lab, evil, {
    lastPrompt: expect.stringContaining("evil"),
    cwd: expect.stringContaining("evil"),
    pane: { title: expect.stringContaining("evil") },
    transcript: expect.stringContaining(evil.nativeId),
    title: expect.stringContaining("evil"),
  });
}, 60_000);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** In every place that is an agent's own. */
async function speak(): Promise<void> {
  const cwd = join(lab.dir, "work", EVIL);
  const log = claudeLog(lab, { ...evil, cwd });
  log.prompt(EVIL);
  log.answer(EVIL);
  log.title(EVIL);
  appendFileSync(log.path, `${"[".repeat(50_000)}\n\0\n{"type":"user","message":${ATTACK}}\n`);

  mkdirSync(join(evil.cwd, ".git"));
  writeFileSync(join(evil.cwd, ".git/HEAD"), `ref: refs/heads/${EVIL}`);
  renameSync(evil.cwd, cwd);
  const state = join(lab.stage.home, ".claude/sessions", `${evil.process!.pid}.json`);
  const published = JSON.parse(readFileSync(state, "utf8")) as object;
  writeFileSync(state, JSON.stringify({ ...published, cwd, name: EVIL, version: EVIL }));

  // tmux makes formats of these; doubled, a # is one.
  const name = EVIL.replaceAll("#", "##");
  await lab.stage.tmux("rename-window", "-t", evil.pane!.id, name);
  await lab.stage.tmux("rename-session", "-t", "main", name);
  await writeToTty(evil.pane!.tty, `\x1b[1;1H${RUNS} \u202e\u009b2J\x1b]2;evil ${RUNS} \u202e\x07`);

  const head = { agent_type: "claude", pid: evil.process!.pid, tmux_pane: evil.pane!.id };
  const said = { event: "UserPromptSubmit", directory: EVIL, transcript_path: log.path };
  const payload = JSON.stringify({ prompt: EVIL, cwd: EVIL, session_id: "../../x" });
  const markers: Record<string, string> = {
    own: `${JSON.stringify({ ...head, ...said, session_id: evil.nativeId })}\n${payload}`,
    up: `${JSON.stringify({ ...head, ...said, session_id: "../../x" })}\n${payload}`,
    nul: `${JSON.stringify({ ...head, ...said, session_id: "a\0b" })}\n${payload}`,
    controls: `${JSON.stringify({ ...head, ...said, session_id: ATTACK, tty: ATTACK, event: EVIL })}\n{}`,
    noEvent: JSON.stringify({ ...head, state: EVIL, last_prompt: EVIL, pending_tool: EVIL }),
    long: `${JSON.stringify(head)}\n${"\0\x1b[31m".repeat(11_000)}`,
    deep: `${JSON.stringify({ ...head, ...said })}\n${'{"a":'.repeat(12_000)}`,
    [`\x1b[31m\n${RUNS}`.replaceAll("/", "")]: "nothing",
  };
  const folder = join(lab.env.CCMUX_HOME!, "session-pids");
  mkdirSync(folder, { recursive: true });
  for (const [id, text] of Object.entries(markers))
    writeFileSync(join(folder, `claude-${id}.json`), text);
}

/** Everywhere below this folder that is ours to look into. */
const ran = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(RAN));

describe("of an agent whose every word is an attack", () => {
  it.each<[what: string, args: () => string[], ...codes: number[]]>([
    ["the list", () => ["list"], 0],
    ["the list of its project", () => ["list", "--project", row.project!], 0],
    ["the list as JSON", () => ["list", "--json"], 0],
    ["the status line", () => ["status", "--line"], 0],
    ["its evidence", () => ["explain", row.id], 0],
    ["what is found", () => ["search", "evil"], 0],
    ["its answer", () => ["last", row.id, "--turns", "5"], 0],
    ["its screen", () => ["screen", row.id], 0],
    ["events", () => ["events", "--since", "1h"], 0],
    ["a label that is refused", () => ["label", row.id, EVIL], 64],
    ["a reference that nobody has", () => ["wait", `${EVIL}x`, "--timeout", "1"], 1],
    ["an agent that nobody knows", () => ["list", "--agent", ATTACK], 64],
    ["a word that is no command", () => [EVIL], 64],
    ["where to go", () => ["switch", row.id], 0],
    ["the report", () => ["doctor", "--report"], 0, 1],
  ])("%s: nothing is obeyed", async (_what, args, ...codes) => {
    const said = await lab.cli(args());
    expect(said.stdout + said.stderr).not.toMatch(OBEYED);
    expect(codes, said.stderr).toContain(said.code);
  });

  it("the list on a terminal of 60 columns: nothing is obeyed", async () => {
    const raw = join(lab.dir, "raw");
    const script = `stty -echo; read -r _; NO_COLOR=1 "$1" list; echo over; exec sleep 60`;
    const env = Object.entries(lab.env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
    const opened = ["new-session", "-d", "-x", "60", "-y", "20", "-P", "-F", "#{pane_id}"];
    const size = ["set", "-g", "window-size", "latest", ";"];
    const words = ["sh", "-c", script, "sh", lab.cliPath];
    const pane = (await lab.stage.tmux(...size, ...opened, ...env, ...words)).trim();
    await lab.stage.tmux("pipe-pane", "-t", pane, `cat >${raw}`);
    await lab.stage.tmux("send-keys", "-t", pane, "Enter");
    const text = await eventually(
      async () => (existsSync(raw) ? readFileSync(raw, "utf8") : ""),
      (it) => it.includes("over"),
    );
    expect(text).toContain("evil");
    expect(text.replaceAll("\r\n", "\n")).not.toMatch(OBEYED);
  });

  it("nor in the names file, in the log, or by tmux; and nothing ran", async () => {
    for (const path of ["run/sessions.tsv", "state/daemon.log"])
      expect(readFileSync(join(lab.env.CCMUX_HOME!, path), "utf8")).not.toMatch(OBEYED);
    const names = readFileSync(join(lab.env.CCMUX_HOME!, "run/sessions.tsv"), "utf8");
    // A line for its pid, and one for each session: no name begins another.
    expect(names.trimEnd().split("\n")).toHaveLength(1 + 3);
    expect(ran(lab.dir)).toEqual([]);
    for (const folder of ["/", process.cwd()]) expect(readdirSync(folder)).not.toContain(RAN);
    expect(existsSync(join(lab.env.CCMUX_HOME!, "../x"))).toBe(false);
  });

  it("others are as they were", async () => {
    const now = await lab.sessions();
    const told = (one: SessionJson | undefined) =>
      one && [one.id, one.agent, one.status, one.attention?.kind, one.pane?.id, one.project];
    expect(others.map((actor) => told(rowOf(now, actor)))).toEqual(before.map(told));
    expect(now).toHaveLength(3);
  });
});
