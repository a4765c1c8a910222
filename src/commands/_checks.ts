import { existsSync, lstatSync } from "node:fs";
import { formatProblem } from "../core/config-problem.ts";
import { toFailure } from "../core/errors.ts";
import { checkSocketPath, type Paths } from "../core/paths.ts";
import { isTmuxNewEnough } from "../core/tmux-version.ts";
import { VERSION } from "../core/version.ts";
import { request } from "../io/client.ts";
import { readLock } from "../io/lock-file.ts";
import { readStat } from "../io/proc.ts";
import { foldersWithLsof, listWithPs } from "../io/ps.ts";
import { runProgram } from "../io/run.ts";
import { isStopped } from "../io/start-daemon.ts";
import { runTmux } from "../io/tmux.ts";
import { defaultSockets, toSocket } from "../io/tmux-sockets.ts";
import { error, ok, warning, type Check } from "./_check.ts";
import type { OurConfig } from "./_config.ts";

export function checkConfig({ config, problems, agents }: OurConfig, path: string): Check[] {
  if (problems.length > 0) {
    return problems.map((problem) => error("config", formatProblem(problem), problem.hint));
  }
  if (!existsSync(path)) return [ok("config", `no ${path}, so that the defaults hold`)];
  const own = Object.keys(config.agents).filter((name) => agents.has(name));
  return [ok("config", own.length > 0 ? `${path}, with ${own.join(", ")}` : path)];
}

export async function checkTmux(): Promise<Check> {
  const name = "tmux";
  const result = await runProgram("tmux", ["-V"], { env: process.env });
  if (!result.ok)
    return error(name, result.message, "Install tmux 3.2 or newer, and put it on PATH.");
  const version = result.stdout.trim() || result.stderr.trim();
  const isNew = isTmuxNewEnough(version);
  if (isNew === null)
    return warning(
      name,
      `${version}: can't tell how old that is`,
      "Check that it is tmux 3.2 or newer.",
    );
  return isNew
    ? ok(name, version)
    : error(name, `${version} is too old`, "Install tmux 3.2 or newer.");
}

/** Those of the config, of `CCMUX_TMUX_SOCKET`, and the one that we stand in. */
export async function checkServers({ config }: Pick<OurConfig, "config">): Promise<Check[]> {
  const { env } = process;
  const { sockets, pinned } = defaultSockets(env, config.tmuxSockets);
  const ours = env.TMUX?.split(",")[0];
  const all = [...new Set([...sockets, ...(ours && !pinned ? [toSocket(ours, env)] : [])])];
  const checks = await Promise.all(all.map(checkServer));
  // Nobody misses the default server while there is another.
  const runs = checks.some(({ state }) => state === "ok");
  return runs && !pinned ? checks.filter(({ state }, at) => at > 0 || state !== "warning") : checks;
}

async function checkServer(socket: string): Promise<Check> {
  const name = "tmux server";
  const result = await runTmux(socket, ["list-panes", "-a", "-F", "#{version}"]);
  if (result.ok) {
    const panes = result.stdout.trimEnd().split("\n");
    const count = `${panes.length} ${panes.length === 1 ? "pane" : "panes"}`;
    if (isTmuxNewEnough(panes[0] ?? "") !== false) return ok(name, `${socket}: ${count}`);
    const hint = "End it when you can: the next one will be of the installed version.";
    return error(name, `${socket} runs tmux ${panes[0]}, which is too old`, hint);
  }
  if (result.reason === "no-server") {
    return warning(
      name,
      `none runs at ${socket}`,
      "Start tmux there; agents are found while it runs.",
    );
  }
  const hint = `Run \`tmux -S ${socket} list-panes -a\` to see for yourself.`;
  return error(name, `${socket}: ${result.message}`, hint);
}

/** The daemon closes them when it starts, so that one which is open was opened since. */
export function checkFolder(name: string, path: string): Check {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return ok(name, `${path} is not there yet`);
  const uid = process.getuid?.();
  if (!stat.isDirectory() || (uid !== undefined && stat.uid !== uid)) {
    return error(
      name,
      `${path} is not a folder of yours`,
      "Remove it, or set CCMUX_HOME to a folder of yours.",
    );
  }
  const mode = (stat.mode & 0o777).toString(8);
  if ((stat.mode & 0o077) === 0) return ok(name, `${path}, closed to others`);
  return error(name, `${path} is open to others (mode ${mode})`, `Run \`chmod 700 ${path}\`.`);
}

export function checkSocket({ socket }: Paths): Check {
  try {
    checkSocketPath(socket);
    return ok("socket", `${socket}, ${Buffer.byteLength(socket)} bytes`);
  } catch (cause) {
    const { message, hint } = toFailure(cause);
    return error("socket", message, hint);
  }
}

/** What a running daemon says of itself. */
export interface Health {
  version: string;
  state: string;
  reasons: string[];
  startedAt: string;
  counters: object;
}

/** Null: none runs, or it does not answer. */
export async function askHealth({ lock }: Paths): Promise<Health | null> {
  const holder = readLock(lock);
  if (!holder || isStopped(holder.pid)) return null;
  try {
    const answer = await request(holder.socket, { path: "/v1/health", timeoutMs: 3000 });
    return JSON.parse(answer) as Health;
  } catch {
    return null;
  }
}

export function checkDaemon({ lock, socket }: Paths, health: Health | null): Check[] {
  const name = "daemon";
  const holder = readLock(lock);
  if (!holder) return [warning(name, "none runs", "Run `ccmux list` or `ccmux daemon start`.")];
  const { pid } = holder;
  if (isStopped(pid))
    return [error(name, `pid ${pid} is stopped by a signal`, `Run \`kill -CONT ${pid}\`.`)];
  if (health === null) {
    const hint = "Run `ccmux daemon restart`.";
    return [error(name, `pid ${pid} does not answer at ${holder.socket}`, hint)];
  }
  const { version, reasons } = health;
  if (version !== VERSION) {
    const hint = "Run `ccmux daemon restart`.";
    return [error(name, `pid ${pid} is ccmux ${version}, and this is ${VERSION}`, hint)];
  }
  if (reasons.length > 0)
    return reasons.map((reason) => error(name, reason, "Run `ccmux daemon logs` for more."));
  const where = holder.socket === socket ? "" : `, at ${holder.socket}`;
  return [ok(name, `ccmux ${version}, pid ${pid}${where}`)];
}

export async function checkProcesses({ config }: Pick<OurConfig, "config">): Promise<Check[]> {
  const name = "processes";
  const isReadable = readStat(process.pid) !== null;
  if (isReadable && config.discovery === "auto" && process.env.CCMUX_DISCOVERY !== "ps")
    return [ok(name, "/proc can be read")];
  try {
    await listWithPs();
  } catch (cause) {
    return [error(name, toFailure(cause).message, "Install ps (procps), and put it on PATH.")];
  }
  const { trouble } = await foldersWithLsof([process.pid]);
  if (trouble !== null)
    return [
      warning(
        name,
        `agents' folders can't be told: ${trouble}`,
        "Install lsof, and put it on PATH.",
      ),
    ];
  return [
    ok(
      name,
      isReadable
        ? "by ps and lsof, as the config says"
        : "by ps and lsof: there is no /proc to read",
    ),
  ];
}

export function checkNode(): Check {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 22);
  return isNew
    ? ok("node", `Node ${node}`)
    : error("node", `Node ${node} is too old`, "Install Node 22.22 or newer.");
}
