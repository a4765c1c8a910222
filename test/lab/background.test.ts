/** Background agents, from the files that their keeper writes: rows without a pane. */
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";

const NAME = "4dcf44c8";
const NATIVE_ID = "4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4";

let lab: Lab;
let cwd: string;
/** Of the job's process: a sleeper of ours, without a terminal. */
let pid: number;

beforeEach(async () => {
  // For a tmux server; its row is none of ours.
  lab = await createLab({ cast: [{ screen: screens.get("codex-0.171.0/idle-fresh") }] });
  cwd = join(lab.dir, "work", "shop");
  mkdirSync(cwd, { recursive: true });
  const sleeper = spawn("sleep", ["1000"], { stdio: "ignore" });
  onTestFinished(() => void sleeper.kill());
  pid = sleeper.pid!;
});

/** As Claude writes: beside it, then over it. */
function write(path: string, text: string): void {
  const file = join(lab.stage.home, ".claude", path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}
const list = (workers: object, proto = 1): void =>
  write("daemon/roster.json", JSON.stringify({ proto, supervisorPid: 1, workers }));
const worker = (more: object = {}) => ({
  [NAME]: {
    pid,
    sessionId: NATIVE_ID,
    cliVersion: "2.1.332",
    startedAt: Date.now(),
    cwd,
    dispatch: { source: "shell" },
    ...more,
  },
});
const createdAt = new Date(Date.now() - 60_000).toISOString();
const say = (more: object, name = NAME): void =>
  write(
    `jobs/${name}/state.json`,
    JSON.stringify({
      state: "working",
      tempo: "active",
      intent: "fix the flaky test",
      name: "flaky test",
      sessionId: NATIVE_ID,
      cwd,
      createdAt,
      updatedAt: new Date().toISOString(),
      ...more,
    }),
  );
const rows = (holds: (rows: SessionJson[]) => boolean): Promise<SessionJson[]> =>
  eventually(async () => {
    const all = await lab.sessions();
    return all.filter(({ agent }) => agent !== "codex");
  }, holds);
const isOne =
  (status: string) =>
  (all: SessionJson[]): boolean =>
    all.length === 1 && all[0]!.status === status;

it("is a row without a pane, from the first list to its end", async () => {
  await lab.startDaemon();
  const followed = follow(lab);
  await eventually(
    async () => followed.seen.length,
    (seen) => seen > 0,
  );
  list(worker());
  say({});
  const [row] = (await rows(isOne("working"))) as [SessionJson];
  expect(row).toMatchObject({
    id: expect.stringMatching(/^claude-[a-z2-7]{8}$/),
    agent: "claude",
    nativeId: NATIVE_ID,
    job: NAME,
    pane: null,
    bound: "none",
    source: "published",
    pid,
    startedAt: createdAt,
    cwd,
    project: "shop",
    version: "2.1.332",
    title: "flaky test",
    lastPrompt: "fix the flaky test",
  });
  expect((await lab.cli(["list"])).stdout).toMatch(/● working +claude +shop +background /);

  const waits = lab.json<{ outcome: string }>(["wait", NAME, "--until", "waiting"]);
  say({ tempo: "blocked", needs: "approve Bash: make test" });
  expect(await waits).toMatchObject({ outcome: "met" });
  const [asking] = await rows(isOne("waiting"));
  expect(asking).toMatchObject({
    id: row.id,
    attention: { kind: "permission", tool: "Bash", text: "make test" },
  });
  for (const args of [
    ["approve", NAME],
    ["send", NAME, "hello"],
    ["interrupt", NAME],
  ]) {
    const { code, stderr } = await lab.cli(args);
    expect([args[0], code]).toEqual([args[0], 75]);
    expect(stderr).toContain("is a background agent, and runs in no pane");
    expect(stderr).toContain(`claude attach ${NAME}`);
  }
  expect(await lab.json(["explain", NAME])).toMatchObject({
    verdict: { status: "waiting", source: "published" },
    binding: { by: "none", because: `a background agent, ${NAME}, that runs in no pane`, pid },
  });

  list({});
  await rows((all) => all.length === 0);
  await eventually(
    async () => followed.seen.length,
    () => followed.seen.at(-1)?.type === "removed",
  );
  await followed.stop();
  const own = followed.seen.filter(({ session }) => session && session.agent !== "codex");
  expect(new Set(own.map(({ session }) => session!.id))).toEqual(new Set([row.id]));
  expect([own[0]!.type, own.at(-1)!.type]).toEqual(["created", "removed"]);
});

it("stays while its state cannot be read, and while it has no process", async () => {
  list(worker());
  say({ tempo: "idle" });
  const [row] = (await rows(isOne("idle"))) as [SessionJson];
  for (const text of ['{"state":"wor', ""]) {
    write(`jobs/${NAME}/state.json`, text);
    write("daemon/roster.json", text);
    await lab.json(["wait", row.id, "--until", "idle", "--stable", "2500ms"]);
  }
  rmSync(join(lab.stage.home, ".claude", "jobs", NAME), { recursive: true });
  await lab.json(["wait", row.id, "--until", "idle", "--stable", "2500ms"]);

  // Its keeper starts it anew; the list names the old process until then.
  list(worker({ pid: 999_999 }));
  const [without] = await rows(isOne("unknown"));
  expect(without).toMatchObject({ id: row.id, source: null, nativeId: NATIVE_ID });
  list(worker());
  say({});
  await rows(isOne("working"));
  await lab.stop();
  const [after] = await rows(isOne("working"));
  expect(after!.id).toBe(row.id);
});

it("is not believed in a format that nobody knows, and health says so", async () => {
  list(worker(), 2);
  say({});
  await lab.startDaemon();
  const { sessions, health } = await eventually(
    () => lab.json<{ sessions: unknown[]; health: { reasons: string[] } }>(["list"]),
    ({ health: { reasons } }) => reasons.length > 0,
  );
  expect(sessions).toHaveLength(1);
  expect(health.reasons.join()).toContain("their list has a format that is not known");
  list({ ...worker(), "../../../etc": worker()[NAME] });
  await rows(isOne("working"));
});

it("is the pane's row while a pane shows it", async () => {
  list(worker());
  say({ tempo: "idle" });
  const [behind] = (await rows(isOne("idle"))) as [SessionJson];
  // A shell under the agent's name, that runs a script named as the command.
  const folder = join(lab.dir, "attached");
  mkdirSync(folder);
  symlinkSync("/bin/sh", join(folder, "claude"));
  writeFileSync(join(folder, "attach"), "read _\n");
  const script = `cd ${folder} && exec ./claude attach ${NAME}`;
  const pane = await openPane(lab.stage, "sh", "-c", script);
  const [front] = await rows((all) => all.length === 1 && all[0]!.pane !== null);
  expect(front).toMatchObject({
    pane: { id: pane },
    job: NAME,
    nativeId: NATIVE_ID,
    project: "shop",
    status: "idle",
    source: "published",
  });
  await lab.stage.tmux("kill-pane", "-t", pane);
  // What showed it may outlive its pane for a moment.
  const again = await rows((all) => all.length === 1 && all[0]!.id === behind.id);
  expect(again).toMatchObject([{ id: behind.id, pane: null, status: "idle" }]);
});
