import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";
import { recordings as screens } from "../stage/recordings.ts";

const TYPIST = fileURLToPath(new URL("./typist.mjs", import.meta.url));

let lab: Lab;
let opened = 0;
const cleanUps: (() => Promise<void>)[] = [];
let pane: string;
let id: string;
/** Each typist has files of its own. */
const file = (name: string): string => join(lab.dir, `${name}-${opened}`);
const lines = (name: string): unknown[] =>
  existsSync(file(name))
    ? readFileSync(file(name), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown)
    : [];

beforeAll(async () => {
  // The server needs a first pane.
  const cast = [{ screen: screens.get("codex-0.171.0/idle-fresh") }];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  symlinkSync(process.execPath, join(lab.dir, "claude"));
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

async function open(
  env: Record<string, string> = {},
  isUp = (row: SessionJson): boolean => row.status !== "unknown",
): Promise<void> {
  opened++;
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // A shell below it, so that an agent can end or be stopped and its pane goes on.
  const script = '"$@"; exec sleep 1000';
  pane = await openPane(
    lab.stage,
    "env",
    ...words,
    "sh",
    "-ic",
    script,
    "sh",
    join(lab.dir, "claude"),
    TYPIST,
    file("bytes"),
    file("prompts"),
  );
  const rows = await eventually(
    () => lab.sessions(),
    (seen) => seen.some((one) => one.pane?.id === pane && isUp(one)),
  );
  id = rows.find((one) => one.pane?.id === pane)!.id;
}

async function run(...args: string[]): Promise<{ code: number | null; text: string }> {
  const { code, stdout, stderr } = await lab.cli(args);
  return { code, text: `${stdout}${stderr}`.trim() };
}

describe("send", () => {
  const texts = [
    "hello there",
    'two lines "quoted" and `ticked`\n$HOME and #{pane_id} and #(touch x) 🙂',
    // FR-030
    ";",
    "go;",
    "a\\;",
    "x; y;",
    "ends in a backslash \\",
    // FR-031
    "- a dash in front",
    "--force",
    "--help me choose",
    "-l",
    "-----BEGIN NOTE-----",
    // FR-028
    "one\n\nthree",
    // FR-036
    "check A != B",
    "%0 and ~",
    "tab\tand   spaces",
    // FR-029
    `BEGIN-7f ${"x".repeat(3145)} END-7f`,
    `long ${"x".repeat(5000)} end`,
  ];

  it.each(texts)("submits %j once, byte for byte", async (text) => {
    await open();
    const ran = await run("send", id, "--", text);
    expect(ran).toEqual({ code: 0, text: `${id}: submitted (transcript)` });
    // A space behind a backslash, which the real agent trims, is its row's in the agent's file.
    expect(lines("prompts").map((one) => String(one).replace(/\\ $/, "\\"))).toEqual([text]);
  });

  it("FR-027: Enter comes apart from the text, where fast input is one paste", async () => {
    await open({ TYPIST_PASTE_MS: "100" });
    expect((await run("send", id, "water the plants")).code).toBe(0);
    expect(lines("prompts")).toEqual(["water the plants"]);
  });

  it("leaves out what a terminal would obey", async () => {
    await open();
    expect((await run("send", id, "--", "a\x1b[201~b\x07c\x1b[31md")).code).toBe(0);
    expect(lines("prompts")).toEqual(["abc[31md"]);
  });

  it("waits for the turn that it began", async () => {
    await open();
    const start = Date.now();
    expect(await run("send", id, "work a little", "--wait")).toEqual({
      code: 0,
      text: `${id}: submitted (working), idle`,
    });
    expect(Date.now() - start).toBeGreaterThan(1000);
    expect((await run("send", id, "work", "--wait", "--timeout", "200ms")).code).toBe(2);
  });

  it("waits on over a restart of the daemon, and types nothing twice", async () => {
    await open({ TYPIST_WORK_MS: "5000" });
    const sent = run("send", id, "work a while", "--wait", "--timeout", "60");
    await eventually(
      () => lab.sessions(),
      (rows) => rows.some((one) => one.id === id && one.status === "working"),
    );
    // What is proven by the screen is answered within a look at it.
    await sleep(500);
    await lab.cli(["daemon", "restart"]);
    expect(await sent).toEqual({
      code: 0,
      text: expect.stringMatching(/: submitted \(\w+\), idle$/),
    });
    expect(lines("prompts")).toEqual(["work a while"]);
  }, 60_000);

  describe("FR-039 Send then wait returns at once", () => {
    const flags = ["work on it", "--timeout", "20"];
    it("send --wait comes back after a turn that begins late", async () => {
      await open({ TYPIST_LAG_MS: "700", TYPIST_WORK_MS: "2000" });
      const start = Date.now();
      const { code, text } = await run("send", id, ...flags, "--wait");
      expect([code, text]).toEqual([0, expect.stringMatching(/submitted \(.*\), idle$/)]);
      expect(Date.now() - start).toBeGreaterThan(2700);
    });

    it("send and then wait too: what send has proven the wait does not forget", async () => {
      await open({ TYPIST_WORK_MS: "2000" });
      const start = Date.now();
      expect((await run("send", id, ...flags)).code).toBe(0);
      expect((await run("wait", id)).code).toBe(0);
      expect(Date.now() - start).toBeGreaterThan(2000);
    });

    it("an agent that answers at once does not hang", async () => {
      await open({ TYPIST_WORK_MS: "30" });
      const start = Date.now();
      expect(await run("send", id, ...flags, "--wait")).toMatchObject({ code: 0 });
      expect(Date.now() - start).toBeLessThan(15_000);
    });
  });

  it("FR-040 Idle while still starting: a wait lasts until there is something to write into", async () => {
    await open({ TYPIST_BANNER_MS: "3000" }, () => true);
    expect((await run("wait", pane, "--timeout", "20")).code).toBe(0);
    expect((await run("send", pane, "water the plants")).code).toBe(0);
    expect(lines("prompts")).toEqual(["water the plants"]);
  });

  it("types and leaves it there, or says what it would type", async () => {
    await open();
    expect((await run("send", id, "not yet", "--dry-run")).text).toBe(
      `${id}: would be typed by keys, nothing stands in the way`,
    );
    expect(lines("bytes")).toEqual([]);
    expect((await run("send", id, "not yet", "--no-enter")).text).toBe(
      `${id}: typed, not submitted`,
    );
    expect((await run("screen", id)).text).toContain("not yet");
    expect(lines("prompts")).toEqual([]);
    expect(await run("send", id, "more")).toEqual({
      code: 75,
      text: expect.stringContaining("somebody has begun to write"),
    });
  });

  it.each(["/clear", "!ls", "  /help", "#note", "@file"])(
    "FR-036: refuses %j, which the agent would run",
    async (text) => {
      await open();
      expect((await run("send", id, "--", text)).code).toBe(75);
      expect(lines("bytes")).toEqual([]);
    },
  );

  it("FR-028: does not mix several senders", async () => {
    await open();
    const all = Array.from({ length: 4 }, (_, at) => `message ${at} ${String(at).repeat(300)}`);
    const ran = await Promise.all(all.map((text) => run("send", id, text)));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(lines("prompts").toSorted()).toEqual(all);
  });
});

describe("nothing is typed", () => {
  /** The exit code is 75, the reason is said, and not a byte arrives. */
  async function expectRefused(because: string, ...more: string[]): Promise<void> {
    const before = lines("bytes").length;
    expect(await run("send", id, "hello", ...more)).toEqual({
      code: 75,
      text: expect.stringContaining(because),
    });
    expect(lines("bytes")).toHaveLength(before);
  }
  const pid = async (): Promise<number> => (await lab.sessions()).find((one) => one.id === id)!.pid;

  it("FR-035: over a draft, unless forced", async () => {
    await open({ TYPIST_DRAFT: "half a thought" });
    await expectRefused("somebody has begun to write there");
    expect((await run("send", id, " and the rest", "--force")).code).toBe(0);
    expect(lines("prompts")).toEqual(["half a thought and the rest"]);
  });

  it("FR-032: in copy mode", async () => {
    await open();
    await lab.stage.tmux("copy-mode", "-t", pane);
    await expectRefused("copy mode");
  });

  it("FR-033: while a dialog is open", async () => {
    await open();
    await run("send", id, "ask me");
    await eventually(
      async () => (await run("wait", id, "--until", "waiting", "--timeout", "5")).code,
      (code) => code === 0,
    );
    await expectRefused("asks something (permission)");
  });

  it("to a stopped agent, forced or not", async () => {
    await open();
    const process_ = await pid();
    process.kill(process_, "SIGSTOP");
    await expectRefused("is stopped", "--force");
    process.kill(process_, "SIGCONT");
  });

  it("FR-034: to what came after an agent in its pane", async () => {
    await open();
    process.kill(await pid(), "SIGKILL");
    const ran = await run("send", id, "rm -rf /", "--force");
    expect([1, 75]).toContain(ran.code);
    expect((await lab.stage.tmux("capture-pane", "-p", "-t", pane)).includes("rm -rf")).toBe(false);
  });

  it("to an agent of which nobody has proven how it takes text", async () => {
    await open();
    // Cursor was never recorded: its program under any screen is enough.
    const screen = { ...screens.get("pi-1.6.0/idle-fresh"), agent: "cursor" };
    const [actor] = await lab.stage.add([{ screen }]);
    await eventually(
      () => lab.sessions(),
      (rows) => rows.some((one) => one.pid === actor!.process!.pid),
    );
    expect((await run("send", actor!.pane!.id, "hello")).code).toBe(75);
  });
});

describe("approve and deny", () => {
  async function asked(env: Record<string, string> = {}): Promise<string> {
    await open(env);
    await run("send", id, "ask me");
    const rows = await eventually(
      () => lab.sessions(),
      (seen) => seen.some((one) => one.id === id && one.attention?.kind === "permission"),
    );
    return rows.find((one) => one.id === id)!.attention!.generation;
  }
  const took = (): unknown => lines("prompts").at(-1);

  it.each([
    ["in order", "1. Yes|2. Yes, and don't ask again|3. No", "0"],
    ["in another order", "1. No|2. Yes, and don't ask again|3. Yes", "0"],
    ["without digits, the default on No", "No|Yes", "0"],
    [
      "without digits, ten of them",
      `Yes, and a|Yes, and b|${"Yes, and more|".repeat(6)}Yes|No`,
      "4",
    ],
    ["without digits, drawn late", "No|Yes", "0", { TYPIST_DRAW_MS: "900" }],
  ])(
    "FR-037: take what means it: %s",
    async (_how, options, selected, more: Record<string, string> = {}) => {
      await asked({ TYPIST_OPTIONS: options, TYPIST_SELECTED: selected, ...more });
      expect(await run("approve", id)).toEqual({ code: 0, text: `${id}: Yes` });
      expect(took()).toEqual({ took: "Yes" });
      await run("send", id, "ask again");
      await eventually(
        async () => (await run("wait", id, "--until", "waiting", "--timeout", "5")).code,
        (code) => code === 0,
      );
      expect(await run("deny", id)).toEqual({ code: 0, text: `${id}: No` });
      expect(took()).toEqual({ took: "No" });
    },
  );

  it.each([
    ["unknown labels", "1. Sure|2. Nope"],
    ["only lasting grants", "1. Yes, and don't ask again|2. Yes, always"],
    ["two that mean yes", "1. Yes|2. Yes|3. No"],
  ])("press nothing over %s", async (_what, options) => {
    await asked({ TYPIST_OPTIONS: options });
    const before = lines("bytes").length;
    expect((await run("approve", id)).code).toBe(75);
    expect(lines("bytes")).toHaveLength(before);
  });

  it("press nothing when it is another dialog by now, or none", async () => {
    const generation = await asked();
    const before = lines("bytes").length;
    expect(await run("approve", id, "--generation", "other")).toEqual({
      code: 75,
      text: expect.stringContaining("asks something else by now"),
    });
    expect(lines("bytes")).toHaveLength(before);
    expect((await run("approve", id, "--generation", generation)).code).toBe(0);
    expect((await run("deny", id)).code).toBe(75);
  });
});

describe("answer", () => {
  async function wonders(env: Record<string, string> = {}): Promise<void> {
    await open(env);
    await run("send", id, "wonder");
    await eventually(
      () => lab.sessions(),
      (seen) => seen.some((one) => one.id === id && one.attention?.kind === "question"),
    );
  }
  const took = (): unknown => lines("prompts").at(-1);

  it.each([
    ["a label", "Blue", "Blue"],
    ["a label in other letters", "  red ", "Red"],
    ["a number", "2", "Blue"],
  ])("takes an option by %s", async (_how, text, option) => {
    await wonders();
    expect(await run("answer", id, text)).toEqual({ code: 0, text: `${id}: ${option}` });
    expect(took()).toEqual({ took: option });
  });

  it.each(['neither, use "$HOME" and #{pane_id};', "- 1 apple"])(
    "writes %j in the field",
    async (text) => {
      await wonders();
      expect(await run("answer", id, "--", text)).toEqual({
        code: 0,
        text: `${id}: Type something., in your words`,
      });
      expect(took()).toEqual({ took: text });
    },
  );

  it.each([
    ["no field", "1. Red|2. Blue", "green", 75],
    ["the field's own name", "1. Red|2. Blue|3. Type something.", "Type something.", 75],
    ["boxes to tick", "1. [ ] Red|2. [ ] Blue", "1", 75],
    ["two of one name", "1. Red|2. Red|3. Blue", "red", 75],
    ["two lines", "1. Red|2. Blue|3. Type something.", "one\ntwo", 64],
    ["too many words", "1. Red|2. Blue|3. Type something.", "x".repeat(501), 64],
  ])("presses nothing over %s", async (_what, options, text, code) => {
    await wonders({ TYPIST_OPTIONS: options });
    const before = lines("bytes").length;
    expect((await run("answer", id, text)).code).toBe(code);
    expect(lines("bytes")).toHaveLength(before);
  });

  it("is what a question wants, not a verdict", async () => {
    await wonders();
    expect(await run("approve", id)).toEqual({
      code: 75,
      text: expect.stringContaining("Use `ccmux answer <ref> <text>`."),
    });
    await open();
    expect((await run("answer", id, "Red")).code).toBe(75);
  });
});

describe("keys and interrupt", () => {
  it("FR-038: press what tmux knows as keys, and interrupt only at work", async () => {
    await open();
    expect((await run("keys", id, "x", "Enter")).code).toBe(0);
    expect(lines("prompts")).toEqual(["x"]);
    expect((await run("keys", id, "kill-server")).code).toBe(64);
    expect((await run("interrupt", id)).code).toBe(75);
    await run("send", id, "work");
    expect(await run("interrupt", id)).toEqual({ code: 0, text: `${id}: Escape` });
    expect((await run("interrupt", id)).code).toBe(75);
  });

  it("says so where the key was pressed and the agent works on", async () => {
    await open({ TYPIST_WORK_MS: "20000", TYPIST_DEAF: "1" });
    await run("send", id, "work");
    const { code, text } = await run("interrupt", id);
    expect([code, text]).toEqual([76, expect.stringContaining("Claude Code works on")]);
  });
});
