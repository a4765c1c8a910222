/** What hooks and logs say beside agents that run: the row follows. */
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { expectRow, claudeLog, codexLog, explain, mark, sessionOf } from "./said.ts";

const claude = (state: string, more: object = {}) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  ...more,
});
const codex = (state: string, more: object = {}) => ({
  screen: screens.get(`codex-0.171.0/${state}`),
  ...more,
});

const created: (() => Promise<void>)[] = [];
const atEnd = (cleanUp: () => Promise<void>): unknown => created.push(cleanUp);

describe("beside agents that run", () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await createLab({ atEnd });
    // As setup leaves it: the folder is there.
    mkdirSync(join(lab.env.CCMUX_HOME!, "session-pids"), { recursive: true });
    await lab.startDaemon();
  });
  afterAll(async () => {
    for (const cleanUp of created.splice(0)) await cleanUp();
  });

  it("a hook tells what the agent does, which prompt it has, and what it asks", async () => {
    const [actor] = await lab.stage.add([claude("working-thinking")]);
    await expectRow(lab, actor!, { status: "working", source: "screen" });
    mark(lab, actor!, {
      event: "UserPromptSubmit",
      payload: { prompt: "make it so", cwd: actor!.cwd },
    });
    await expectRow(lab, actor!, {
      nativeId: sessionOf(actor!),
      lastPrompt: "make it so",
      status: "working",
    });

    await lab.stage.draw(actor!, screens.get("claude-2.1.332/permission-bash"));
    const tool_input = { command: "a command that no screen shows" };
    mark(lab, actor!, { event: "PermissionRequest", payload: { tool_name: "Bash", tool_input } });
    await expectRow(lab, actor!, {
      status: "waiting",
      attention: { kind: "permission", tool: "Bash" },
    });
    // What is drawn has other words than the hook: from when it was seen they count.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const asked = await expectRow(lab, actor!, { status: "waiting" });
    // Six seconds later, in real life: the same dialog, and nothing new.
    mark(lab, actor!, {
      event: "Notification",
      payload: { notification_type: "permission_prompt", message: "x" },
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const still = await expectRow(lab, actor!, {
      status: "waiting",
      attention: { kind: "permission" },
    });
    expect(still.attention!.generation).toBe(asked.attention!.generation);

    await lab.stage.draw(actor!, screens.get("claude-2.1.332/idle-after-answer"));
    mark(lab, actor!, {
      event: "Stop",
      payload: { background_tasks: [{ id: "1", status: "running" }] },
    });
    await expectRow(lab, actor!, {
      status: "idle",
      attention: null,
      background: 1,
    });

    const { evidence, binding } = await explain(lab, sessionOf(actor!));
    expect(evidence.map(({ source, status }) => [source, status])).toContainEqual(["hook", "idle"]);
    expect(binding).toMatchObject({
      by: "marker",
      because: expect.stringContaining("its hook ran in %"),
    });
    await lab.stage.end(actor!);
  });

  it("a hook reaches the event stream, and what it said goes with its marker", async () => {
    const [actor] = await lab.stage.add([codex("working-thinking")]);
    await expectRow(lab, actor!, { status: "working" });
    const events = follow(lab);
    await eventually(
      async () => events.seen.length,
      (count) => count > 0,
    );
    const path = mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "first" } });
    const prompts = () =>
      events.seen.flatMap(({ session }: EventJson) =>
        session?.pid === actor!.process!.pid ? [session.lastPrompt] : [],
      );
    await eventually(
      async () => prompts(),
      (all) => all.includes("first"),
    );
    mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "second" } });
    await eventually(
      async () => prompts(),
      (all) => all.includes("second"),
    );
    rmSync(path);
    await eventually(
      async () => prompts(),
      (all) => all.at(-1) === null,
    );
    await events.stop();
    expect(prompts()).toEqual(["first", "second", null]);
    await lab.stage.end(actor!);
  });

  it("two of a kind in one directory have each their own", async () => {
    const [a, b] = await lab.stage.add([
      codex("idle-fresh", { project: "twins" }),
      codex("idle-fresh", { project: "twins" }),
    ]);
    mark(lab, a!, { event: "UserPromptSubmit", payload: { prompt: "for a" } });
    mark(lab, b!, { event: "UserPromptSubmit", payload: { prompt: "for b" } });
    await expectRow(lab, a!, { lastPrompt: "for a", nativeId: sessionOf(a!) });
    await expectRow(lab, b!, { lastPrompt: "for b", nativeId: sessionOf(b!) });
    // Of a daemon that runs the hooks of both nobody can say whose it is.
    mark(lab, a!, {
      event: "UserPromptSubmit",
      payload: { prompt: "whose?" },
      nativeId: "s-shared",
      pid: process.pid,
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expectRow(lab, a!, { lastPrompt: "for a" });
    await expectRow(lab, b!, { lastPrompt: "for b" });
    for (const actor of [a!, b!]) await lab.stage.end(actor);
  });

  it("a log tells the prompt, the model, the title and the path, and its turns are read from it", async () => {
    const [actor] = await lab.stage.add([claude("idle-after-answer", { publishes: true })]);
    const log = claudeLog(lab, actor!);
    log.prompt("first question");
    log.answer("first answer");
    log.title("Names of things");
    const row = await expectRow(lab, actor!, {
      lastPrompt: "first question",
      title: "Names of things",
      model: "claude-lab",
      transcript: log.path,
      source: "published",
    });
    log.prompt("second question");
    log.answer("second\nanswer");
    await expectRow(lab, actor!, { lastPrompt: "second question" });

    expect(await lab.cli(["last", row.id])).toMatchObject({
      code: 0,
      stdout: "second\nanswer\n",
      stderr: "",
    });
    expect((await lab.cli(["last", row.id, "--turns", "2"])).stdout).toBe(
      "first answer\n\n> second question\n\nsecond\nanswer\n",
    );
    const { source, path, turns } = await lab.json<{
      source: string;
      path: string;
      turns: object[];
    }>(["last", row.id, "--turns", "9"]);
    expect([source, path]).toEqual(["log", log.path]);
    expect(turns).toMatchObject([
      { prompt: "first question", answer: "first answer", ended: true },
      { prompt: "second question", answer: "second\nanswer", ended: true },
    ]);
    expect((await lab.cli(["last", row.id, "--turns", "0"])).code).toBe(64);
    const { evidence } = await explain(lab, row.id);
    expect(evidence.find((one) => one.source === "log")).toMatchObject({
      status: "idle",
      because: "turn done",
    });

    rmSync(log.path);
    await expectRow(lab, actor!, { lastPrompt: null, title: null });
    await lab.stage.end(actor!);
  });

  it("last shows the pane where there is no log, and says so", async () => {
    const [actor] = await lab.stage.add([codex("idle-after-answer", { project: "unlogged" })]);
    const row = await expectRow(lab, actor!, { status: "idle" });
    const { code, stdout, stderr } = await lab.cli(["last", row.id]);
    expect([code, stderr]).toEqual([
      0,
      `ccmux: no log of ${row.id} can be read: this is its pane.\n`,
    ]);
    expect(stdout).toContain("›");
    await lab.stage.end(actor!);
  });

  it("a log that a lone agent begins is its own, and is followed turn by turn", async () => {
    const [actor] = await lab.stage.add([codex("working-thinking", { project: "logged" })]);
    const log = codexLog(lab, actor!.cwd, randomUUID());
    log.begin();
    log.prompt("build it");
    await expectRow(lab, actor!, {
      lastPrompt: "build it",
      model: "gpt-lab",
      version: "0.171.9",
      transcript: log.path,
    });
    await lab.stage.draw(actor!, screens.get("codex-0.171.0/idle-after-answer"));
    log.answer("built");
    log.end();
    const row = await expectRow(lab, actor!, { status: "idle", source: "log" });
    expect((await lab.cli(["last", row.id])).stdout).toBe("built\n");
    await lab.stage.end(actor!);
  });
});

