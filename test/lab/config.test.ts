/** `ccmux.json` and `doctor`, with a daemon, tmux, and an agent that nobody has heard of. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import type { ActorSpec } from "../../src/stage/actor.ts";
import type { Screen } from "../../src/stage/screens.ts";
import { recordings } from "../stage/recordings.ts";
import { createLab, type Lab } from "./lab.ts";
import { expectedRows, saidRows } from "./rows.ts";
import { mark } from "./said.ts";

const POLL = { timeout: 10_000, interval: 100 };

/** A screen of an agent that we made up. */
function screenOf(
  agent: string,
  status: Screen["status"],
  kind: Screen["kind"],
  text: string,
): Screen {
  const lines = text.split("\n");
  const facts = {
    id: `${agent}/${status}`,
    agent,
    version: "1",
    title: agent,
    note: "",
    cursor: null,
  };
  return { ...facts, status, kind, composer: "none", cols: 80, rows: 24, lines };
}

const helper = {
  asking: screenOf("helper", "waiting", "permission", "Hi.\n\nRun make all?\n❯ 1. Yes\n  2. No"),
  working: screenOf("helper", "working", null, "Hi.\n\n✻ Thinking (3s)\n\n> "),
  idle: screenOf("helper", "idle", null, "Hi.\n\nDone.\n\n> "),
};
const HELPER = {
  title: "My Helper",
  process: { executable: "helper" },
  screen: {
    prompt: "> ",
    rules: [
      {
        name: "asks",
        in: "dialog",
        match: "^Run (?P<text>.+)\\?$",
        status: "waiting",
        kind: "permission",
        tool: "Shell",
      },
      { in: "status", match: "^✻ \\w+ing", status: "working" },
      { in: "composer", status: "idle" },
    ],
  },
};
const CLAUDE: ActorSpec = {
  screen: recordings.get("claude-2.1.332/idle-after-answer"),
  publishes: true,
  project: "api",
};

function configure(lab: Lab, config: unknown): void {
  mkdirSync(lab.env.CCMUX_HOME!, { recursive: true });
  writeFileSync(
    join(lab.env.CCMUX_HOME!, "ccmux.json"),
    typeof config === "string" ? config : JSON.stringify(config),
  );
}

const short = (rows: readonly SessionJson[]): string[] =>
  rows
    .map(({ agent, status, attention }) => [agent, attention?.kind ?? status].join(" "))
    .toSorted();

describe("an agent of the config", { timeout: 60_000 }, () => {
  it("is listed as it is shown, next to ours, and after it has changed", async () => {
    const lab = await createLab({
      cast: [{ screen: helper.asking, project: "shop" }, { screen: helper.idle }, CLAUDE],
    });
    configure(lab, { agents: { helper: HELPER } });
    await lab.startDaemon();
    const said = async () => saidRows(await lab.sessions());
    await expect.poll(said, POLL).toEqual(expectedRows(lab.stage.expected()));
    const asking = (await lab.sessions()).find(({ status }) => status === "waiting");
    expect(asking).toMatchObject({
      agent: "helper",
      project: "shop",
      source: "screen",
      attention: { kind: "permission", tool: "Shell", text: "make all" },
    });
    await lab.stage.show(lab.stage.actors[0]!, helper.working);
    await lab.stage.show(lab.stage.actors[1]!, helper.asking);
    await expect.poll(said, POLL).toEqual(expectedRows(lab.stage.expected()));
    expect(
      (await lab.cli(["list", "--agent", "helper", "--quiet"])).stdout.trim().split("\n"),
    ).toHaveLength(2);
  });

  it("comes, changes and goes with the file, while the daemon runs", async () => {
    const lab = await createLab({ cast: [{ screen: helper.asking }, CLAUDE] });
    const pid = await lab.startDaemon();
    const said = async () => short(await lab.sessions());
    await expect.poll(said, POLL).toEqual(["claude idle"]);
    const [{ id } = {}] = await lab.sessions();

    configure(lab, { agents: { helper: HELPER } });
    await expect.poll(said, POLL).toEqual(["claude idle", "helper permission"]);
    configure(lab, {
      agents: {
        helper: {
          ...HELPER,
          screen: { rules: [{ in: "options", match: "^Yes", status: "waiting", kind: "trust" }] },
        },
      },
    });
    await expect.poll(said, POLL).toEqual(["claude idle", "helper trust"]);
    configure(lab, { agents: { helper: { process: HELPER.process } } });
    await expect.poll(said, POLL).toEqual(["claude idle", "helper unknown"]);
    configure(lab, { agents: { "my-helper": HELPER } });
    await expect.poll(said, POLL).toEqual(["claude idle", "my-helper permission"]);
    configure(lab, "{ half of");
    const log = () => readFileSync(join(lab.env.CCMUX_HOME!, "state/daemon.log"), "utf8");
    await expect.poll(log, POLL).toContain("ccmux.json:1:3 does not parse");
    expect(await said()).toEqual(["claude idle", "my-helper permission"]);
    configure(lab, { agents: { helper: HELPER } });
    await expect.poll(said, POLL).toEqual(["claude idle", "helper permission"]);
    rmSync(join(lab.env.CCMUX_HOME!, "ccmux.json"));
    await expect.poll(said, POLL).toEqual(["claude idle"]);

    expect((await lab.sessions()).map((row) => row.id)).toEqual([id]);
    expect(await lab.daemonPid()).toBe(pid);
  });

  it("is left out with a defect, and others count: also one of our names, part by part", async () => {
    const lab = await createLab({ cast: [{ screen: helper.asking }, CLAUDE] });
    const rules = [{ in: "composer", status: "working" }];
    configure(lab, {
      scanMs: "fast",
      agents: {
        broken: { process: { executable: "(" } },
        helper: HELPER,
        claude: { screen: { rules } },
      },
    });
    await lab.startDaemon();
    // Its state file outweighs its screen; so it was no other than ours that was laid over.
    await expect
      .poll(async () => short(await lab.sessions()), POLL)
      .toEqual(["claude idle", "helper permission"]);
    const { evidence } = await lab.json<{ evidence: { source: string; status: string }[] }>([
      "explain",
      "claude",
    ]);
    expect(evidence).toContainEqual(
      expect.objectContaining({ source: "screen", status: "working" }),
    );
    const { checks } = JSON.parse((await lab.cli(["doctor", "--json"])).stdout) as {
      checks: { message: string }[];
    };
    expect(checks.slice(0, 2).map(({ message }) => message)).toEqual([
      'scanMs: "fast" is no number',
      `agents.broken.process.executable: "(" can't be used: it is no regular expression: missing closing )`,
    ]);
  });

  it("is explained without a daemon, and known to the API", async () => {
    const lab = await createLab();
    configure(lab, { agents: { helper: HELPER } });
    const stdin = helper.asking.lines.join("\n");
    const explained = await lab.json(["explain", "--agent", "helper", "--screen", "-"], { stdin });
    expect(explained).toMatchObject({ verdict: { status: "waiting", because: "asks" } });
    expect(await lab.daemonPid()).toBeNull();
    const { stderr } = await lab.cli(["explain", "--agent", "nobody", "--screen", "-"], { stdin });
    expect(stderr).toMatch(/Use one of: helper, .*claude/);
  });
});

