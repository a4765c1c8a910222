import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionJson } from "../../../src/core/session.ts";
import { createPrograms } from "../../../src/stage/programs.ts";
import { eventually } from "../eventually.ts";
import type { Lab } from "../lab.ts";
import type { Tools } from "./_run.ts";

/** A server with another folder for its sockets, which ccmux does not know. */
export default async function sockets(tools: Tools) {
  const folder = tools.folder();
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-f", "/dev/null", "-L", "lab", ...args], {
      env: { PATH: process.env.PATH, TMUX_TMPDIR: folder, TERM: "xterm" },
      encoding: "utf8",
    }).trim();
  const { command } = createPrograms(folder).of("codex");
  tmux("new-session", "-d", "-s", "main", ...command);
  const socket = tmux("display-message", "-p", "-t", "main", "#{socket_path}");
  const outer = tools.stage();
  await outer.add([]);

  const of = (rows: readonly SessionJson[]): object[] =>
    rows.map(({ agent, pane, bound }) => ({ agent, bound, id: pane?.id, server: pane?.server }));
  const until = async (lab: Lab, count: number): Promise<object[]> =>
    of(
      await eventually(
        () => lab.sessions(),
        (rows) => rows.length === count,
      ),
    );
  const asCaller = { env: { TMUX: `${socket},1,0`, TMUX_PANE: "%0" } };

  // By the running process, wherever its socket is.
  const lab = await tools.lab();
  const found = await until(lab, 1);
  await lab.stop();

  // Without /proc it is seen by the label of its command line, which alone does not tell the folder.
  const env = { CCMUX_DISCOVERY: "ps" };
  const caller = await tools.lab({ env });
  const unknown = of(await caller.sessions());
  const met = of((await caller.json<{ sessions: SessionJson[] }>(["list"], asCaller)).sessions);
  const self = await caller.json<{ agent: string }>(["explain", "self"], asCaller);
  await caller.stop();

  const configured = await tools.lab({ env });
  await configured.json(["daemon", "start"]);
  writeFileSync(
    join(configured.env.CCMUX_HOME!, "ccmux.json"),
    JSON.stringify({ tmuxSockets: [socket] }),
  );
  const named = await until(configured, 1);
  await configured.stop();

  // The default socket of the same folder, which that variable names.
  const label = await tools.lab({ env: { ...env, TMUX_TMPDIR: folder } });
  const labelled = await until(label, 1);
  await label.stop();

  // A client of that server in a pane of another one shows the same agent, which has one row.
  await outer.tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-x",
    "100",
    "-y",
    "30",
    `TMUX= tmux -S ${socket} attach`,
  );
  const nested = await tools.lab();
  await eventually(
    async () => tmux("list-clients"),
    (text) => text !== "",
  );
  await nested.sessions();
  const once = await until(nested, 1);

  tmux("kill-server");
  return { socket, found, unknown, met, self: self.agent, named, labelled, once };
}

export type Sockets = Awaited<ReturnType<typeof sockets>>;
