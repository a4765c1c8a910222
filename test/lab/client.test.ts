/** The client and the examples as somebody has them who installed the package; and that answers are as documented. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CcmuxError, connect, type Client } from "../../src/client/index.ts";
import { ANSWERS } from "../../src/core/answer-schemas.ts";
import { event } from "../../src/core/session-schema.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { openTypist } from "./agents.ts";
import { installBuilt } from "./built.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { run } from "./run.ts";

const PATIENCE_MS = 20_000;

let lab: Lab;
let project: string;
let client: Client;
let socket: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const cast = [
    { screen: screens.get("codex-0.171.0/permission-bash"), project: "shop" },
    { screen: screens.get("codex-0.171.0/working-thinking"), project: "api" },
  ];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  project = join(lab.dir, "project");
  mkdirSync(project);
  await installBuilt(project);
  await lab.startDaemon();
  socket = `${lab.env.CCMUX_HOME}/run/ccmux.sock`;
  client = await connect({ socket });
  cleanUps.unshift(() => client.close());
}, 300_000);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** With `ccmux` on PATH, as the examples expect it. */
const withCcmux = (): Record<string, string> => ({
  ...lab.env,
  PATH: `${join(project, "node_modules/ccmux/bin")}:${lab.env.PATH}`,
});
const inProject = (program: string, ...args: string[]) =>
  run(program, args, { cwd: project, env: withCcmux(), timeoutMs: 120_000 });
const write = (name: string, text: string): string => {
  writeFileSync(join(project, name), text);
  return name;
};

describe("every answer is as the document says:", () => {
  it("what is read", async () => {
    const row = await client.session("shop");
    const said = {
      Health: await client.health(),
      Agents: { agents: await client.agents() },
      Screen: await client.screen(row, { lines: 5 }),
      Transcript: await client.transcript(row, { turns: 3 }),
      Explanation: await client.explain(row),
      WaitAnswer: await client.wait(row, { until: ["idle", "waiting"] }),
      SearchAnswer: await client.search("touch"),
      FeedAnswer: await client.feed({ limit: 20 }),
      LabelAnswer: await client.label(row, "till"),
      SeenAnswer: await client.seen(row),
    };
    for (const [name, answer] of Object.entries(said))
      expect(ANSWERS[name as keyof typeof said].parse(answer)).toEqual(answer);
    expect(said.WaitAnswer).toMatchObject({ outcome: "met", met: [row.id] });
    expect(said.SearchAnswer.results.length).toBeGreaterThan(0);
    expect(said.FeedAnswer.events.length).toBeGreaterThan(0);
    const rows = { seq: said.Health.seq, health: { state: "ok", reasons: [] } };
    const sessions = await client.sessions();
    expect(ANSWERS.Snapshot.parse({ ...rows, sessions }).sessions).toEqual(sessions);
    for await (const one of client.events()) {
      expect(event.parse(one)).toEqual(one);
      break;
    }
  });

  it("what is written", async () => {
    const { id, prompts } = await openTypist(lab, "written");
    const sent = await client.send(id, "ask me", { waitMs: PATIENCE_MS });
    expect(ANSWERS.SendAnswer.parse(sent)).toEqual(sent);
    expect(sent).toMatchObject({ id, submitted: true, turn: "waiting" });
    const { sessions } = await client.wait(id, { until: "waiting", kind: "permission" });
    const approved = await client.approve(sessions[0]!);
    expect(ANSWERS.DialogAnswer.parse(approved)).toEqual(approved);
    expect(prompts()).toEqual(["ask me", { took: "Yes" }]);
    // It was one decision, about one dialog.
    await expect(client.approve(sessions[0]!)).rejects.toMatchObject({ exitCode: 75 });

    const pressed = await client.keys(id, ["x"]);
    expect(ANSWERS.KeysAnswer.parse(pressed)).toEqual(pressed);
    await client.dismiss(id).then((gone) => expect(ANSWERS.IdAnswer.parse(gone)).toEqual(gone));
    const other = await openTypist(lab, "killed");
    const killed = await client.kill(other.id);
    expect(ANSWERS.KillAnswer.parse(killed)).toMatchObject({ id: other.id });
  });
});