it(
  "scans as often as the config says, from the moment it says so",
  { timeout: 60_000 },
  async () => {
    const lab = await createLab({ cast: [CLAUDE] });
    configure(lab, { scanMs: 60_000 });
    await lab.startDaemon();
    await lab.sessions();
    // With a minute from scan to scan, nobody would see it go.
    await lab.stage.end(lab.stage.actors[0]!, "SIGKILL");
    configure(lab, { scanMs: 100 });
    await expect.poll(async () => (await lab.sessions()).length, POLL).toBe(0);
  },
);

describe("doctor", { timeout: 60_000 }, () => {
  interface Report {
    ok: boolean;
    checks: { name: string; state: string; message: string; hint: string | null }[];
  }
  async function examine(lab: Lab): Promise<Report & { code: number | null }> {
    const { code, stdout } = await lab.cli(["doctor", "--json"]);
    return { code, ...(JSON.parse(stdout) as Report) };
  }
  const bad = ({ checks }: Report): Report["checks"] =>
    checks.filter(({ state }) => state !== "ok");

  it("finds nothing wrong where nothing is, starts nothing, says what it looked at, and who tells", async () => {
    const lab = await createLab({ cast: [CLAUDE], env: { LANG: "C.UTF-8" } });
    configure(lab, '{ "scanMs": 500, /* quick */ }');
    const before = await examine(lab);
    expect(before).toMatchObject({ code: 0, ok: true });
    // Whatever agents this machine has.
    expect(bad(before).filter(({ name }) => name !== "agent")).toEqual([
      {
        name: "daemon",
        state: "warning",
        message: "none runs",
        hint: "Run `ccmux list` or `ccmux daemon start`.",
      },
    ]);
    expect(await lab.daemonPid()).toBeNull();
    const pid = await lab.startDaemon();
    const { code, stdout, stderr } = await lab.cli(["doctor"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replaceAll(lab.dir, "DIR").replaceAll(String(pid), "PID")).toMatch(
      new RegExp(
        [
          "^✓ config {10}DIR/ccmux/ccmux.json",
          "✓ tmux {12}tmux \\S+",
          "✓ tmux server {5}DIR/tmux.sock: 1 pane",
          "✓ runtime folder {2}DIR/ccmux/run, closed to others",
          "✓ state folder {4}DIR/ccmux/state, closed to others",
          "✓ files {11}\\d of ours, closed to others",
          "✓ socket {10}DIR/ccmux/run/ccmux.sock, \\d+ bytes",
          "✓ daemon {10}ccmux \\S+, pid PID",
          "✓ processes {7}/proc can be read",
          "✓ watches {9}inotify has room \\(.*",
          "✓ clock {11}goes as it should since the daemon began",
          "(?:. agents? .*\n(?: {18}.*\n)?)+✓ hooks {11}no agent has any.*",
          "✓ locale {10}LANG=C.UTF-8",
          "✓ node {12}Node \\S+\n$",
        ].join("\n"),
      ),
    );
    const report = (await lab.cli(["doctor", "--report"])).stdout;
    expect(report).toContain('"claude 2.1.332 idle by published, bound by published": 1');
    expect(report).not.toContain(lab.dir);

    await lab.json(["setup", "--yes", "--agent", "claude"]);
    const settings = join(lab.stage.home, ".claude/settings.json");
    const [{ id }] = (await lab.sessions()) as [SessionJson];
    const heard = async () =>
      (await examine(lab)).checks.filter(({ message }) => message.includes(id));
    expect(await heard()).toEqual([
      {
        name: "hooks",
        state: "warning",
        message: `Claude Code: not heard from ${id}, begun before ${settings} was written`,
        hint: "A restart helps: an agent reads its hooks when it starts.",
      },
    ]);
    utimesSync(settings, 0, 0);
    expect(await heard()).toMatchObject([
      { state: "ok", message: `Claude Code: no turn yet in ${id}` },
    ]);
    mark(lab, lab.stage.actors[0]!, { event: "SessionStart" });
    expect(await heard()).toMatchObject([
      { state: "ok", message: `Claude Code: heard from ${id}` },
    ]);
  });

  it("names what is wrong with the config, and where", async () => {
    const lab = await createLab();
    configure(lab, '{\n  "scanMs": 500\n  "agents": {}\n}');
    const report = await examine(lab);
    expect(report).toMatchObject({ code: 1, ok: false });
    expect(report.checks[0]).toEqual({
      name: "config",
      state: "error",
      message: "ccmux.json:3:3 does not parse: comma expected",
      hint: "Mend it there: until the file parses, a running daemon keeps what it has.",
    });
    expect((await lab.cli(["doctor"])).stdout).toContain(
      "✗ config          ccmux.json:3:3 does not parse",
    );
  });

  it("finds no tmux, and no server", async () => {
    const lab = await createLab();
    expect(bad(await examine(lab))).toContainEqual(
      expect.objectContaining({
        name: "tmux server",
        state: "warning",
        message: `none runs at ${lab.stage.socket}`,
      }),
    );
    const bin = join(lab.dir, "no-tmux");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
    const { code, stdout } = await lab.cli(["doctor", "--json"], { env: { PATH: bin } });
    expect([code, stdout]).toEqual([1, expect.stringContaining("tmux is not on PATH")]);
  });

  it("FR-076 Remote PATH: a list without tmux names it, and does not say that nobody runs", async () => {
    const lab = await createLab();
    const bin = join(lab.dir, "no-tmux");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
    const { code, stdout, stderr } = await lab.cli(["list"], { env: { PATH: bin } });
    expect([code, stdout, stderr]).toEqual([
      0,
      "No agent was found.\n",
      expect.stringMatching(/^degraded: .*tmux is not on PATH$/m),
    ]);
  });

  it("finds an old tmux", async () => {
    const lab = await createLab();
    const bin = join(lab.dir, "old-tmux");
    mkdirSync(bin);
    writeFileSync(join(bin, "tmux"), "#!/bin/sh\necho tmux 3.1c\n", { mode: 0o755 });
    const { code, stdout } = await lab.cli(["doctor"], { env: { PATH: `${bin}:${lab.env.PATH}` } });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("✗ tmux            tmux 3.1c is too old"),
    ]);
  });

  it("finds folders that are open, a daemon that is stopped, and a socket's path that is too long", async () => {
    const lab = await createLab();
    const pid = await lab.startDaemon();
    const run = join(lab.env.CCMUX_HOME!, "run");
    chmodSync(run, 0o755);
    process.kill(pid, "SIGSTOP");
    const report = await examine(lab);
    process.kill(pid, "SIGCONT");
    expect(report.code).toBe(1);
    expect(bad(report)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          state: "error",
          message: `${run} is open to others (mode 755)`,
          hint: `Run \`chmod 700 ${run}\`.`,
        }),
        expect.objectContaining({
          state: "error",
          message: `pid ${pid} is stopped by a signal`,
          hint: `Run \`kill -CONT ${pid}\`.`,
        }),
      ]),
    );
    const deep = join(lab.dir, "d".repeat(100));
    const { code, stdout } = await lab.cli(["doctor"], { env: { CCMUX_HOME: deep } });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("Set CCMUX_HOME (or XDG_RUNTIME_DIR) to a shorter folder."),
    ]);
  });
});
