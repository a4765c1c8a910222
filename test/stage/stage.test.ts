import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Actor } from "../../src/stage/actor.ts";
import { createStage, type Stage, type StageOptions } from "../../src/stage/stage.ts";
import { toCells } from "./cells.ts";
import { recordings } from "./recordings.ts";

function openStage(options?: StageOptions): Stage {
  const stage = createStage(options);
  onTestFinished(() => stage.close());
  return stage;
}

const CLAUDE = recordings.get("claude-2.1.332/permission-bash");
const CODEX = recordings.get("codex-0.171.0/permission-bash");
const GEMINI = recordings.get("gemini-0.61.0/idle-after-answer");
const COPILOT = recordings.get("copilot-1.0.102/idle-fresh");
const SMALL = recordings.get("claude-2.1.332/80x24/question");

/** The panes' screens, through one client. */
async function capture(
  stage: Stage,
  actors: readonly Actor[],
  ...flags: string[]
): Promise<string[][]> {
  const commands = actors.flatMap(({ pane }) => [
    "capture-pane",
    "-p",
    ...flags,
    "-t",
    pane!.id,
    ";",
  ]);
  const lines = (await stage.tmux(...commands.slice(0, -1))).split("\n");
  return actors.map(({ screen }) => lines.splice(0, screen.rows));
}

/** What `ps` says of whatever has the stage's folder in its command line. */
function processesIn(
  dir: string,
): { pid: number; ppid: number; pgid: number; tpgid: number; tty: string; args: string }[] {
  const printed = execFileSync("ps", ["-eo", "pid=,ppid=,pgid=,tpgid=,tty=,args="], {
    encoding: "utf8",
  });
  return printed.split("\n").flatMap((line) => {
    const [pid, ppid, pgid, tpgid, tty = "", ...args] = line.trim().split(/\s+/);
    if (!args.join(" ").includes(dir)) return [];
    return [
      {
        pid: Number(pid),
        ppid: Number(ppid),
        pgid: Number(pgid),
        tpgid: Number(tpgid),
        tty,
        args: args.join(" "),
      },
    ];
  });
}

it(
  "shows every recording as it was recorded, each from a stand-in of its own",
  { timeout: 120_000 },
  async () => {
    const stage = openStage();
    const before = performance.now();
    const actors = await stage.add(recordings.ids.map((id) => ({ screen: recordings.get(id) })));
    console.log(`${actors.length} stand-ins in ${Math.round(performance.now() - before)} ms`);

    const plain = await capture(stage, actors);
    const coloured = await capture(stage, actors, "-e");
    const format = "#{pane_width}x#{pane_height} #{pane_title}";
    const titles = (await stage.tmux("list-panes", "-a", "-F", format)).split("\n");
    for (const [at, { screen }] of actors.entries()) {
      const recorded = readFileSync(
        new URL(`../rig/screens/${screen.id}.txt`, import.meta.url),
        "utf8",
      );
      expect(plain[at], screen.id).toEqual(recorded.replace(/\n$/, "").split("\n"));
      // Where only the text was recorded, there are no attributes to compare.
      expect(toCells(coloured[at]!), screen.id).toEqual(toCells(screen.lines));
      expect(titles[at]).toBe(`${screen.cols}x${screen.rows} ${screen.title}`);
    }
  },
);

it.each([
  ["claude-2.1.332/idle-fresh", "claude", ["bin/claude 86400"]],
  ["codex-0.171.0/idle-fresh", "codex", ["bin/codex 86400"]],
  ["omp-18.2.3/idle-fresh", "bun", ["bin/bun", "bin/omp"]],
  // Its launcher stays as its parent, in the same process group.
  ["gemini-0.61.0/idle-fresh", "node", ["bin/node", "bin/gemini again"]],
  ["copilot-1.0.102/idle-fresh", "node", ["bin/native/copilot 86400"]],
])("runs %s in the foreground of a terminal of its own, as %s", async (id, command, words) => {
  const stage = openStage();
  const [actor] = await stage.add([{ screen: recordings.get(id) }]);
  const { process, launcher, pane, cwd } = actor!;
  const format = "#{pane_id} #{pane_tty} #{pane_pid} #{pane_current_command} #{pane_current_path}";
  const told = await stage.tmux("list-panes", "-a", "-F", format);
  expect(told).toBe(`${[pane!.id, pane!.tty, pane!.shell.pid, command, cwd].join(" ")}\n`);

  const processes = processesIn(stage.dir);
  const group = launcher?.pid ?? process!.pid;
  const found = processes.find(({ pid }) => pid === process!.pid)!;
  expect(found).toMatchObject({
    ppid: launcher?.pid ?? pane!.shell.pid,
    pgid: group,
    tpgid: group,
    args: words.map((word) => `${stage.dir}/${word}`).join(" "),
  });
  expect(`/dev/${found.tty}`).toBe(pane!.tty);
  expect(processes.find(({ pid }) => pid === group)!.ppid).toBe(pane!.shell.pid);
  expect(stage.expected()).toMatchObject([{ pid: found.pid, tty: pane!.tty, target: "main:0.0" }]);
});

