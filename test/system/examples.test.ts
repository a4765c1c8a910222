/** The client in Bun alone, and a scrape as Prometheus makes it. A missing tool fails: `.ci/run` installs them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTypist } from "../lab/agents.ts";
import { installBuilt } from "../lab/built.ts";
import { eventually } from "../lab/eventually.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { run } from "../lab/run.ts";
import { recordings as screens } from "../stage/recordings.ts";

let lab: Lab;
let project: string;
let token: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const cast = [{ screen: screens.get("codex-0.171.0/permission-bash"), project: "shop" }];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  project = join(lab.dir, "project");
  mkdirSync(project);
  await installBuilt(project);
  await lab.startDaemon();
  token = `${lab.env.CCMUX_HOME}/run/token`;
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const inProject = (program: string, ...args: string[]) =>
  run(program, args, { cwd: project, env: lab.env, timeoutMs: 120_000 });

it("Bun runs the client: socket and TCP, answers, errors, a wait, and a stream that goes on", async () => {
  writeFileSync(
    join(project, "all.mjs"),
    `import { CcmuxError, connect } from "ccmux/client";
if (!process.versions.bun) throw new Error("This is no Bun.");
const [url, token] = process.argv.slice(2);
const seen = [];
for (const door of [{}, { url, token }]) {
  const ccmux = await connect(door);
  const row = await ccmux.session("shop");
  const nobody = await ccmux.session("nobody").catch((error) => error);
  const { closed } = await ccmux.send(row, "hello", { dryRun: true });
  const { outcome } = await ccmux.wait(row, { until: ["idle", "waiting"] });
  const late = await ccmux.wait(row, { until: "working", timeoutMs: 200 });
  const types = [];
  for await (const { type } of ccmux.events()) {
    types.push(type);
    if (types.length === 1) await ccmux.label(row, url && door.url ? "tcp" : "unix");
    else break;
  }
  const ended = ccmux.wait(row, { until: "gone" }).catch((error) => error.name);
  await ccmux.close();
  seen.push([row.status, nobody instanceof CcmuxError && nobody.code, closed.length > 0, outcome, late.outcome, types, await ended]);
}
console.log(JSON.stringify(seen));`,
  );
  const url = `http://127.0.0.1:${lab.env.CCMUX_PORT}`;
  const { code, stdout, stderr } = await inProject(
    "bun",
    "all.mjs",
    url,
    readFileSync(token, "utf8").trim(),
  );
  expect([code, stderr]).toEqual([0, ""]);
  const each = [
    "waiting",
    "E_NOT_FOUND",
    true,
    "met",
    "timeout",
    ["snapshot", "updated"],
    "AbortError",
  ];
  expect(JSON.parse(stdout)).toEqual([each, each]);
});

it("Bun runs examples/ask-three.mjs", async () => {
  const { id, prompts } = await openTypist(lab, "bun", { TYPIST_SAYS: "Lantern" });
  const { code, stdout, stderr } = await inProject("bun", "examples/ask-three.mjs", "a name?", id);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Lantern");
  expect(prompts()).toEqual(["a name?"]);
});

it("Bun starts a daemon, with the Node that is on PATH", async () => {
  const home = join(lab.dir, "other");
  writeFileSync(
    join(project, "start.mjs"),
    `import { connect } from "ccmux/client";
const ccmux = await connect({ start: true });
console.log((await ccmux.health()).pid);
await ccmux.close();`,
  );
  const env = { ...lab.env, CCMUX_HOME: home, CCMUX_PORT: "0" };
  const { code, stdout, stderr } = await run("bun", ["start.mjs"], { cwd: project, env });
  const ended = await lab.cli(["daemon", "stop"], { env: { CCMUX_HOME: home } });
  expect([code, stderr, ended.code]).toEqual([0, "", 0]);
  expect(stdout).toMatch(/^\d+\n$/);
});

it("examples/prometheus: the config names our door, and a scrape is what Prometheus takes", async () => {
  const config = readFileSync(join(project, "examples/prometheus/prometheus.yml"), "utf8");
  expect(config).toMatch(/^ {4}metrics_path: \/v1\/metrics$/m);
  expect(config).toMatch(/^ {6}- targets: \["127\.0\.0\.1:2269"\]$/m);
  const target = `127.0.0.1:${lab.env.CCMUX_PORT}`;
  const script = "examples/prometheus/scrape.sh";
  const scrape = () => inProject("sh", script, token, target);
  const { code, stdout, stderr } = await eventually(scrape, (seen) => seen.code === 0);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\d+ samples of \d+ families\n$/);

  // The judge is judged too.
  const judge = readFileSync(join(project, script), "utf8").replace(
    /^metrics=.*\n.*\n/m,
    "metrics=$(cat)\n",
  );
  const judged = async (text: string) =>
    (await run("sh", ["-c", judge, "sh", token], { cwd: project, env: lab.env, stdin: text })).code;
  const good = '# HELP a_total Is.\n# TYPE a_total counter\na_total{b="c \\"d\\""} 1\n';
  expect(await judged(good)).toBe(0);
  const bad = [
    "",
    "a 1\n",
    `${good}a_total{b="c \\"d\\""} 2\n`,
    `${good}a_total{b=c} 1\n`,
    `${good}a_total x\n`,
  ];
  for (const text of bad) expect([text, await judged(text)]).toEqual([text, 1]);

  writeFileSync(join(project, "wrong"), "0".repeat(64));
  expect((await inProject("sh", script, join(project, "wrong"), target)).code).toBe(69);
});
