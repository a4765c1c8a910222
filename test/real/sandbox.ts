import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "./install.ts";

const execute = promisify(execFile);
/** What the rig's own scripts give whatever they start inside. */
export const PATH_INSIDE = "/opt/agents/node24/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin";
const checkout = resolve(import.meta.dirname, "../..");
const rig = join(checkout, "test/rig");

/** Linux takes 107 bytes for a socket's path; the rest is for tmux's and ours below it. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Ends the sandbox when its standard input does: at `close`, or because this program was killed.
 * Its folder goes last, and only when no process is left that has it mounted.
 */
const GUARD = `
  cat >/dev/null
  init=$(cat "$RA_WORK/log-$1/init.pid" 2>/dev/null)
  timeout 20 bash "$0/stop.sh" "$1"
  for _ in $(seq 100); do
    [ -e "/proc/\${init:-none}" ] || exec rm -rf "$RA_WORK"
    sleep .05
  done
  exit 1`;

export interface Sandbox {
  /** The agent's home directory and the mock model's log, as this machine sees them. */
  home: string;
  log: string;
  /** Asks the sandbox's tmux server. */
  tmux(...args: string[]): Promise<string>;
  /** Presses keys by tmux's names. */
  press(...keys: string[]): Promise<void>;
  /** Presses a key twice in 0.2 s, however busy the machine is: tmux itself waits in between. */
  pressTwice(key: string): Promise<void>;
  /** Types text as it is. */
  type(text: string): Promise<void>;
  /** Runs a command inside to its end and returns what it printed. */
  run(command: string[], timeoutMs?: number): Promise<string>;
  /** Starts a command inside and hands out its process; it ends with the sandbox at the latest. */
  start(command: string[]): ChildProcess;
  /** The mock model's log so far. */
  requests(): Promise<string>;
  closed: boolean;
  /** Ends everything inside and removes its folder. May be called twice. */
  close(): Promise<void>;
}

/** Says what is missing on this machine, or nothing. */
export async function whatIsMissing(): Promise<string | undefined> {
  if (process.platform !== "linux") return "the sandbox needs Linux namespaces";
  const unshare = await execute("unshare", ["-n", "-m", "-p", "-f", "true"]).catch(
    (error) => error as Error,
  );
  if (unshare instanceof Error) return "this user may not unshare namespaces: run it as root";
  for (const tool of ["tmux", "ip", "git", "nsenter", "setsid", "npm"]) {
    const found = await execute("sh", ["-c", `command -v ${tool}`]).catch(() => undefined);
    if (!found) return `${tool} is not installed`;
  }
  return undefined;
}

/** Writes the agent's home without hooks and starts the rig's sandbox, this checkout at /opt/product. */
export async function openSandbox(agent: string): Promise<Sandbox> {
  const work = await mkdtemp(join(tmpdir(), "ccmux-real-"));
  const socket = join(work, `tmux-${agent}.sock`);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET_PATH) {
    await rm(work, { recursive: true });
    throw new Error(`${socket} is too long for a socket: set TMPDIR to a shorter folder`);
  }
  const home = join(work, `home-${agent}`);
  const log = join(work, `log-${agent}`);
  const { PATH, TERM = "xterm-256color" } = process.env;
  const env = {
    PATH,
    TERM,
    HOME: home,
    LANG: "C.UTF-8",
    RA_WORK: work,
    RA_MOUNT: checkout,
    RA_HOOKS: "off",
  };
  const script = (name: string, ...args: string[]) =>
    execute("bash", [join(rig, name), ...args], { env, timeout: 30_000, killSignal: "SIGKILL" });
  // tmux hands on the PATH of the client that opens a pane.
  const clientEnv = { ...env, PATH: PATH_INSIDE };
  const limits = { timeout: 5000, killSignal: "SIGKILL" } as const;
  const tmux = (...args: string[]) =>
    execute("tmux", ["-u", "-S", socket, ...args], { env: clientEnv, ...limits });
  const guard = spawn("bash", ["-c", GUARD, rig, agent], {
    env,
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(guard, "exit");

  const sandbox: Sandbox = {
    home,
    log,
    tmux: async (...args) => (await tmux(...args)).stdout,
    press: async (...keys) => void (await tmux("send-keys", "-t", "main", ...keys)),
    async pressTwice(key) {
      const press = ["send-keys", "-t", "main", key];
      await tmux(...press, ";", "run-shell", "-d", "0.2", ";", ...press);
    },
    type: async (text) => void (await tmux("send-keys", "-t", "main", "-l", text)),
    async run(command, timeoutMs = 20_000) {
      const options = {
        env,
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: 64 << 20,
      } as const;
      return (await execute("bash", [join(rig, "inside.sh"), agent, ...command], options)).stdout;
    },
    start: (command) =>
      spawn("bash", [join(rig, "inside.sh"), agent, ...command], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    requests: () => readFile(join(log, "requests.jsonl"), "utf8").catch(() => ""),
    closed: false,
    async close() {
      sandbox.closed = true;
      guard.stdin.end();
      const [code] = await ended;
      if (code) throw new Error(`the sandbox in ${work} could not be ended`);
    },
  };

  try {
    // A repository: Codex asks for trust in no other folder.
    await execute("git", ["init", "-q", "-b", "main", join(home, "untrusted")], { env });
    await symlink(cacheFolder, join(work, "inst"));
    await script(`agents/${agent}-setup.sh`, home);
    await script("sandbox.sh", agent);
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
