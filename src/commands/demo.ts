import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SnapshotJson } from "../core/session.ts";
import { resolvePaths } from "../core/paths.ts";
import { DAEMON_ENV, DAEMON_FLAGS, reachDaemon } from "../io/start-daemon.ts";
import { ask } from "./_client.ts";
import { wrap } from "./_columns.ts";
import { command } from "./_command.ts";
import { paint, print, printJson, terminalWidth } from "./_output.ts";
import { renderTable } from "./_table.ts";
import { cutRows, frame } from "./_watch.ts";

const ENTRY = fileURLToPath(new URL("../../bin/entry.mjs", import.meta.url));
/** A checkout has no `ccmux` on PATH. */
const LAUNCHER = join(dirname(ENTRY), "ccmux");
const SETTLE_MS = 5000;

export default command({
  meta: { name: "demo", description: "Show it all on a stage with stand-in agents" },
  args: {
    attach: {
      type: "boolean",
      description: "Only say where the stage is, and hold it until Ctrl-C",
    },
  },
  async run({ args }) {
    const live = process.stdout.isTTY && !args.json;
    const { createStage } = await import("../stage/stage.ts");
    const { demoCast, play } = await import("../stage/demo.ts");
    const ending = new AbortController();
    const stage = createStage();
    let daemon: ChildProcess | null = null;
    // What is started here is removed here, however this ends.
    process.removeAllListeners("SIGINT");
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => ending.abort());
    try {
      await stage.add(demoCast());
      if (ending.signal.aborted) return;
      Object.assign(process.env, {
        HOME: stage.home,
        CCMUX_HOME: join(stage.dir, "ccmux"),
        CCMUX_TMUX_SOCKET: stage.socket,
        CCMUX_PORT: "0",
      });
      for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "TMUX", "TMUX_PANE"])
        delete process.env[name];
      daemon = spawn(process.execPath, [...DAEMON_FLAGS, ENTRY, "daemon", "run"], {
        env: { ...process.env, ...DAEMON_ENV },
        stdio: ["ignore", "ignore", "inherit"],
      });
      await reachDaemon(resolvePaths(process.env, stage.home), { start: false });
      if (args.attach) {
        await print(
          [
            `The stage: tmux -S ${stage.socket} attach`,
            "Its daemon, in another shell:",
            `  export CCMUX_HOME=${process.env.CCMUX_HOME} CCMUX_TMUX_SOCKET=${stage.socket}`,
            `  ${LAUNCHER} list`,
            "Ctrl-C removes both.",
          ].join("\n"),
        );
        await aborted(ending.signal);
      } else if (live) {
        void play(stage, { signal: ending.signal });
        await watch(stage.socket, ending.signal);
      } else {
        const snapshot = await settled(stage.actors.length);
        await (args.json
          ? printJson(snapshot)
          : print(await renderTable(snapshot.sessions, Date.now(), terminalWidth())));
      }
    } finally {
      ending.abort();
      if (daemon && daemon.exitCode === null) {
        daemon.kill("SIGTERM");
        await once(daemon, "exit");
      }
      await stage.close();
    }
  },
});

/** Waits until every stand-in is listed and its status known. */
async function settled(count: number): Promise<SnapshotJson> {
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    const snapshot = await ask<SnapshotJson>({ path: "/v1/sessions" });
    const done =
      snapshot.sessions.length >= count &&
      snapshot.sessions.every(({ status }) => status !== "unknown");
    if (done || Date.now() > until) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function watch(socket: string, signal: AbortSignal): Promise<void> {
  process.stdout.write("\x1b[?1049h\x1b[?25l");
  try {
    while (!signal.aborted) {
      const { sessions } = await ask<SnapshotJson>({ path: "/v1/sessions" });
      const table = await renderTable(sessions, Date.now(), terminalWidth());
      const width = terminalWidth() ?? Infinity;
      // To be copied, so that only the terminal breaks it.
      const attach = `tmux -S ${socket} attach`;
      const foot = [
        ...wrap("Stand-ins on a private tmux server. Look at them:", width),
        attach,
        "Ctrl-C ends it all.",
      ];
      const rows = (process.stdout.rows || 24) - Math.floor((attach.length - 1) / width);
      const room = rows - foot.length - 2;
      process.stdout.write(
        frame([
          paint("bold", "ccmux demo"),
          "",
          ...cutRows(table.split("\n"), room),
          "",
          ...foot.map((line) => paint("dim", line)),
        ]),
      );
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 250)), aborted(signal)]);
    }
  } finally {
    process.stdout.write("\x1b[?25h\x1b[?1049l");
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
