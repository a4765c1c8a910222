/** FR-068 Other accounts on the machine: a real one, made for this and removed after it. Needs root. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTmux } from "../../src/io/tmux.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { run, type RunResult } from "../lab/run.ts";
import { recordings as screens } from "../stage/recordings.ts";

const NAME = `cm-${process.pid}`;
const CLIENT = new URL("../../src/client/index.ts", import.meta.url).href;
let lab: Lab;
let home: string;
let node: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // A missing tool fails here, and is not skipped.
  execFileSync("useradd", ["--no-create-home", "--shell", "/bin/sh", NAME]);
  const cast = [{ screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true }];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  await lab.sessions();
  home = lab.env.CCMUX_HOME!;
  // As open as a home may be: what is closed is closed by ccmux itself.
  for (const dir of [lab.dir, home]) chmodSync(dir, 0o755);
  // The checkout may stand where nobody else may look.
  node = join(lab.dir, "node");
  copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  execFileSync("userdel", [NAME]);
});

function asOther(program: string, ...args: string[]): Promise<RunResult> {
  const { PATH = "" } = process.env;
  return run("runuser", ["-u", NAME, "--", program, ...args], { cwd: "/", env: { PATH } });
}

/** One request with this Node, as somebody else: `{status, body}`, or the error's code. */
async function ask(to: object, method = "GET", path = "/v1/sessions", headers: object = {}) {
  const script = `
    const request = require("node:http").request(${JSON.stringify({ ...to, method, path, headers })}, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      console.log(JSON.stringify({ status: response.statusCode, body }));
    });
    request.on("error", ({ code }) => console.log(JSON.stringify(code)));
    request.end(${JSON.stringify(method === "POST" ? '{"text":"hello"}' : "")});`;
  const { stdout, stderr } = await asOther(node, "-e", script);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as { status: number; body: string } | string;
}

it("is somebody else indeed, who gets as far as the folders of ours", async () => {
  expect((await asOther("id", "-un")).stdout.trim()).toBe(NAME);
  expect((await asOther("ls", home)).stdout.trim().split("\n")).toEqual(readdirSync(home));
});

