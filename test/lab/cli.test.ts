import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionJson, SnapshotJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab, type Lab } from "./lab.ts";

let lab: Lab;
let rows: SessionJson[];
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  lab = await createLab({
    cast: [
      { screen: screens.get("claude-2.1.332/permission-bash"), publishes: true, project: "shop" },
      { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true, project: "api" },
      { screen: screens.get("codex-0.171.0/working-thinking"), project: "api" },
    ],
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
  });
  rows = await lab.sessions();
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const said = async (...args: string[]) => {
  const { code, stdout, stderr } = await lab.cli(args);
  return { code, out: stdout.trimEnd(), err: stderr.trimEnd() };
};

describe("list", () => {
  it("puts who needs you first, then the oldest", () => {
    expect(rows.map(({ project, status }) => [project, status])).toEqual([
      ["shop", "waiting"],
      ["api", "idle"],
      ["api", "working"],
    ]);
  });

  it("is one document with seq, health and every field", async () => {
    const { seq, health, sessions } = await lab.json<SnapshotJson>(["list"]);
    expect(seq).toMatch(/^[0-9a-f]{12}-\d+$/);
    expect(health).toEqual({ state: "ok", reasons: [] });
    expect(Object.keys(sessions[0]!)).toEqual(Object.keys(rows[0]!));
    expect(sessions[0]).toMatchObject({
      attention: {
        kind: "permission",
        tool: "Bash",
        text: "touch one.txt",
        generation: expect.any(String),
      },
      source: "published",
      bound: "published",
      unread: { reason: "waiting" },
      cwd: expect.stringMatching(/\/work\/shop$/),
    });
  });

  it.each([
    [["--status", "waiting,working"], 2],
    [["--agent", "codex"], 1],
    [["--project", "api"], 2],
    [["--project", "nothing"], 0],
    [["--agent", "claude", "--status", "idle"], 1],
  ])("filters by %j", async (flags, count) => {
    expect((await lab.json<SnapshotJson>(["list", ...flags])).sessions).toHaveLength(count);
    expect((await said("list", "--quiet", ...flags)).out.split("\n").filter(Boolean)).toHaveLength(
      count,
    );
  });

  it("--here means the caller's directory", async () => {
    const here = { cwd: lab.stage.actors[0]!.cwd };
    expect(
      (await lab.json<SnapshotJson>(["list", "--here"], here)).sessions.map(
        ({ project }) => project,
      ),
    ).toEqual(["shop"]);
    expect((await lab.json<SnapshotJson>(["list", "--here"], { cwd: "/" })).sessions).toHaveLength(
      3,
    );
  });

  it("reads well without a terminal: no colours, nothing cut", async () => {
    const { out } = await said("ls");
    expect(out).not.toContain("\x1b");
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^STATUS +AGENT +PROJECT +PANE +FOR +ID$/),
      expect.stringMatching(
        /^▲ permission +claude +shop +main:0\.0 +\d+s +claude-[a-z2-7]{8} +Bash: touch one\.txt$/,
      ),
      expect.stringMatching(/^○ idle +claude +api +main:1\.0 +\d+s +claude-[a-z2-7]{8}$/),
      expect.stringMatching(/^● working +codex +api +main:2\.0 +\d+s +codex-[a-z2-7]{8}$/),
    ]);
  });

  it("is no trouble to a reader that leaves", async () => {
    const ran = await new Promise((resolve) => {
      execFile(
        "/bin/sh",
        ["-c", '"$0" list --json | head -c 1', lab.cliPath],
        { env: lab.env },
        (error, stdout, stderr) => resolve([error, stdout, stderr]),
      );
    });
    expect(ran).toEqual([null, "{", ""]);
  });
});

describe("status", () => {
  it("counts", async () => {
    expect((await said("status")).out).toBe("1 waiting, 1 working, 1 idle, 1 unread");
    expect((await said("status", "--line")).out).toBe("▲1 ●1 ○1");
    expect(await lab.json(["status"])).toMatchObject({
      total: 3,
      waiting: 1,
      working: 1,
      idle: 1,
      unknown: 0,
      unread: 1,
    });
  });
});

