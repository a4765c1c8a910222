/** Agents that cannot be checked: another user's, a container's, another PID namespace's. Needs root. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { request } from "../../src/io/client.ts";
import { createPrograms } from "../../src/stage/programs.ts";
import { eventually } from "../lab/eventually.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { openPane } from "../lab/open-pane.ts";
import { recordings as screens } from "../stage/recordings.ts";

const NOBODY = 65534;
const idle = { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true };

async function rowOf(lab: Lab, pane: string): Promise<SessionJson | undefined> {
  const at = (rows: readonly SessionJson[]) => rows.find((row) => row.pane?.id === pane);
  return at(
    await eventually(
      () => lab.sessions(),
      (rows) => at(rows) !== undefined,
    ),
  );
}

interface Explained {
  binding: { by: string; because: string };
  refused: { source: string; because: string }[];
}

describe.each(["proc", "ps"])("another user's agent, seen by %s", (discovery) => {
  const env = discovery === "ps" ? { CCMUX_DISCOVERY: "ps" } : {};

  it("is listed as unverified, and explained", async () => {
    const lab = await createLab({ cast: [idle], env });
    // The other user must get at the program.
    chmodSync(lab.dir, 0o755);
    const { command } = createPrograms(join(lab.dir, "bin")).of("codex");
    const pane = await openPane(
      lab.stage,
      "setpriv",
      `--reuid=${NOBODY}`,
      "--clear-groups",
      ...command,
    );

    const row = await rowOf(lab, pane);
    expect(row).toMatchObject({ agent: "codex", bound: "unverified", nativeId: null });
    expect(row!.pid).toBe(
      Number(await lab.stage.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")),
    );
    const { binding } = await lab.json<Explained>(["explain", row!.id]);
    expect(binding.because).toMatch(/but it runs as another user \(uid 65534\): never written to$/);
    expect((await lab.cli(["send", row!.id, "hello", "--force"])).code).toBe(75);
    // Ours beside it is none.
    expect(await rowOf(lab, lab.stage.actors[0]!.pane!.id)).toMatchObject({ bound: "published" });
  });
});

it("an agent whose server counts its processes elsewhere is what tmux says that it is", async () => {
  const lab = await createLab({
    cast: [idle, { screen: screens.get("codex-0.171.0/permission-bash") }],
  });
  const unshare = ["--pid", "--fork", "--mount-proc", "--kill-child", lab.cliPath, "daemon", "run"];
  const daemon = spawn("unshare", unshare, { cwd: "/", env: lab.env, stdio: "ignore" });
  onTestFinished(() => void daemon.kill("SIGKILL"));
  await openPane(lab.stage, "sleep 1000"); // It is no agent there either.
  // Before it answers, a command would start a daemon of its own, which sees everything.
  const health = { path: "/v1/health" };
  const answers = (): Promise<boolean> =>
    request(`${lab.env.CCMUX_HOME}/run/ccmux.sock`, health).then(
      () => true,
      () => false,
    );
  expect(await eventually(answers, Boolean, 20_000)).toBe(true);

  const rows = await eventually(
    () => lab.sessions(),
    (seen) => seen.length === 2 && seen.every(({ status }) => status !== "unknown"),
  );
  const said = rows.map(({ agent, bound, pid, status, source, pane }) => [
    agent,
    bound,
    pid,
    status,
    source,
    pane?.id,
  ]);
  expect(said.toSorted()).toEqual([
    ["claude", "unverified", 0, "idle", "screen", lab.stage.actors[0]!.pane!.id],
    ["codex", "unverified", 0, "waiting", "screen", lab.stage.actors[1]!.pane!.id],
  ]);
  const { binding } = await lab.json<Explained>(["explain", rows[0]!.id]);
  expect(binding.because).toContain("runs in another PID namespace and cannot be seen");

  await lab.stage.end(lab.stage.actors[0]!);
  const left = await eventually(
    () => lab.sessions(),
    (seen) => seen.length === 1,
  );
  expect(left.map(({ agent }) => agent)).toEqual(["codex"]);
});

it("a container's terminal is none of ours, though it has the number of one", async () => {
  execFileSync("script", ["--version"]); // A missing tool fails here, and is not skipped.
  const lab = await createLab({ cast: [idle] });
  const { tty } = lab.stage.actors[0]!.pane!;
  const number = tty.replace("/dev/pts/", "");
  const [codex] = createPrograms(join(lab.dir, "bin")).of("codex").command;
  // Terminals of its own, counted from 0: agents are started until one has that of our pane.
  const container = spawn(
    "unshare",
    ["--mount", "--kill-child", "--fork", "sh", "-c", CONTAINER, "sh", number, codex!],
    {
      cwd: lab.dir,
      detached: true,
      stdio: "ignore",
    },
  );
  onTestFinished(() => void process.kill(-container.pid!, "SIGKILL"));
  const ps = async () => execFileSync("ps", ["-eo", "tty=,args="], { encoding: "utf8" });
  const there = `pts/${number}`;
  expect(
    await eventually(ps, (text) => new RegExp(`^${there} .*/bin/codex`, "m").test(text)),
  ).toMatch(`${there} `);

  await sleep(2500);
  const rows = await lab.sessions();
  expect(rows.map(({ agent, pane }) => [agent, pane?.tty])).toEqual([["claude", tty]]);
});

const CONTAINER = `
  mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && mount --bind /dev/pts/ptmx /dev/ptmx || exit 3
  for at in $(seq 0 "$1"); do
    script -qfc "exec $2 1000" /dev/null &
    until [ -e "/dev/pts/$at" ]; do sleep 0.02; done
  done
  wait`;