it("goes through the TCP door with the token, and is refused without", async () => {
  const url = `http://127.0.0.1:${lab.env.CCMUX_PORT}`;
  const token = readFileSync(`${lab.env.CCMUX_HOME}/run/token`, "utf8").trim();
  const door = await connect({ url, token });
  onTestFinished(() => door.close());
  expect((await door.session("shop")).status).toBe("waiting");
  expect((await door.send("shop", "hello", { dryRun: true })).closed.length).toBeGreaterThan(0);
  for await (const { type } of door.events()) {
    expect(type).toBe("snapshot");
    break;
  }
  const refused = connect({ url, token: "0".repeat(64) });
  await expect(refused).rejects.toMatchObject({ code: "E_UNAUTHORIZED", exitCode: 69 });
  await expect(refused).rejects.toBeInstanceOf(CcmuxError);
});

describe("the installed package", () => {
  it("has types that hold, and that refuse what is wrong", async () => {
    const file = write(
      "consumer.mts",
      `import { CcmuxError, connect, type Client, type Event, type Session } from "ccmux/client";
const client: Client = await connect({ start: true });
const rows: Session[] = await client.sessions({ status: ["waiting", "idle"] });
const { outcome, met } = await client.wait(rows, { until: ["idle", "gone"], any: true, timeoutMs: 5 });
const ids: readonly string[] = outcome === "met" ? met : [];
for await (const event of client.events({ since: "e-1", signal: AbortSignal.timeout(5) })) {
  const one: Event = event;
  const kind: "permission" | "question" | "plan" | "trust" | "other" | undefined = one.session?.attention?.kind;
  console.log(kind, ids);
}
try {
  const { proof } = await client.send(rows[0]!, "hello", { waitMs: 5 });
  const text: string | null = await client.last("claude");
  console.log(proof satisfies string | null, text);
} catch (error) {
  if (error instanceof CcmuxError) console.log(error.code satisfies string, error.hint, error.exitCode);
}
// @ts-expect-error nobody is "busy"
await client.sessions({ status: "busy" });
// @ts-expect-error there is no such thing to wait for
await client.wait("claude", { until: "done" });
// @ts-expect-error a text is needed
await client.send("claude");
// @ts-expect-error it may have none
rows[0]!.attention.kind;
await client.close();
`,
    );
    const flags = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext"];
    const lib = ["--lib", "es2024,esnext.disposable", "--types", "node"];
    const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
    expect(await inProject(tsc, ...flags, ...lib, file)).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  }, 240_000);

  it("starts a daemon when it is told to, and says so when it is not", async () => {
    const home = join(lab.dir, "other");
    const file = write(
      "start.mjs",
      `import { connect } from "ccmux/client";
const failure = await connect().catch((error) => error);
const client = await connect({ start: true });
const { pid } = await client.health();
console.log(JSON.stringify({ code: failure.code, name: failure.constructor.name, pid }));
await client.close();`,
    );
    const env = { ...lab.env, CCMUX_HOME: home, CCMUX_PORT: "0" };
    onTestFinished(async () => {
      await lab.cli(["daemon", "stop"], { env: { CCMUX_HOME: home } });
    });
    const options = { cwd: project, env, timeoutMs: 120_000 };
    const { code, stdout, stderr } = await run(process.execPath, [file], options);
    expect([code, stderr]).toEqual([0, ""]);
    const { code: failure, pid } = JSON.parse(stdout) as { code: string; pid: number };
    expect(failure).toBe("E_DAEMON_DOWN");
    const status = await lab.json<{ pid: number }>(["daemon", "status"], {
      env: { CCMUX_HOME: home },
    });
    expect(status.pid).toBe(pid);
  }, 240_000);
});