it("draws another screen over the last one and leaves no history", async () => {
  const stage = openStage();
  const [actor] = await stage.add([{ screen: CLAUDE, project: "shop" }]);
  await stage.draw(actor!, SMALL);
  await stage.draw(actor!, CODEX);
  await stage.draw(actor!, SMALL);

  const blank = Array.from({ length: CLAUDE.rows - SMALL.rows }, () => []);
  await vi.waitFor(async () => {
    const printed = await stage.tmux("capture-pane", "-p", "-e", "-t", actor!.pane!.id);
    const lines = printed.replace(/\n$/, "").split("\n");
    expect(toCells(lines)).toEqual([...toCells(SMALL.lines), ...blank]);
  });
  await stage.draw(actor!, CODEX);
  await vi.waitFor(async () => {
    const told = await stage.tmux(
      "display-message",
      "-p",
      "-t",
      actor!.pane!.id,
      "#{history_size} #{pane_title}",
    );
    expect(told).toBe("0 [ . ] Action Required | Mock session | shop\n");
  });
  expect(stage.expected()).toMatchObject([
    { agent: "claude", status: "waiting", source: "screen", project: "shop" },
  ]);
});

it("publishes as Claude does, and takes it back but for SIGKILL", async () => {
  const stage = openStage();
  const [first, second] = await stage.add([
    { screen: CLAUDE, publishes: true },
    { screen: CLAUDE, publishes: true, session: "other" },
  ]);
  const folder = join(stage.home, ".claude", "sessions");
  const fileOf = (pid: number): string => join(folder, `${pid}.json`);
  const pid = first!.process!.pid;
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");

  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(fileOf(pid), "utf8"))).toMatchObject({
    pid,
    sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
    cwd: first!.cwd,
    procStart: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19],
    version: "2.1.332",
    pidDomain: expect.stringMatching(/^linux:0+:pid:\[\d+\]$/),
    tmux: "main:@0.%0",
    status: "waiting",
    waitingFor: "permission prompt",
    statusUpdatedAt: expect.any(Number),
  });
  expect(JSON.parse(readFileSync(fileOf(second!.process!.pid), "utf8")).tmux).toBe("other:@1.%1");

  stage.publish(first!, "busy");
  expect(JSON.parse(readFileSync(fileOf(pid), "utf8"))).not.toHaveProperty("waitingFor");
  expect(readdirSync(folder)).toHaveLength(2);

  const killed = second!.process!.pid;
  await stage.end(first!);
  await stage.end(second!, "SIGKILL");
  expect(readdirSync(folder)).toEqual([`${killed}.json`]);
  expect(stage.expected()).toEqual([]);
});

it.each([
  ["claude", CLAUDE],
  ["gemini", GEMINI],
  ["copilot", COPILOT],
])("starts %s again in the same pane", async (_name, screen) => {
  const stage = openStage();
  const [actor] = await stage.add([{ screen }]);
  const [before] = stage.expected();
  await stage.end(actor!, "SIGKILL");
  const command = (): Promise<string> =>
    stage.tmux("display-message", "-p", "-t", actor!.pane!.id, "#{pane_current_command}");
  await vi.waitFor(async () => expect(await command()).toBe("sh\n"));
  // The shell says nothing of it: what the agent drew stands as it was.
  expect((await capture(stage, [actor!], "-e")).map(toCells)).toEqual([toCells(screen.lines)]);

  await stage.restart(actor!, screen);
  const [after] = stage.expected();
  expect(after).toEqual({ ...before, pid: after!.pid, startTicks: after!.startTicks });
  expect(after!.pid).not.toBe(before!.pid);
  expect(after!.startTicks).toBeGreaterThan(before!.startTicks);
  await stage.restart(actor!);
  expect(stage.expected()[0]!.pid).not.toBe(after!.pid);
});

it("gives the same panes again after its server was killed", async () => {
  const stage = openStage();
  await stage.add([
    { screen: CLAUDE, publishes: true },
    { screen: SMALL, session: "two" },
    { screen: CODEX },
  ]);
  const before = stage.expected();
  await stage.killServer();
  expect(stage.expected()).toEqual([]);
  expect(processesIn(stage.dir)).toEqual([]);
  expect(readdirSync(join(stage.home, ".claude", "sessions"))).toEqual([]);

  await stage.startServer();
  const after = stage.expected();
  const place = ({ paneId, target, socket, cwd, status }: (typeof after)[0]): object => ({
    paneId,
    target,
    socket,
    cwd,
    status,
  });
  expect(after.map(place)).toEqual(before.map(place));
  expect(after.map(({ pid }) => pid)).not.toEqual(before.map(({ pid }) => pid));
  const [more] = await stage.add([{ screen: CODEX, session: "two" }]);
  expect(more!.pane).toMatchObject({ id: "%3", target: "two:1.0" });
});

it("closes without a trace, also when its server and an agent are stopped", async () => {
  const dir = mkdtempSync(join(tmpdir(), "stage-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, "mine"));
  writeFileSync(join(dir, "mine", "file"), "");
  const stage = openStage({ dir });
  const [actor] = await stage.add([{ screen: CLAUDE }, { screen: GEMINI }]);
  expect(() => createStage({ dir })).toThrow(/already/);
  process.kill(actor!.process!.pid, "SIGSTOP");
  process.kill(actor!.pane!.server.pid, "SIGSTOP");
  await stage.close();
  expect(processesIn(stage.dir)).toEqual([]);
  expect(readdirSync(dir)).toEqual(["mine"]);

  const own = createStage();
  await own.add([{ screen: CODEX }]);
  await own.close();
  await own.close();
  expect(existsSync(own.dir)).toBe(false);
  expect(processesIn(own.dir)).toEqual([]);
});

it("refuses a folder whose path is too long for a socket, and does not make it", () => {
  const dir = join(tmpdir(), "x".repeat(100));
  expect(() => createStage({ dir })).toThrow(/at most 100/);
  expect(existsSync(dir)).toBe(false);
});