describe("whose marker it is", () => {
  it("is not the agent's that has the pid by now, nor of one that is dead, and explain says so", async () => {
    const lab = await createLab({ cast: [claude("idle-after-answer")] });
    const [actor] = lab.stage.actors;
    const path = mark(lab, actor!, {
      event: "UserPromptSubmit",
      payload: { prompt: "before the process" },
    });
    const before = Date.now() / 1000 - 3600;
    utimesSync(path, before, before);
    mark(lab, actor!, {
      event: "UserPromptSubmit",
      payload: { prompt: "of the dead" },
      pid: 4_190_000,
      nativeId: "s-dead",
    });
    mark(lab, actor!, {
      event: "UserPromptSubmit",
      payload: { prompt: "of another kind" },
      nativeId: "s-kind",
      head: { agent_type: "codex" },
    });

    const row = await expectRow(lab, actor!, { status: "idle", lastPrompt: null, nativeId: null });
    const { evidence, refused } = await explain(lab, row.id);
    expect(evidence.map(({ source }) => source)).not.toContain("hook");
    expect(
      refused
        .filter(({ source }) => source === "hook")
        .map(({ because }) => because)
        .toSorted(),
    ).toEqual([
      expect.stringMatching(/is older than process \d+$/),
      expect.stringMatching(/is claude, not codex$/),
    ]);
  }, 60_000);

  it("outlives the daemon, and says the same after a restart and kill -9", async () => {
    const lab = await createLab({ cast: [codex("working-thinking")] });
    const [actor] = lab.stage.actors;
    mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "go" } });
    const first = await expectRow(lab, actor!, { lastPrompt: "go", status: "working" });
    process.kill((await lab.daemonPid())!, "SIGKILL");
    const again = await expectRow(lab, actor!, { lastPrompt: "go", status: "working" });
    expect(again.id).toBe(first.id);
  }, 60_000);

  it("never calls a plan that is open idle, though its turn is over, when the daemon begins anew", async () => {
    const lab = await createLab({ cast: [codex("plan-approval")] });
    const [actor] = lab.stage.actors;
    mark(lab, actor!, { event: "Stop" });
    const plan = { status: "waiting", attention: { kind: "plan" } };
    await expectRow(lab, actor!, plan);
    const followed = follow(lab);
    try {
      await eventually(
        async () => followed.seen.length,
        (n) => n > 0,
        20_000,
      );
      await lab.json(["daemon", "restart"]);
      await lab.json(["label", `${(await expectRow(lab, actor!, plan)).id}`, "seen-anew"]);
      const labelled = () => followed.seen.some(({ session }) => session?.label === "seen-anew");
      await eventually(async () => labelled(), Boolean, 20_000);
      const words = followed.seen.flatMap(({ session }) => session?.status ?? []);
      expect(new Set(words)).toEqual(new Set(["waiting"]));
    } finally {
      await followed.stop();
    }
  }, 60_000);

  it("ends with its process: a restarted agent begins without", async () => {
    const lab = await createLab({ cast: [codex("idle-after-answer")] });
    const [actor] = lab.stage.actors;
    mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "old" } });
    await expectRow(lab, actor!, { lastPrompt: "old" });
    await lab.stage.restart(actor!);
    await expectRow(lab, actor!, { status: "idle", lastPrompt: null, nativeId: null });
    mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "new" } });
    await expectRow(lab, actor!, { lastPrompt: "new" });
  }, 60_000);

  it("may be in a folder that comes late, and is found", async () => {
    const lab = await createLab({ cast: [codex("idle-after-answer")] });
    const [actor] = lab.stage.actors;
    await expectRow(lab, actor!, { status: "idle" });
    mark(lab, actor!, { event: "UserPromptSubmit", payload: { prompt: "late" } });
    await expectRow(lab, actor!, { lastPrompt: "late" });
    writeFileSync(join(lab.env.CCMUX_HOME!, "session-pids", "codex-broken.json"), "{");
    expect((await lab.json<{ health: { state: string } }>(["list"])).health.state).toBe("ok");
  }, 60_000);
});

