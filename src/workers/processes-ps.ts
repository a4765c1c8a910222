import { readRepo } from "../io/git.ts";
import { foldersWithLsof, isFile, listWithPs, splitCommand, type PsRow } from "../io/ps.ts";
import { socketOfArgv } from "../io/tmux-sockets.ts";
import type { ProcessInfo, ProcessScan, ScanInput } from "./processes.ts";
import { anothers, isOurs, recognize } from "./recognize.ts";

/**
 * One look at the machine's processes where there is no `/proc`: one `ps`, and one `lsof` if there are
 * agents that are new or due. No third process, whatever their number.
 *
 * What `/proc` tells and this does not: the environment, so that an agent's files are looked for in its
 * default folders only; a program's other name (`comm`); where arguments end (`splitCommand`).
 */
export async function scanPs({ known, verify, folders = true }: ScanInput): Promise<ProcessScan> {
  const rows = new Map((await listWithPs()).filter(isAlive).map((row) => [row.pid, row]));
  const old = new Set(known);
  const due = new Set(verify);
  const now = Date.now();
  const read = [...rows.values()]
    .filter(({ pid }) => !old.has(pid) || due.has(pid))
    .map((row) => toProcess(row, rows, now));
  const gone = [...old].filter((pid) => !rows.has(pid));

  const agents = read.flatMap(({ pid, agent }) =>
    agent && isOurs(rows.get(pid)!.uid) ? { pid, agent } : [],
  );
  if (!folders) return { read, gone, trouble: null };
  const { byPid, trouble } = await foldersWithLsof(agents.map(({ pid }) => pid));
  for (const { pid, agent } of agents) {
    const cwd = byPid.get(pid);
    if (cwd !== undefined) Object.assign(agent, { cwd, repo: readRepo(cwd) });
  }
  return { read, gone, trouble };
}

const isAlive = ({ state }: PsRow): boolean => !/^[ZX]/.test(state);

function toProcess(row: PsRow, rows: ReadonlyMap<number, PsRow>, now: number): ProcessInfo {
  const { pid, ppid, startedAt, tty, uid } = row;
  const found =
    tty === null || isFork(row, rows, now)
      ? null
      : recognize(splitCommand(row.command, isFile), "");
  const unverified = isOurs(uid) ? found?.unverified : anothers(uid);
  return {
    pid,
    ppid,
    startTicks: startedAt,
    tty,
    foreground: tty !== null && row.pgid === row.tpgid,
    stopped: row.state.startsWith("T"),
    agent: found && {
      ...found,
      cwd: null,
      repo: null,
      env: {},
      unverified: unverified ?? null,
    },
    tmuxSockets: socketsOf(row),
  };
}

/** So long may a child take from fork to exec, and a second more: starts are known to the second. */
const FORK_MS = 3000;

/**
 * Until it execs, a forked child carries its parent's whole command line. What it runs cannot be seen here,
 * so an agent that another process of the same command line starts is known that much later.
 */
function isFork(
  { ppid, startedAt, command }: PsRow,
  rows: ReadonlyMap<number, PsRow>,
  now: number,
): boolean {
  return now - startedAt <= FORK_MS && rows.get(ppid)?.command === command;
}

/**
 * A tmux server has no terminal and keeps the command line that started it, but for systems where it calls
 * itself `tmux: server (<socket>)`. Our own clients look the same and are none.
 */
function socketsOf({ tty, ppid, uid, command }: PsRow): string[] | null {
  if (tty !== null || ppid === process.pid) return null;
  const [, titled] = /^tmux: server \((.+)\)$/.exec(command) ?? [];
  const argv = splitCommand(command, () => false);
  if (!titled && !/^(?:.*\/)?tmux$/.test(argv[0] ?? "")) return null;
  const socket = titled ?? socketOfArgv(argv, process.env);
  return socket !== null && isOurs(uid) ? [socket] : [];
}