describe("wait", () => {
  it("answers at once what is true already", async () => {
    expect(await said("wait", "shop", "--until", "waiting", "--kind", "permission")).toEqual({
      code: 0,
      out: `${rows[0]!.id} permission`,
      err: "",
    });
  });

  it("takes lists, and several sessions", async () => {
    const [shop, idle] = rows.map(({ id }) => id);
    const flags = ["--until", "idle,waiting", "--kind", "plan,permission", "--timeout", "5"];
    const { code, out } = await said("wait", shop!, idle!, ...flags);
    expect([code, out]).toEqual([0, `${shop} permission\n${idle} idle`]);
    const { met } = await lab.json<{ met: string[] }>(["wait", shop!, idle!, "--any"]);
    expect(met).toEqual([idle]);
  });

  it("times out with 2", async () => {
    const { code, err } = await said("wait", "codex", "--timeout", "200ms");
    expect([code, err]).toEqual([2, expect.stringContaining("Not idle within 200ms")]);
  });

  it("is over when a screen changes, and when a state file does", async () => {
    const [asks, , works] = lab.stage.actors;
    const waits = [
      said("wait", works!.pane!.id, "--timeout", "20"),
      said("wait", asks!.pane!.id, "--until", "working", "--timeout", "20"),
    ];
    await lab.stage.show(works!, screens.get("codex-0.171.0/idle-after-answer"));
    await lab.stage.show(asks!, screens.get("claude-2.1.332/working-thinking"));
    expect((await Promise.all(waits)).map(({ code }) => code)).toEqual([0, 0]);
    await lab.stage.show(works!, screens.get("codex-0.171.0/working-thinking"));
    await lab.stage.show(asks!, screens.get("claude-2.1.332/permission-bash"));
    const back = [
      lab.cli(["wait", works!.pane!.id, "--until", "working"]),
      lab.cli(["wait", asks!.pane!.id, "--until", "waiting"]),
    ];
    expect((await Promise.all(back)).map(({ code }) => code)).toEqual([0, 0]);
  });

  it.each([
    [["wait"], "<ref> is missing"],
    [["wait", "x", "--until", "done"], '--until: "done" is none of idle'],
    [["wait", "x", "--timeout", "soon"], '--timeout: "soon" is no duration'],
    [["wait", "x", "--any", "--all"], "exclude each other"],
    [["wait", "x", "--until", "idle,done"], '--until: "done" is none of idle'],
    [["wait", "x", "--kind", "plan"], "--kind: idle has none"],
    [["wait", "x", "--until", "waiting", "--background"], "--background goes with idle"],
    [["send", "x", "hi", "--no-enter", "--wait"], "exclude each other"],
    [["screen", "x", "--lines", "3", "--all"], "exclude each other"],
    [["daemon", "start", "--lines", "3"], "belongs to `daemon logs`"],
    [["daemon", "status", "--rotate"], "belongs to `daemon token`"],
    [["explain", "x", "--agent", "claude"], "--agent goes with --screen"],
  ])("%j is a usage error", async (args, message) => {
    const { code, err } = await said(...args);
    expect([code, err]).toEqual([64, expect.stringContaining(message)]);
  });
});

describe("references", () => {
  it.each(["id", "prefix", "pane", "target", "project", "native"])("by %s", async (how) => {
    const [row] = rows;
    const refs: Record<string, string> = {
      id: row!.id,
      prefix: row!.id.slice(0, 10),
      pane: row!.pane!.id,
      target: row!.pane!.target,
      project: "shop",
      native: row!.nativeId!,
    };
    expect((await lab.json<{ id: string }>(["explain", refs[how]!])).id).toBe(row!.id);
  });

  it("self is the agent of the pane that asks", async () => {
    const env = { TMUX: `${lab.stage.socket},1,0`, TMUX_PANE: rows[2]!.pane!.id };
    expect((await lab.json<{ id: string }>(["explain", "self"], { env })).id).toBe(rows[2]!.id);
    expect((await said("explain", "self")).code).toBe(1);
  });

  it("an ambiguous one is refused with its candidates", async () => {
    const { code, err } = await said("screen", "api");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /"api" matches 2 sessions: claude-\w+ \(main:1\.0\), codex-\w+ \(main:2\.0\)/,
      ),
    ]);
  });
});

