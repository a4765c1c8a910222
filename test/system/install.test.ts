/** What strangers do first, with the Node that they have: the packed package, and a fresh clone. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const work = realpathSync(mkdtempSync(join(tmpdir(), "ccmux-install-")));
afterAll(() => rmSync(work, { recursive: true }));

/** Folders for PATH, each with one Node. */
const nodes = { own: join(work, "own"), oldest: "", tooOld: "" };

beforeAll(() => {
  mkdirSync(nodes.own);
  symlinkSync(process.execPath, join(nodes.own, "node"));
  nodes.oldest = fetchNode("22.22.0");
  nodes.tooOld = fetchNode("20.20.2");
});

describe("the packed package, installed globally", () => {
  const ccmux = join(work, "global/bin/ccmux");

  beforeAll(() => {
    must(run(nodes.own, "npm", ["pack", "--pack-destination", work], { cwd: root }));
    const file = join(work, `ccmux-${version}.tgz`);
    must(run(nodes.own, "npm", ["install", "--global", "--prefix", join(work, "global"), file]));
  });

  it.each(["own", "oldest"] as const)("lists and says nothing else, on Node: %s", (node) => {
    const env = makeHome();
    onTestFinished(() => must(run(nodes[node], ccmux, ["daemon", "stop"], { env })));
    expect(run(nodes[node], ccmux, ["--version"], { env })).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
    const list = run(nodes[node], ccmux, ["list", "--json"], { env });
    expect(list).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(list.stdout)).toMatchObject({ sessions: [] });
  });

  // Its daemon shares our stderr: on Node 22, SQLite's warning would show there.
  it.each(["own", "oldest"] as const)(
    "shows the demo and says nothing else, on Node: %s",
    (node) => {
      const done = run(nodes[node], ccmux, ["demo"], { env: makeHome() });
      expectDemo(done);
      expect(done.stderr).toBe("");
    },
  );

  it("refuses an older Node, in words and as JSON", () => {
    expect(run(nodes.tooOld, ccmux, ["list"])).toEqual({
      status: 69,
      stdout: "",
      stderr:
        "ccmux: Node 20.20.2 is too old: ccmux needs 22.22 or newer.\n" +
        "Install a newer one from https://nodejs.org and put it first on PATH.\n",
    });
    const json = run(nodes.tooOld, ccmux, ["list", "--json"]);
    expect(json).toMatchObject({ status: 69, stdout: "" });
    expect(JSON.parse(json.stderr).error).toEqual({
      code: "E_UNAVAILABLE",
      message: "Node 20.20.2 is too old: ccmux needs 22.22 or newer.",
      hint: expect.stringContaining("nodejs.org"),
    });
    // Behind `--` it is text for an agent, and no flag of ours.
    const text = run(nodes.tooOld, ccmux, ["send", "x", "--", "--json"]);
    expect(text.stderr).toMatch(/^ccmux: Node 20/);
  });
});

describe("a fresh clone where Node is too old", () => {
  it("fetches what is missing and shows the demo", () => {
    expectDemo(run(nodes.tooOld, "npm", ["run", "demo"], { cwd: clone("demo"), env: makeHome() }));
  });

  it("says what is missing before it was ever installed", () => {
    const cwd = clone("bare");
    const refused = run(nodes.tooOld, join(cwd, "bin/ccmux"), ["list"]);
    expect(refused).toMatchObject({ status: 69, stdout: "" });
    expect(refused.stderr).toContain("Run `npm ci` in the checkout");
    const tests = run(nodes.tooOld, "npm", ["test"], { cwd });
    expect(tests.status).toBe(69);
    expect(tests.stderr).toContain("Run: npm ci");
  });

  it("says what --ignore-scripts left out, and is right", () => {
    const cwd = clone("no-scripts");
    must(run(nodes.tooOld, "npm", ["ci", "--ignore-scripts"], { cwd }));
    const refused = run(nodes.tooOld, "npm", ["run", "demo"], { cwd });
    expect(refused.status).toBe(69);

    const [, advice] = /Run: npm (.*)/.exec(refused.stderr) ?? [];
    must(run(nodes.tooOld, "npm", advice!.split(" "), { cwd }));
    expect(run(nodes.tooOld, join(cwd, "bin/ccmux"), ["--version"])).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
    });
  });
});

interface Done {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs it as a stranger: nothing of this checkout on PATH, nothing of the npm that runs us. */
function run(
  node: string,
  command: string,
  args: readonly string[],
  { cwd = work, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Done {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((dir) => !dir.includes("node_modules"));
  const theirs = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_)|NODE_(?:OPTIONS|ENV)$|VITEST)/.test(name),
  );
  const done = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(theirs), PATH: [node, ...path].join(delimiter), ...env },
  });
  if (done.error) throw done.error;
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

function must({ status, stdout, stderr }: Done): void {
  expect(status, stdout + stderr).toBe(0);
}

/** A table of settled agents: one that works and one that asks. */
function expectDemo(done: Done): void {
  must(done);
  expect(done.stdout).toMatch(/^STATUS +AGENT /m);
  expect(done.stdout).toMatch(/ working +claude /);
  expect(done.stdout).toMatch(/ permission +claude /);
}

/** Its own home, and its own tmux server that does not run. */
function makeHome(): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(tmpdir(), "ccmux-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return { CCMUX_HOME: home, CCMUX_TMUX_SOCKET: join(home, "tmux.sock") };
}

/** What git would hand out. */
function clone(name: string): string {
  const kept = (file: string): boolean =>
    !["node_modules", "dist", ".git"].some((each) => file === join(root, each));
  cpSync(root, join(work, name), { recursive: true, filter: kept });
  return join(work, name);
}

/** From npm, by the package that holds nothing else: whatever Nodes this machine may have. */
function fetchNode(wanted: string): string {
  const { platform, arch } = process;
  const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${platform}-${arch}`;
  const folder = join(work, `node-${wanted}`);
  mkdirSync(folder);
  must(run(dirname(process.execPath), "npm", ["install", "--prefix", folder, `${name}@${wanted}`]));
  return join(folder, "node_modules", name, "bin");
}
