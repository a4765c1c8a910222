/** What went wrong for people with tools like this one, where hooks and logs have a say. */
import { randomUUID } from "node:crypto";
import { mkdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { expectRow, claudeLog, codexLog, explain, mark, rowOf, sessionOf } from "./said.ts";

const claude = (state: string, more: object = {}) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  ...more,
});
const codex = (state: string, more: object = {}) => ({
  screen: screens.get(`codex-0.171.0/${state}`),
  ...more,
});

/** Statuses of one session that a reader of the event stream sees. */
async function statuses(lab: Lab, pid: number, during: () => Promise<unknown>): Promise<string[]> {
  const events = follow(lab);
  await eventually(
    async () => events.seen.length,
    (count) => count > 0,
  );
  await during();
  await events.stop();
  return events.seen
    .flatMap(({ session, sessions = [] }) => [...sessions, ...(session ? [session] : [])])
    .filter((session) => session.pid === pid)
    .map(({ status }) => status);
}

describe("FR-001 Esc leaves the row on working", () => {
  it.each([
    ["claude", claude],
    ["codex", codex],
  ] as const)(
    "%s is idle once the screen shows it, though no hook comes",
    async (_agent, screen) => {
      const lab = await createLab({ cast: [screen("working-thinking")] });
      const [actor] = lab.stage.actors;
      mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "go" } });
      await expectRow(lab, actor!, { status: "working", lastPrompt: "go" });
      await lab.stage.draw(actor!, screen("idle-after-interrupt").screen);
      const row = await expectRow(lab, actor!, { status: "idle", source: "screen" });
      const { evidence } = await explain(lab, row.id);
      expect(evidence).toContainEqual(
        expect.objectContaining({ source: "hook", status: "working" }),
      );
    },
    60_000,
  );

  it("stays working while a spinner counts, whatever the hook said before", async () => {
    const lab = await createLab({ cast: [claude("working-thinking")] });
    const [actor] = lab.stage.actors;
    mark(lab, actor!, { event: "Stop" });
    await expectRow(lab, actor!, { status: "working", source: "screen" });
  }, 60_000);

  it("a rejected permission is over, though no hook comes", async () => {
    const lab = await createLab({ cast: [codex("permission-bash")] });
    const [actor] = lab.stage.actors;
    const payload = { tool_name: "Bash", tool_input: { command: "make" } };
    mark(lab, actor!, { event: "PermissionRequest", payload });
    await expectRow(lab, actor!, { status: "waiting", attention: { kind: "permission" } });
    await lab.stage.draw(actor!, screens.get("codex-0.171.0/idle-after-rejected"));
    await expectRow(lab, actor!, { status: "idle", attention: null });
  }, 60_000);

  it("the log tells of it where it is written", async () => {
    const lab = await createLab({ cast: [codex("working-thinking")] });
    const [actor] = lab.stage.actors;
    const log = codexLog(lab, actor!.cwd, randomUUID());
    log.begin();
    log.prompt("go");
    await expectRow(lab, actor!, { status: "working", lastPrompt: "go" });
    await lab.stage.draw(actor!, screens.get("codex-0.171.0/idle-after-interrupt"));
    log.abort();
    await expectRow(lab, actor!, { status: "idle" });
  }, 60_000);
});

it.each([
  ["working", "UserPromptSubmit", { prompt: "hours ago" }],
  ["waiting", "PermissionRequest", { tool_name: "Bash", tool_input: { command: "make" } }],
])(
  "FR-002 Daemon starts late and trusts an old marker: %s",
  async (_status, event, payload) => {
    const lab = await createLab({
      cast: [claude("idle-after-answer"), codex("idle-after-answer")],
    });
    // Not hours, or it would be older than its process.
    const before = Date.now() / 1000 - 1;
    for (const actor of lab.stage.actors) {
      const path = mark(lab, actor, { event, payload });
      utimesSync(path, before, before);
    }
    // Long drawn, and nothing moves any more.
    await sleep(2500);
    const first = await lab.sessions();
    expect(first.map(({ status }) => status)).toEqual(["idle", "idle"]);
    for (const actor of lab.stage.actors)
      expect(await statuses(lab, actor.process!.pid, () => sleep(1500))).toEqual(["idle"]);
    expect((await lab.sessions()).map(({ unread }) => unread)).toEqual([null, null]);
  },
  90_000,
);