describe("another account", () => {
  it("does not reach the socket", async () => {
    expect(await ask({ socketPath: `${home}/run/ccmux.sock` })).toBe("EACCES");
    // Nor would it, were the folder open.
    chmodSync(`${home}/run`, 0o755);
    try {
      expect(await ask({ socketPath: `${home}/run/ccmux.sock` })).toBe("EACCES");
      expect((await asOther("cat", `${home}/run/token`)).code).not.toBe(0);
    } finally {
      chmodSync(`${home}/run`, 0o700);
    }
  });

  it("reads no file of ours: token, state, lock, log", async () => {
    const folders = ["run", "state"].map((name) => join(home, name));
    const files = folders.flatMap((path) => readdirSync(path).map((name) => join(path, name)));
    expect(files.map((path) => path.slice(home.length + 1))).toEqual(
      expect.arrayContaining(["run/token", "state/state.db", "state/lock", "state/daemon.log"]),
    );
    for (const path of folders) expect([path, (await asOther("ls", path)).code]).toEqual([path, 2]);
    for (const path of files) expect([path, (await asOther("cat", path)).code]).toEqual([path, 1]);
    chmodSync(`${home}/state`, 0o755);
    try {
      // Each file is closed by its own mode too.
      for (const path of files.filter((one) => one.startsWith(`${home}/state/`)))
        expect([path, (await asOther("cat", path)).code]).toEqual([path, 1]);
    } finally {
      chmodSync(`${home}/state`, 0o700);
    }
  });

  it("gets 401 at the port, whatever it asks, and types nothing", async () => {
    const [pane] = lab.stage.actors.map((actor) => actor.pane!.id);
    const before = await lab.stage.tmux("capture-pane", "-p", "-t", pane!);
    const port = { host: "127.0.0.1", port: Number(lab.env.CCMUX_PORT) };
    const json = { "content-type": "application/json" };
    const asked = [
      await ask(port),
      await ask(port, "GET", "/v1/events"),
      await ask(port, "GET", "/v1/metrics"),
      await ask(port, "POST", "/v1/sessions/claude/send", json),
      await ask(port, "POST", "/v1/stop"),
      await ask(port, "GET", "/v1/sessions", { authorization: `Bearer ${"0".repeat(64)}` }),
    ];
    for (const answer of asked)
      expect(answer).toEqual({ status: 401, body: expect.stringMatching(/^\{"error":/) });
    expect(JSON.stringify(asked)).not.toContain("claude-");
    expect(await lab.stage.tmux("capture-pane", "-p", "-t", pane!)).toBe(before);
  });

  it("does not keep us from the door: our own socket and token are as they were", async () => {
    expect((await lab.cli(["list"])).code).toBe(0);
  });

  it("reads no name at TAB, no label and no event of ours", async () => {
    await lab.cli(["label", "claude", "secret-label"]);
    await expect
      .poll(() => readFileSync(`${home}/run/sessions.tsv`, "utf8"))
      .toContain("secret-label");
    for (const path of ["run/sessions.tsv", "state/state.db", "state/state.db-wal"])
      expect([path, (await asOther("cat", join(home, path))).code]).toEqual([path, 1]);
    const modes = readdirSync(`${home}/run`).map((name) => [
      name,
      (statSync(join(home, "run", name)).mode & 0o077).toString(8),
    ]);
    expect(modes).toEqual(modes.map(([name]) => [name, "0"]));
  });

  it("can't take our place: a folder of theirs is none of ours", async () => {
    // Made by them where ours would be.
    const folder = join(lab.dir, "theirs");
    const uid = Number((await asOther("id", "-u")).stdout);
    for (const path of [folder, join(folder, "run")]) {
      mkdirSync(path);
      chmodSync(path, 0o777);
      chownSync(path, uid, uid);
    }
    const { code, stderr } = await lab.cli(["daemon", "run"], { env: { CCMUX_HOME: folder } });
    expect([code, stderr]).toEqual([69, expect.stringContaining("is not a folder of ours")]);
  });

  it("nor by a link in a shared folder, to where we could write for them", async () => {
    const shared = join(lab.dir, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const target = join(lab.dir, "target");
    mkdirSync(target);
    await asOther("ln", "-s", target, join(shared, "ccmux"));
    const env = { CCMUX_HOME: "", XDG_RUNTIME_DIR: shared };
    const { code, stderr } = await lab.cli(["daemon", "run"], { env });
    expect([code, stderr]).toEqual([69, expect.stringContaining("is not a folder of ours")]);
    expect(readdirSync(target)).toEqual([]);
  });

  it("can't pose as the daemon: CLI and typed client say nothing to a socket of theirs", async () => {
    const shared = join(lab.dir, "posing");
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const heard = join(shared, "heard");
    const script = `
      const fs = require("node:fs"), net = require("node:net"), folder = ${JSON.stringify(join(shared, "ccmux"))};
      fs.mkdirSync(folder, { mode: 0o777 });
      net.createServer((socket) => socket.on("data", (data) => {
        fs.appendFileSync(${JSON.stringify(heard)}, data);
        socket.end("HTTP/1.1 200 OK\\r\\n\\r\\n{}");
      })).listen(folder + "/ccmux.sock", () => fs.chmodSync(folder + "/ccmux.sock", 0o777));`;
    const poser = spawn("runuser", ["-u", NAME, "--", node, "-e", script], { cwd: "/" });
    try {
      await expect.poll(() => existsSync(join(shared, "ccmux/ccmux.sock"))).toBe(true);
      const env = { CCMUX_HOME: "", XDG_RUNTIME_DIR: shared };
      for (const args of [["list"], ["send", "claude", "a secret"], ["events", "--follow"]]) {
        const { code, stderr } = await lab.cli(args, { env });
        expect([args, code, stderr]).toEqual([
          args,
          69,
          expect.stringMatching(/not (yours|a folder of ours)/),
        ]);
      }
      const client = `import { connect } from ${JSON.stringify(CLIENT)};
        await connect({ start: true }).catch(({ code, message }) => console.log(code, message));`;
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", client], {
        cwd: lab.dir,
        env: { ...lab.env, ...env },
      });
      expect(stdout).toMatch(/^E_UNAVAILABLE .* not yours/);
      expect(existsSync(heard)).toBe(false);
    } finally {
      poser.kill();
      await once(poser, "close");
    }
  });

  it("can't pose as a tmux server with our agents' panes", async () => {
    const theirs = join(lab.dir, "their-tmux");
    mkdirSync(theirs);
    chmodSync(theirs, 0o777);
    const socket = join(theirs, "default");
    await asOther("tmux", "-S", socket, "-f", "/dev/null", "new-session", "-d", "sleep 60");
    try {
      chmodSync(socket, 0o777);
      const answer = await runTmux(socket, ["list-panes", "-a"]);
      expect(answer).toMatchObject({ ok: false, message: expect.stringContaining("not yours") });
    } finally {
      await asOther("tmux", "-S", socket, "kill-server");
    }
  });
});