it("is heard at once: no scan is needed for a hook, nor for a log that is known", async () => {
  const lab = await createLab({ cast: [codex("working-thinking")] });
  const [actor] = lab.stage.actors;
  const log = codexLog(lab, actor!.cwd, randomUUID());
  log.begin();
  log.prompt("first");
  mark(lab, actor!, {
    event: "UserPromptSubmit",
    payload: { prompt: "first", transcript_path: log.path },
  });
  await expectRow(lab, actor!, { lastPrompt: "first", transcript: log.path });
  // From now on a scan comes once a minute.
  const config = join(lab.env.CCMUX_HOME!, "ccmux.json");
  writeFileSync(config, JSON.stringify({ scanMs: 60_000, idleScanMs: 60_000 }));
  const scans = async (): Promise<number> =>
    (await lab.json<{ counters: { scans: number } }>(["daemon", "status"])).counters.scans;
  let before = await scans();
  await eventually(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return [before, (before = await scans())];
    },
    ([then, now]) => then === now,
    30_000,
  );
  log.prompt("second");
  await expectRow(lab, actor!, { lastPrompt: "second" });
  await lab.stage.draw(actor!, screens.get("codex-0.171.0/permission-bash"));
  const payload = { tool_name: "Bash", tool_input: { command: "make" } };
  mark(lab, actor!, { event: "PermissionRequest", payload });
  await expectRow(lab, actor!, { status: "waiting", attention: { kind: "permission" } });
  expect(await scans()).toBe(before);
}, 120_000);