it("FR-003, FR-084 Turn ends through an API failure or a limit", async () => {
  const lab = await createLab({ cast: [claude("working-thinking")] });
  const [actor] = lab.stage.actors;
  mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "go" } });
  await expectRow(lab, actor!, { status: "working", lastPrompt: "go" });
  await lab.stage.draw(actor!, screens.get("claude-2.1.332/idle-after-api-error"));
  mark(lab, actor!, {
    event: "StopFailure",
    payload: { error: "overloaded", last_assistant_message: "API Error: 529" },
  });
  await expectRow(lab, actor!, { status: "idle", lastError: { code: "api_error" } });

  // FR-084: a limit of hours is told with its end, and nobody types "continue" into the pane.
  const limit = "You've hit your limit · resets 6:30pm";
  const screen = screens.get("claude-2.1.332/idle-after-api-error");
  const lines = screen.lines.map((line) => line.replace(/API Error.*/, limit));
  mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "go on" } });
  await lab.stage.draw(actor!, { ...screen, lines });
  const error = { error: "rate_limit", last_assistant_message: limit };
  mark(lab, actor!, { event: "StopFailure", payload: error });
  const lastError = { code: "rate_limit", text: limit };
  await expectRow(lab, actor!, { status: "idle", lastError });
  const look = () => lab.stage.tmux("capture-pane", "-p", "-t", actor!.pane!.id);
  const drawn = await look();
  expect(drawn).toContain(limit);
  await sleep(3000);
  expect(await look()).toBe(drawn);
  await expectRow(lab, actor!, { status: "idle", lastError });
  // It would have been seen.
  await lab.stage.tmux("send-keys", "-t", actor!.pane!.id, "continue");
  expect(await eventually(look, (shown) => shown !== drawn)).toContain("continue");
}, 60_000);

it.each([
  ["claude", claude("permission-bash")],
  ["codex", codex("permission-bash")],
] as const)(
  "FR-007 Parallel subagent overwrites waiting: %s",
  async (_agent, spec) => {
    const lab = await createLab({ cast: [spec] });
    const [actor] = lab.stage.actors;
    mark(lab, actor!, {
      event: "PermissionRequest",
      payload: { tool_name: "Bash", tool_input: { command: "make" } },
    });
    const asked = await expectRow(lab, actor!, {
      status: "waiting",
      attention: { kind: "permission" },
    });
    const seen = await statuses(lab, actor!.process!.pid, async () => {
      const tool = { tool_name: "Read", tool_input: {}, tool_response: "x" };
      for (const agent_id of ["a1", undefined]) {
        for (const event of ["PreToolUse", "PostToolUse"]) {
          mark(lab, actor!, { event, payload: { ...tool, agent_id } });
          await sleep(1500);
        }
      }
    });
    expect(new Set(seen)).toEqual(new Set(["waiting"]));
    const still = await expectRow(lab, actor!, {
      status: "waiting",
      attention: { kind: "permission" },
    });
    expect(still.attention!.generation).toBe(asked.attention!.generation);
  },
  90_000,
);

it("FR-008 Notification late or never", async () => {
  const lab = await createLab({ cast: [codex("working-thinking")] });
  const [actor] = lab.stage.actors;
  mark(lab, actor!, { event: "PreToolUse", payload: { tool_name: "Bash", tool_input: {} } });
  await expectRow(lab, actor!, { status: "working", nativeId: sessionOf(actor!) });
  await lab.stage.draw(actor!, screens.get("codex-0.171.0/permission-bash"));
  await expectRow(lab, actor!, {
    status: "waiting",
    source: "screen",
    attention: { kind: "permission" },
  });
}, 60_000);

