/** What went wrong for people with tools like this one, on a real tmux. FR-020 and FR-078: servers.test.ts. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { SessionJson, SnapshotJson } from "../../src/core/session.ts";
import { request } from "../../src/io/client.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";
import { ownProcesses } from "./own-processes.ts";
import { hasPrograms } from "./programs.ts";
import { OLD_TMUX, wrap } from "./wrapped.ts";

const claude = (state: string, more: object = { publishes: true }) => ({
  screen: screens.get(`claude-2.1.332/${state}`),
  ...more,
});
const codex = (state: string) => ({ screen: screens.get(`codex-0.171.0/${state}`) });

const atPane = (rows: readonly SessionJson[], id: string): SessionJson | undefined =>
  rows.find(({ pane }) => pane?.id === id);

it("FR-015 Pane id of a dead tmux server", async () => {
  const lab = await createLab({ cast: [claude("idle-after-answer"), codex("idle-after-answer")] });
  const old = atPane(await lab.sessions(), "%1")!;
  await lab.stage.killServer();
  await lab.stage.tmux("new-session", "-d", "-s", "main", "exec sh", ";", "new-window", "exec sh");

  expect(
    await eventually(
      () => lab.sessions(),
      (rows) => rows.length === 0,
    ),
  ).toEqual([]);
  for (const ref of [old.id, "%1", old.pane!.target, "codex"]) {
    for (const [verb, ...rest] of [
      ["screen"],
      ["explain"],
      ["send", "typed"],
      ["keys", "Enter"],
      ["kill"],
    ]) {
      const { code, stdout } = await lab.cli([verb!, ref, ...rest]);
      expect([verb, ref, code, stdout]).toEqual([verb, ref, 1, ""]);
    }
  }
  expect(await lab.stage.tmux("capture-pane", "-p", "-t", "%1")).not.toContain("typed");
}, 60_000);

it("FR-016 Restored panes with agent titles", async () => {
  const lab = await createLab({ cast: [claude("working-thinking"), codex("idle-after-answer")] });
  const [ended, beside] = lab.stage.actors;
  await lab.stage.end(ended!);
  // Title and screen are still those of an agent at work, and so they will stay.
  expect(
    await lab.stage.tmux("display-message", "-p", "-t", ended!.pane!.id, "#{pane_title}"),
  ).toContain(ended!.title);
  const panes = async () => (await lab.sessions()).map(({ pane }) => pane?.id).toSorted();
  expect(await panes()).toEqual([beside!.pane!.id]);
  await sleep(2500);
  expect(await panes()).toEqual([beside!.pane!.id]);

  await lab.stage.restart(ended!);
  const rows = await eventually(
    () => lab.sessions(),
    (seen) => seen.length === 2,
  );
  expect(rows.map(({ pid }) => pid).toSorted()).toEqual(
    [ended!.process!.pid, beside!.process!.pid].toSorted(),
  );
}, 60_000);

it("FR-018 Clear gives a new id under the same process", async () => {
  const lab = await createLab({ cast: [claude("idle-after-answer")] });
  const [before] = await lab.sessions();
  const events = follow(lab);
  await eventually(
    async () => events.seen.length,
    (count) => count > 0,
  );
  const [actor] = lab.stage.actors;
  actor!.nativeId = randomUUID();
  lab.stage.publish(actor!, "idle");

  const [after] = await eventually(
    () => lab.sessions(),
    ([row]) => row?.nativeId === actor!.nativeId,
  );
  expect(after).toMatchObject({ id: before!.id, nativeId: actor!.nativeId, status: "idle" });
  expect((await lab.cli(["explain", before!.nativeId!])).code).toBe(1);
  expect((await lab.cli(["explain", actor!.nativeId])).code).toBe(0);
  await events.stop();
  expect(events.seen.map(({ type }) => type)).toEqual(["snapshot", "updated"]);
}, 60_000);

it("FR-023 Other config directory or inline alias", async () => {
  const lab = await createLab();
  const folder = join(lab.dir, "work-account");
  const [actor] = await lab.stage.add([
    claude("working-thinking", { env: { CLAUDE_CONFIG_DIR: folder } }),
  ]);
  const { pid, startTicks } = actor!.process!;
  const word = {
    pid,
    procStart: String(startTicks),
    sessionId: "of-the-other",
    status: "waiting",
    waitingFor: "input needed",
  };
  mkdirSync(join(folder, "sessions"), { recursive: true });
  writeFileSync(
    join(folder, "sessions", `${pid}.json`),
    JSON.stringify({ ...word, updatedAt: Date.now() }),
  );

  const [row] = await eventually(
    () => lab.sessions(),
    ([first]) => first?.source === "published",
  );
  expect(row).toMatchObject({
    pid,
    nativeId: "of-the-other",
    status: "waiting",
    source: "published",
  });
}, 60_000);

it("FR-024 No UTF-8 locale", async () => {
  const lab = await createLab({
    cast: [claude("working-thinking", {})],
    env: { LC_ALL: "C", LANG: "C" },
  });
  const [row] = await lab.sessions();
  expect(row).toMatchObject({ status: "working", source: "screen" });
  const { stdout } = await lab.cli(["screen", row!.id]);
  const spinner = lab.stage.actors[0]!.screen.lines.map(stripVTControlCharacters).find((line) =>
    /^[·✢✳✶✻✽]/.test(line),
  );
  expect(spinner).toBeDefined();
  expect(stdout).toContain(spinner!.trimEnd());
  expect(row!.pane!.title).toMatch(/^[^ -~]/);
}, 60_000);

it("FR-025 Old tmux", async () => {
  const lab = await createLab({
    cast: [claude("permission-bash", {}), codex("working-thinking")],
    env: wrap({ tmux: OLD_TMUX }),
  });
  const rows = await lab.sessions();
  expect(rows.map(({ agent, status }) => [agent, status])).toEqual([
    ["claude", "waiting"],
    ["codex", "working"],
  ]);
  expect((await lab.cli(["screen", rows[0]!.id])).stdout).toContain("Do you want to proceed?");
  const { checks } = JSON.parse((await lab.cli(["doctor", "--json"])).stdout) as {
    checks: { state: string; message: string }[];
  };
  const tooOld = checks.filter(({ state, message }) => state !== "ok" && message.includes("3.0a"));
  expect(tooOld).toHaveLength(1);
}, 60_000);

it("FR-026 tmux hangs", async () => {
  const hangs = `/tmp/cm-hangs-${process.pid}`;
  const env = wrap({ tmux: `if [ -e ${hangs} ]; then sleep 60; fi` });
  const lab = await createLab({
    cast: [claude("idle-after-answer"), codex("working-thinking")],
    env,
  });
  const before = (await lab.sessions()).map(({ id }) => id);
  const list = async () => {
    const at = performance.now();
    const snapshot = JSON.parse(
      await request(`${lab.env.CCMUX_HOME}/run/ccmux.sock`, { path: "/v1/sessions" }),
    ) as SnapshotJson;
    return { ...snapshot, tookMs: performance.now() - at };
  };
  writeFileSync(hangs, "");
  try {
    let [slowest, most] = [0, 0];
    const degraded = await eventually(
      async () => {
        const answer = await list();
        slowest = Math.max(slowest, answer.tookMs);
        most = Math.max(most, ownProcesses(lab.env.CCMUX_HOME!).length);
        return answer;
      },
      ({ health }) => health.state === "degraded",
      30_000,
    );
    expect(degraded.health).toMatchObject({
      state: "degraded",
      reasons: [expect.stringContaining("did not answer")],
    });
    expect(degraded.sessions.map(({ id }) => id)).toEqual(before);
    expect(slowest).toBeLessThan(1000);
    // The daemon, and at most a client that lists and one that captures, each with the sleep it waits for.
    expect(most).toBeLessThanOrEqual(5);
  } finally {
    rmSync(hangs);
  }
  const healed = await eventually(list, ({ health }) => health.state === "ok", 40_000);
  expect(healed.health.state).toBe("ok");
}, 120_000);

describe("FR-075 Agent inside a container tool", () => {
  /** Node sleeps under the client's name, behind flags that the client would not have. */
  const podman = (lab: Lab, ...args: string[]): Promise<string> => {
    const path = join(lab.dir, "podman");
    rmSync(path, { force: true });
    symlinkSync(process.execPath, path);
    return openPane(lab.stage, path, "-e", "setTimeout(() => {}, 1e8)", ...args);
  };

  it("is unverified, and does not flap", async () => {
    const lab = await createLab({ cast: [codex("idle-after-answer")] });
    const pane = await podman(lab, "exec", "-it", "box", "claude", "--resume");
    await podman(lab, "exec", "-it", "box", "vim", "claude");
    await podman(lab, "run", "--rm", "claude", "bash");

    const rows = await eventually(
      () => lab.sessions(),
      (seen) => seen.length === 2,
    );
    const row = atPane(rows, pane)!;
    expect(row).toMatchObject({ agent: "claude", bound: "unverified", status: "unknown" });
    const events = follow(lab);
    await sleep(4000);
    await events.stop();
    expect(events.seen.map(({ type }) => type)).toEqual(["snapshot"]);
    const { binding } = await lab.json<{ binding: { because: string } }>(["explain", row.id]);
    expect(binding.because).toMatch(
      /runs inside of a container, behind podman, .* never written to/,
    );
  }, 60_000);
});

