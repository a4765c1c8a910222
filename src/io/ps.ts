import { statSync } from "node:fs";
import { runProgram, type RunResult } from "./run.ts";

/** A row of `ps`. */
export interface PsRow {
  pid: number;
  ppid: number;
  pgid: number;
  /** The foreground process group of its terminal; 0 or -1 without one. */
  tpgid: number;
  uid: number;
  /** `ttys003`, `pts/3`, or null without a terminal. */
  tty: string | null;
  /** Its first letter is the state: `T` stopped, `Z` a zombie. */
  state: string;
  /** Epoch milliseconds, known to the second. */
  startedAt: number;
  /** All arguments, joined by single spaces: where one ended cannot be told. */
  command: string;
}

/** What both macOS and procps know; a column without a title needs an option of its own there. */
const COLUMNS = ["pid", "ppid", "pgid", "tpgid", "uid", "tty", "stat", "lstart", "args"];
const FORMAT = ["-ww", ...COLUMNS.flatMap((column) => ["-o", `${column}=`])];

const PS_TIMEOUT_MS = 5000;
const LSOF_TIMEOUT_MS = 3000;

/**
 * Nothing else of ours: `PS_FORMAT` and the like change what is printed. `LC_ALL=C` for English dates (every
 * byte outside of ASCII is printed as `?`), `TZ=UTC0` because the start would move when the machine
 * travels. The folders are those of `ps` and `lsof` on macOS, which a daemon's own PATH may lack.
 */
function toolEnv(): NodeJS.ProcessEnv {
  const path = [process.env.PATH, "/usr/bin", "/bin", "/usr/sbin", "/sbin"];
  return { PATH: path.filter(Boolean).join(":"), LC_ALL: "C", TZ: "UTC0" };
}

/**
 * Every process of the machine.
 * @throws Error when `ps` fails, or does not list this very process: that is never "no processes"
 */
export async function listWithPs(): Promise<PsRow[]> {
  const result = await runProgram("ps", ["-A", ...FORMAT], {
    env: toolEnv(),
    timeoutMs: PS_TIMEOUT_MS,
  });
  if (!result.ok) throw new Error(result.message);
  if (result.code !== 0)
    throw new Error(`ps exited with ${result.code}: ${firstLine(result.stderr)}`);
  const rows = parsePs(result.stdout);
  if (rows.some(({ pid }) => pid === process.pid)) return rows;
  throw new Error(
    `ps printed ${rows.length} processes, and this one (${process.pid}) is not among them`,
  );
}

/** One process; null when it is gone, or `ps` fails. */
export async function readWithPs(pid: number): Promise<PsRow | null> {
  const args = [...FORMAT, "-p", String(pid)];
  const result = await runProgram("ps", args, { env: toolEnv(), timeoutMs: PS_TIMEOUT_MS });
  return (result.ok && parsePs(result.stdout).find((row) => row.pid === pid)) || null;
}

const ROW =
  /^ *(\d+) +(\d+) +(-?\d+) +(-?\d+) +(-?\d+) +(\S+) +(\S+) +[A-Z][a-z]{2} +([A-Z][a-z]{2}) +(\d{1,2}) +(\d{2}):(\d{2}):(\d{2}) +(\d{4})(?: +(.*))?$/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const NO_TTY = /^(?:\?\??|-)$/;

/** Pure. A line that is no row is left out. */
export function parsePs(stdout: string): PsRow[] {
  return stdout.split("\n").flatMap((line) => {
    const [
      ,
      pid,
      ppid,
      pgid,
      tpgid,
      uid,
      tty,
      state,
      month,
      day,
      hour,
      minute,
      second,
      year,
      command,
    ] = ROW.exec(line) ?? [];
    const at = MONTHS.indexOf(month ?? "");
    if (at < 0) return [];
    return {
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      tpgid: Number(tpgid),
      uid: Number(uid),
      tty: NO_TTY.test(tty!) ? null : tty!.replace(/^\/dev\//, ""),
      state: state!,
      startedAt: Date.UTC(
        Number(year),
        at,
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
      ),
      command: (command ?? "").trim(),
    };
  });
}

/** A path with more spaces than that is not put together. */
const MAX_SPACES = 8;
/** Program and script stand before that. */
const MAX_PATHS = 3;

/**
 * A command line → its arguments, as far as one string tells. A path with spaces in it is put together
 * where such a file is there; any other argument with spaces comes in pieces, and empty ones are lost. So
 * prompts are no arguments to go by, and a program without a folder and with a space in its name is not found.
 */
export function splitCommand(command: string, isFile: (path: string) => boolean): string[] {
  const words = command.split(/ +/).filter(Boolean);
  const argv: string[] = [];
  let paths = 0;
  for (let at = 0; at < words.length;) {
    const length =
      words[at]!.startsWith("/") && paths++ < MAX_PATHS ? wordsOfPath(words, at, isFile) : 1;
    argv.push(words.slice(at, at + length).join(" "));
    at += length;
  }
  return argv;
}

function wordsOfPath(
  words: readonly string[],
  at: number,
  isFile: (path: string) => boolean,
): number {
  for (let length = 1; length <= MAX_SPACES && at + length <= words.length; length++) {
    if (isFile(words.slice(at, at + length).join(" "))) return length;
  }
  return 1;
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface Folders {
  byPid: ReadonlyMap<number, string>;
  /** Why there are none; null also when some are missing, because their processes have ended. */
  trouble: string | null;
}

/**
 * The folders that processes stand in, with one `lsof`. Without `-a` it would list the whole machine,
 * and 4.99 drops names without `f` among the fields.
 */
export async function foldersWithLsof(pids: readonly number[]): Promise<Folders> {
  if (pids.length === 0) return { byPid: new Map(), trouble: null };
  const args = ["-a", "-w", "-p", pids.join(","), "-d", "cwd", "-Ffn"];
  const result = await runProgram("lsof", args, { env: toolEnv(), timeoutMs: LSOF_TIMEOUT_MS });
  if (!result.ok) return { byPid: new Map(), trouble: result.message };
  const byPid = parseLsof(result.stdout);
  return { byPid, trouble: troubleOf(result, byPid.size) };
}

/** It exits with 1 when one process of many has ended: that alone is none. */
function troubleOf(
  { code, stderr }: Extract<RunResult, { ok: true }>,
  found: number,
): string | null {
  if (found > 0 || code === 0 || stderr.trim() === "") return null;
  return `lsof exited with ${code}: ${firstLine(stderr)}`;
}

/** Pure. `p<pid>`, `f<descriptor>`, `n<name>`, one a line. */
export function parseLsof(stdout: string): Map<number, string> {
  const folders = new Map<number, string>();
  let pid = Number.NaN;
  let isCwd = false;
  for (const line of stdout.split("\n")) {
    const value = line.slice(1);
    if (line.startsWith("p")) pid = Number(value);
    else if (line.startsWith("f")) isCwd = value === "cwd";
    // What it could not read, it describes: `/proc/1/cwd (readlink: Permission denied)`.
    else if (line.startsWith("n/") && isCwd && !/ \((?:readlink|stat): [^)]*\)$/.test(value))
      folders.set(pid, unescapeBytes(value));
  }
  return folders;
}

/** `caf\xc3\xa9` → `café`: in the C locale it prints so what is not ASCII. */
function unescapeBytes(name: string): string {
  if (!name.includes("\\x")) return name;
  const latin1 = name.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return new TextDecoder("utf8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    return name;
  }
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]!;
}