it("FR-017 Same directory, newest log wins", async () => {
  const project = "shared";
  const lab = await createLab({
    cast: [codex("trust-dialog", { project }), codex("working-thinking", { project })],
  });
  const [a, b] = lab.stage.actors;
  const log = codexLog(lab, b!.cwd, randomUUID());
  log.begin();
  log.prompt("b's own");
  mark(lab, b!, {
    event: "UserPromptSubmit",
    payload: { prompt: "b's own", transcript_path: log.path },
  });
  await expectRow(lab, b!, { lastPrompt: "b's own", transcript: log.path });
  const during = statuses(lab, a!.process!.pid, async () => {
    for (let turn = 0; turn < 15; turn += 1) {
      log.answer(`words ${turn}`);
      await sleep(200);
    }
  });
  expect(new Set(await during)).toEqual(new Set(["waiting"]));
  await expectRow(lab, a!, {
    status: "waiting",
    lastPrompt: null,
    transcript: null,
    nativeId: null,
  });
  // It ends, and leaves its log: that is not the other one's now.
  await lab.stage.end(b!);
  await eventually(
    () => lab.sessions(),
    (rows) => rows.length === 1,
  );
  await sleep(2500);
  await expectRow(lab, a!, { status: "waiting", lastPrompt: null, transcript: null });
}, 90_000);

it("FR-018 Clear gives a new id under the same process, as hooks tell it", async () => {
  const lab = await createLab({ cast: [claude("idle-after-answer")] });
  const [actor] = lab.stage.actors;
  mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "old" }, nativeId: "s1" });
  const before = await expectRow(lab, actor!, { nativeId: "s1", lastPrompt: "old" });
  const events = follow(lab);
  await eventually(
    async () => events.seen.length,
    (count) => count > 0,
  );
  mark(lab, actor!, { event: "SessionEnd", payload: { reason: "clear" }, nativeId: "s1" });
  mark(lab, actor!, { event: "SessionStart", payload: { source: "clear" }, nativeId: "s2" });
  const after = await expectRow(lab, actor!, { nativeId: "s2", status: "idle", lastPrompt: null });
  expect(after.id).toBe(before.id);
  expect((await lab.cli(["explain", "s1"])).code).toBe(1);
  expect((await lab.cli(["explain", "s2"])).code).toBe(0);
  await events.stop();
  expect(new Set(events.seen.map(({ type }) => type))).toEqual(new Set(["snapshot", "updated"]));
}, 60_000);

it("FR-021 Two processes on one database", async () => {
  const project = "shared";
  const spec = { screen: screens.get("opencode-1.18.33/idle-after-answer"), project };
  const lab = await createLab({ cast: [spec, spec] });
  const [a, b] = lab.stage.actors;
  const path = join(lab.stage.home, ".local/share/opencode/opencode.db");
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  const columns =
    "id, parent_id, directory, title, version, model, time_created, time_updated, time_archived";
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE session (${columns});
    CREATE TABLE message (id, session_id, data, time_created, time_updated);
    CREATE TABLE part (id, message_id, session_id, data, time_created, time_updated)`);
  const add = (id: string): void => {
    const now = Date.now();
    db.prepare(`INSERT INTO session VALUES (?, NULL, ?, ?, '1.18.33', NULL, ?, ?, NULL)`).run(
      id,
      a!.cwd,
      `title of ${id}`,
      now,
      now,
    );
  };
  add("ses_1");
  add("ses_2");
  await expectRow(lab, a!, { status: "idle" });
  await sleep(3000);
  const titles = async (): Promise<(string | null)[]> =>
    (await lab.sessions()).map(({ title }) => title);
  expect(await titles()).toEqual([null, null]);
  // One of them is known by its plugin: the other one gets what is left over no more than before.
  mark(lab, b!, {
    event: "session.idle",
    payload: { properties: { sessionID: "ses_2" } },
    nativeId: "ses_2",
  });
  await expectRow(lab, b!, { title: "title of ses_2", nativeId: "ses_2" });
  await sleep(3000);
  expect(rowOf(await lab.sessions(), a!)?.title).toBeNull();
  db.close();
}, 90_000);

it("FR-022 Log folder name rules", async () => {
  const lab = await createLab();
  const [actor] = await lab.stage.add([
    claude("idle-after-answer", { project: "my_app.v2", publishes: true }),
  ]);
  const log = claudeLog(lab, actor!);
  expect(log.path).toContain("-my-app-v2/");
  log.prompt("found");
  await expectRow(lab, actor!, { lastPrompt: "found", transcript: log.path });
}, 60_000);