/** Between fork and exec a child has its parent's command line, on the same terminal. */
describe.each(["proc", "ps"])(
  "a child that was forked and not yet executed, seen by %s",
  (discovery) => {
    const isMissing = discovery === "ps" && !hasPrograms("ps", "lsof");

    it.skipIf(isMissing)(
      "is no agent, and never its parent's end",
      async () => {
        const env = discovery === "ps" ? { CCMUX_DISCOVERY: "ps" } : {};
        const lab = await createLab({ cast: [codex("idle-after-answer")], env });
        // A shell under the agent's name: its subshells live for a second, and its commands are forked too.
        const agent = join(lab.dir, "claude");
        symlinkSync("/bin/sh", agent);
        writeFileSync(`${agent}.sh`, "while :; do (sleep 1; :); sleep 0.3; done\n");
        chmodSync(`${agent}.sh`, 0o600);
        const pane = await openPane(lab.stage, agent, `${agent}.sh`);
        const row = atPane(
          await eventually(
            () => lab.sessions(),
            (rows) => atPane(rows, pane) !== undefined,
          ),
          pane,
        );
        const shell = Number(
          await lab.stage.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"),
        );
        expect(row).toMatchObject({ agent: "claude", pid: shell });

        const events = follow(lab, env);
        await sleep(7000);
        await events.stop();
        expect(events.seen.map(({ type, session }) => [type, session?.agent])).toEqual([
          ["snapshot", undefined],
        ]);
        expect(events.seen[0]!.sessions!.map(({ id }) => id)).toContain(row!.id);
      },
      60_000,
    );
  },
);
