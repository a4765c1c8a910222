/** Where the output goes: pipes that are slow, cut or closed, terminals that are narrow, locales without UTF-8. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import stringWidth from "string-width";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toJson } from "../../src/core/session.ts";
import { eventually } from "../lab/eventually.ts";
import { run } from "../lab/run.ts";
import { session } from "../session.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "cm-"));
const tmux = (...args: string[]): string =>
  execFileSync("tmux", ["-u", "-f", "/dev/null", "-S", join(home, "tmux"), ...args], {
    encoding: "utf8",
    env,
  });
const env = { PATH: process.env.PATH ?? "", HOME: home, CCMUX_HOME: home };

const rows = Array.from({ length: 1000 }, (_, at) =>
  toJson(
    session(`claude-${String(at).padStart(8, "a")}`, {
      project: at === 0 ? "데모 🧪" : "shop",
      status: "waiting",
      attention: {
        kind: "permission",
        tool: "Bash",
        text: "npm run 数据库 ".repeat(300),
        since: 0,
        generation: "g",
      },
    }),
  ),
);
const full = JSON.stringify({ seq: "e-1", health: { state: "ok", reasons: [] }, sessions: rows });
const few = JSON.stringify({ ...JSON.parse(full), sessions: rows.slice(0, 3) });
/** What the daemon says: a stand-in for one, so that 5 MB cost no thousand agents. */
let answer = few;
const server = createServer((_request, response) => {
  response.setHeader("content-length", Buffer.byteLength(answer));
  response.end(answer);
});

beforeAll(async () => {
  mkdirSync(join(home, "run"));
  await new Promise<void>((done) => server.listen(join(home, "run/ccmux.sock"), done));
});
afterAll(() => {
  server.close();
  tmux("kill-server");
  rmSync(home, { recursive: true });
});

/** A line of `sh`, in which `$0` is ccmux. */
const sh = (line: string, more: Record<string, string> = {}) =>
  run("/bin/sh", ["-c", line, LAUNCHER], { cwd: home, env: { ...env, ...more } });

it("5 MB of JSON go through a slow pipe whole", async () => {
  answer = full;
  expect(Buffer.byteLength(full)).toBeGreaterThan(5_000_000);
  const slow = "{ sleep 1; dd bs=64k count=1; sleep 1; cat; }";
  const { code, stderr } = await sh(`"$0" list --json | ${slow} 2>/dev/null >out; echo $? >&2`);
  expect([code, stderr]).toEqual([0, "0\n"]);
  expect(readFileSync(join(home, "out"), "utf8") === `${full}\n`).toBe(true);
});

it.each(["list --json", "list", "ls -q"])("FR-042 Reader goes away: %s", async (words) => {
  answer = full;
  const { code, stdout, stderr } = await sh(`"$0" ${words} | head -c 1; true`);
  expect([code, stdout.length, stderr]).toEqual([0, 1, ""]);
});

it.each([
  ["closed", ">&-", 0, ""],
  ["full", ">/dev/full", 69, "can't be written (ENOSPC)"],
])("an output that is %s is no defect", async (_what, to, code, words) => {
  answer = few;
  const ran = await sh(`"$0" list --json ${to}`);
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, "", expect.stringContaining(words)]);
  expect(ran.stderr).not.toContain("    at ");
});

it("FR-041 Noise on stdout with --json", async () => {
  answer = few;
  const { stdout } = await sh('"$0" list --json', { NODE_OPTIONS: "--trace-warnings" });
  expect(stdout).toBe(`${few}\n`);
  const failed = await sh('"$0" lst --json');
  expect([failed.code, failed.stdout]).toEqual([64, ""]);
  expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: "E_USAGE" } });
});

it("the same bytes come in any locale, and without colours where nobody looks", async () => {
  answer = few;
  const [plain, ...others] = await Promise.all(
    [{}, { LANG: "C" }, { LC_ALL: "POSIX" }, { LANG: "ja_JP.UTF-8" }].map(async (more) => {
      return (await sh('"$0" list', more)).stdout;
    }),
  );
  expect(plain).toContain("데모 🧪");
  expect(plain).not.toContain("\x1b");
  for (const other of others)
    expect(other.replaceAll(/\d+[smhd]\b/g, "")).toBe(plain!.replaceAll(/\d+[smhd]\b/g, ""));
});

it("in 40 columns no row is broken, and NO_COLOR is heeded", async () => {
  answer = few;
  const show = async (variable: string): Promise<string> => {
    const line = `env ${variable} '${LAUNCHER}' list; echo "was $?"; exec sleep 100`;
    const vars = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const size = ["-x", "40", "-y", "20"];
    const pane = tmux("new-session", "-d", "-P", "-F", "#{pane_id}", ...vars, ...size, line).trim();
    return eventually(
      async () => tmux("capture-pane", "-p", "-e", "-t", pane),
      (screen) => screen.includes("was "),
      30_000,
    );
  };
  const bare = await show("NO_COLOR=1");
  const lines = bare.trimEnd().split("\n");
  expect(bare).not.toContain("\x1b[");
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toBe("was 0");
  for (const line of lines.slice(1, 4)) expect(line).toMatch(/^▲ permission {2}\S.* Bash/);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  expect(await show("TERM=tmux-256color")).toContain("\x1b[33m▲ permission");
});