describe("screen and explain", () => {
  it("shows the pane", async () => {
    expect((await said("screen", "shop")).out).toContain(" Do you want to proceed?");
    expect((await said("screen", "shop", "--lines", "1")).out.trim()).toBe(
      "Esc to cancel · Tab to amend",
    );
    expect((await said("screen", "shop", "--grep", "no such text")).code).toBe(1);
    expect((await said("screen", "shop", "--ansi")).out).toContain("\x1b[");
  });

  it("says what each source said, what won and how the session is bound", async () => {
    const explanation = await lab.json<{
      verdict: object;
      evidence: { source: string }[];
      binding: object;
    }>(["explain", "shop"]);
    expect(explanation.verdict).toMatchObject({
      status: "waiting",
      source: "published",
      attention: { kind: "permission" },
    });
    expect(explanation.evidence.map(({ source }) => source)).toEqual([
      "published",
      "screen",
      "process",
    ]);
    expect(explanation.binding).toMatchObject({ by: "published", inFront: true });
    expect((await said("explain", "shop")).out).toContain("Evidence");
  });

  it("reads a capture without a daemon", async () => {
    const capture = screens.get("codex-0.171.0/question").lines.join("\n");
    const ran = await lab.cli(["explain", "--agent", "codex", "--screen", "-", "--json"], {
      stdin: capture,
      env: { CCMUX_HOME: `${lab.dir}/other` },
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      verdict: { status: "waiting", attention: { kind: "question" }, source: "screen" },
      binding: null,
    });
  });

  it.each([
    [["explain"], "Give a <ref>"],
    [["explain", "--screen", "-"], "--screen needs --agent"],
    [["explain", "--screen", "-", "--agent", "clod"], 'Unknown agent "clod"'],
    [
      ["explain", "--screen", "/nonexistent", "--agent", "codex"],
      "can't read /nonexistent (ENOENT)",
    ],
  ])("%j is a usage error", async (args, message) => {
    const { code, err } = await said(...args);
    expect([code, err]).toEqual([64, expect.stringContaining(message)]);
  });
});

describe("parsing", () => {
  it.each([
    [["lst"], 'Unknown command "lst"'],
    [["list", "--stat", "idle"], "--stat"],
    [["list", "--status", "idle,busy"], '"busy" is none of'],
    [["list", "extra"], 'Unexpected argument "extra"'],
    [["list", "--quiet=yes"], "--quiet"],
    [["--nope"], "--nope"],
    [["events", "--since", "yesterday"], '--since: "yesterday" is no seq, time or duration'],
    [["events", "--type", "busy"], '"busy" is none of'],
    [["events", "--limit", "0"], "--limit"],
    [["events", "--limit", "1001"], "without --since at most 1000"],
    [["events", "--agent", "clod"], 'Unknown agent "clod"'],
    [["label", "%0", "a b"], '"a b" is no label'],
    [["daemon", "toString"], 'Unknown verb "toString"'],
  ])("%j is refused with 64", async (args, message) => {
    const { code, out, err } = await said(...args);
    expect([code, out, err]).toEqual([64, "", expect.stringContaining(message)]);
  });

  it("tells errors as JSON where JSON was asked for", async () => {
    const { code, out, err } = await said("screen", "nobody", "--json");
    expect([code, out]).toEqual([1, ""]);
    expect(JSON.parse(err)).toEqual({
      error: {
        code: "E_NOT_FOUND",
        message: 'No session matches "nobody".',
        hint: expect.any(String),
      },
    });
  });

  it("has help everywhere", async () => {
    for (const name of [
      "list",
      "status",
      "wait",
      "screen",
      "explain",
      "events",
      "label",
      "seen",
      "daemon",
      "demo",
    ]) {
      expect((await said(name, "--help")).out).toContain(`ccmux ${name}`);
    }
  });
});

it("keeps its files private", () => {
  const mode = (path: string): string =>
    (statSync(`${lab.env.CCMUX_HOME}/${path}`).mode & 0o777).toString(8);
  expect(
    ["run", "state", "run/ccmux.sock", "state/state.db", "state/daemon.log", "state/lock"].map(
      mode,
    ),
  ).toEqual(["700", "700", "600", "600", "600", "600"]);
});