describe("examples/", () => {
  const example = (name: string): string => join("examples", name);

  it("tmux-status-line.sh is a line that tmux shows", async () => {
    const { code, stdout } = await inProject(example("tmux-status-line.sh"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#\[fg=yellow,bold\]▲1 .*●1.*#\[default\]\n$/);
    const words = Object.entries(withCcmux()).map(([name, value]) => `${name}='${value}'`);
    const script = join(project, example("tmux-status-line.sh"));
    const bar = ["set", "-g", "status-right", `#(env ${words.join(" ")} ${script})`];
    await lab.stage.tmux("set", "-g", "status-interval", "1", ";", ...bar);
    // Somebody looks at it: a client, in a terminal of a tmux server of its own.
    const outer = (...args: string[]) =>
      run("tmux", ["-S", join(lab.dir, "outer"), "-f", "/dev/null", ...args], {
        cwd: lab.dir,
        env: lab.env,
      });
    await outer(
      "new-session",
      "-d",
      "-x",
      "100",
      "-y",
      "20",
      `TMUX= tmux -S ${lab.stage.socket} attach`,
    );
    onTestFinished(async () => void (await outer("kill-server")));
    const look = async (): Promise<string> => (await outer("capture-pane", "-p")).stdout.trimEnd();
    const shown = await eventually(look, (text) => /▲1 .*●1[^\n]*$/.test(text), PATIENCE_MS);
    expect(shown).toMatch(/▲1 .*●1[^\n]*$/);
  });

  it("needs-me.sh tells of each that begins to ask, and of nothing else", async () => {
    const file = join(lab.dir, "told");
    const tell = write("tell.sh", `#!/bin/sh\nprintf '%s\\n' "$*" >>'${file}'\n`);
    const child = spawn("sh", [example("needs-me.sh"), "sh", tell, "Look:"], {
      cwd: project,
      env: withCcmux(),
      detached: true,
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(async () => {
      process.kill(-child.pid!, "SIGTERM");
      await once(child, "exit");
    });
    const [, works] = lab.stage.actors;
    const before = (await client.health()).counters.listeners!;
    await expect
      .poll(async () => (await client.health()).counters.listeners, { timeout: PATIENCE_MS })
      .toBeGreaterThan(before);
    await lab.stage.show(works!, screens.get("codex-0.171.0/idle-after-answer"));
    await client.wait("api", { timeoutMs: PATIENCE_MS });
    await lab.stage.show(works!, screens.get("codex-0.171.0/question"));
    const read = async (): Promise<string> => {
      try {
        return readFileSync(file, "utf8");
      } catch {
        return "";
      }
    };
    const told = await eventually(read, (text) => text !== "", PATIENCE_MS);
    expect(told.trim().split("\n")).toHaveLength(1);
    expect(told).toMatch(/^Look: [\d:]+ codex-\S+ api \S+ idle → question/);
  });

  it("ask-three.mjs asks three, and shows what each has said", async () => {
    const says = ["Harbour", "Lantern", "Orchard"];
    const three = await Promise.all(
      says.map((word) => openTypist(lab, word, { TYPIST_SAYS: word, TYPIST_WORK_MS: "600" })),
    );
    const prompt = "work on a name; $HOME";
    const ids = three.map(({ id }) => id);
    const { code, stdout, stderr } = await inProject(
      process.execPath,
      example("ask-three.mjs"),
      prompt,
      ...ids,
    );
    expect([code, stderr]).toEqual([0, ""]);
    const parts = stdout.split(/^## /m).slice(1);
    for (const [at, { id, prompts }] of three.entries()) {
      expect(prompts()).toEqual([prompt]);
      expect(parts[at]).toMatch(new RegExp(`^claude in .* \\(${id}\\)`));
      expect(parts[at]).toContain(says[at]);
    }
    const nobody = await inProject(process.execPath, example("ask-three.mjs"), prompt, "nobody");
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toContain('No session matches "nobody"');
  }, 120_000);

  it("approve-npm-test.mjs says yes to npm test alone", async () => {
    const child = spawn(process.execPath, [example("approve-npm-test.mjs")], {
      cwd: project,
      env: withCcmux(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    onTestFinished(() => void child.kill("SIGKILL"));
    const commands = ["npm test; rm -rf .", "npm test", "npm run test"];
    const asked = await Promise.all(
      commands.map((command, at) => openTypist(lab, `asks-${at}`, { TYPIST_COMMAND: command })),
    );
    for (const { id } of asked) await client.send(id, "ask me");
    const yes = () => Promise.resolve(asked.map(({ prompts }) => prompts()[1]));
    const took = await eventually(yes, (all) => all[1] !== undefined, PATIENCE_MS);
    expect(took).toEqual([undefined, { took: "Yes" }, undefined]);
    const others = await client.wait([asked[0]!.id, asked[2]!.id], { until: "waiting" });
    expect(others).toMatchObject({ outcome: "met", met: [asked[0]!.id, asked[2]!.id] });
    await expect.poll(() => said).toBe(`${asked[1]!.id}: npm test: Yes\n`);
    child.kill("SIGTERM");
    // It ends by itself, and in order.
    expect(await once(child, "exit")).toEqual([0, null]);
  }, 120_000);
});
