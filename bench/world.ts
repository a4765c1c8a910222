import { registry } from "../src/agents/_registry.ts";
import type { PublishedWord } from "../src/agents/define.ts";
import { createHealth } from "../src/pipeline/health.ts";
import { createScheduler, type Scheduler } from "../src/pipeline/scheduler.ts";
import { createStore, type Store } from "../src/pipeline/store.ts";
import type { CaptureRequest, PaneReading } from "../src/workers/captures.ts";
import { parseMarker } from "../src/workers/markers.ts";
import type { PaneInfo } from "../src/workers/panes.ts";
import type { Pool } from "../src/workers/pool.ts";
import type { ProcessInfo, ScanInput } from "../src/workers/processes.ts";
import type { StateFile, StateScanInput } from "../src/workers/state-folder.ts";

/**
 * A machine that is made up, behind the same ports: what the main thread does for it can be counted up to any
 * number of sessions. Every second one is a Claude that publishes, the rest are Codex with hooks.
 */
export interface World {
  readonly store: Store;
  readonly scheduler: Scheduler;
  /** An agent publishes something new; a hook speaks; a pane is drawn. By their number. */
  publish(at: number): void;
  hook(at: number): void;
  draw(at: number): void;
  close(): void;
}

const SOCKET = "/world/tmux.sock";
const SERVER = 1;
const FIRST_PID = 1000;
const MARKERS = "/world/session-pids";
const PUBLISHED = "/world/.claude/sessions";

/** @param scanMs between scans; what is said in between is heard at once */
export function createWorld(count: number, scanMs = 100): World {
  const isClaude = (at: number): boolean => at % 2 === 0;
  const agentOf = (at: number): string => (isClaude(at) ? "claude" : "codex");
  const cwdOf = (at: number): string => `/work/${at}/project`;
  let clock = Math.floor(Date.now() / 1000) - 3600;
  let seq = 0;

  const process = (at: number): ProcessInfo => ({
    pid: FIRST_PID + at,
    ppid: SERVER,
    startTicks: 100,
    tty: `pts/${at}`,
    foreground: true,
    stopped: false,
    agent: {
      name: agentOf(at),
      cwd: cwdOf(at),
      repo: { project: "project", branch: "main", worktree: null },
      env: {},
      unverified: null,
    },
    tmuxSockets: null,
  });
  const server: ProcessInfo = { ...process(0), pid: SERVER, tty: null, agent: null };
  server.tmuxSockets = [SOCKET];
  const processes = [server, ...Array.from({ length: count }, (_, at) => process(at))];
  const panes = Array.from({ length: count }, (_, at): PaneInfo => {
    const place = { serverPid: SERVER, id: `%${at}`, panePid: FIRST_PID + at, tty: `pts/${at}` };
    const size = { width: 120, height: 40, dead: false, inMode: false, looked: false };
    const shown = { command: agentOf(at), target: `main:${at}.0`, title: "project" };
    return { ...place, activity: clock, ...size, ...shown };
  });
  /** Drawn on since the last list. */
  const drawn = new Set<number>();

  const word = (at: number, status: "working" | "idle"): StateFile => {
    const value: PublishedWord = {
      pid: FIRST_PID + at,
      startTicks: 100,
      pidNamespace: null,
      nativeId: `native-${at}`,
      cwd: cwdOf(at),
      version: "2.1.332",
      paneId: `%${at}`,
      status,
      ask: null,
      kindIsGuess: false,
      because: status,
      background: null,
      at: Date.now(),
    };
    return { name: `${FIRST_PID + at}.json`, mtimeMs: Date.now() + ++seq / 1000, size: 400, value };
  };
  const marker = (at: number, command: string): StateFile => {
    const head = {
      agent_type: "codex",
      pid: FIRST_PID + at,
      session_id: `native-${at}`,
      tmux_pane: `%${at}`,
      directory: cwdOf(at),
      event: "PermissionRequest",
    };
    const payload = { tool_name: "Bash", tool_input: { command } };
    const value = parseMarker(`${JSON.stringify(head)}\n${JSON.stringify(payload)}`);
    const name = `codex-native-${at}.json`;
    return { name, mtimeMs: Date.now() + ++seq / 1000, size: 400, value };
  };
  const files = new Map<string, Map<string, StateFile>>([
    [PUBLISHED, new Map()],
    [MARKERS, new Map()],
  ]);
  const put = (folder: string, file: StateFile): void =>
    void files.get(folder)!.set(file.name, file);
  for (let at = 0; at < count; at++)
    if (isClaude(at)) put(PUBLISHED, word(at, "idle"));
    else put(MARKERS, marker(at, "make"));

  const readings = new Map(
    ["claude", "codex"].map((agent) => {
      const input = {
        lines: Array.from({ length: 40 }, () => ""),
        title: "project",
        project: "project",
      };
      return [agent, registry.get(agent)!.screen!.read(input)];
    }),
  );
  const capture = ({ id, agent }: CaptureRequest): PaneReading => {
    const at = Number(id.slice(1));
    const place = {
      serverPid: SERVER,
      id,
      panePid: FIRST_PID + at,
      second: Math.floor(Date.now() / 1000),
      drawnBefore: clock * 1000,
      at: Date.now(),
    };
    const size = { title: "project", width: 120, height: 40, inMode: false };
    return { ...place, ...size, reading: readings.get(agent)!, bodyHash: 1 };
  };

  const tasks: Record<string, (input: never) => unknown> = {
    scanProcesses({ known, verify }: ScanInput) {
      const read = known.length === 0 ? processes : verify.map((pid) => ({ ...byPid.get(pid)! }));
      return { read, gone: [], trouble: null };
    },
    listPanes({ rows }: { rows: Uint8Array | null }) {
      const changed = (rows ? [...drawn].map((at) => panes[at]!) : panes).map((info) => ({
        ...info,
      }));
      drawn.clear();
      return { ok: true, still: false, changed, gone: [], rows: new Uint8Array(1), before: null };
    },
    capturePanes({ panes: asked }: { panes: readonly CaptureRequest[] }) {
      return { ok: true, bytes: asked.length * 2000, panes: asked.map(capture) };
    },
    scanState({ folder, names }: StateScanInput) {
      const all = files.get(folder);
      if (!all) return { changed: [], gone: [], inode: null, mtimeMs: 0 };
      const isKnown = new Set(names);
      const fresh = names ? [...all.values()].filter(({ name }) => !isKnown.has(name)) : [];
      return { changed: fresh, gone: [], inode: 1, mtimeMs: 1 };
    },
    readStates({ folder, files: asked }: { folder: string; files: { name: string }[] }) {
      return asked.map(({ name }) => files.get(folder)!.get(name)!);
    },
    scanBackground: () => ({ list: "same", states: [] }),
    findLogs: () => ({ logs: [], open: [] }),
    tailLog: () => ({ state: "gone" }),
    changedLogs: () => [],
    removeMarkers: () => undefined,
    takePulse: () => null,
  };
  const byPid = new Map(processes.map((info) => [info.pid, info]));
  const watchers = new Map<string, (name: string) => void>();
  let n = 0;
  const store = createStore({ epoch: "world", n, take: () => ++n });
  const scheduler = createScheduler({
    agents: registry,
    // What crosses to a thread is copied; a made-up machine costs no more than that.
    pool: {
      run: async (name: string, input: unknown) => tasks[name]!(input as never),
    } as never as Pick<Pool, "run">,
    health: createHealth(),
    store,
    host: {
      bootId: "b",
      pidNamespace: "",
      startedAt: () => (clock - 60) * 1000,
      isStart: () => true,
    },
    discovery: "proc",
    watch(folder, _kind, onName) {
      watchers.set(folder, onName);
      return { close: () => void watchers.delete(folder) };
    },
    watchFile: () => null,
    markerFolder: MARKERS,
    settings: () => ({ sockets: [SOCKET], pinned: true, scanMs, idleScanMs: 5 * scanMs }),
    env: {},
    home: "/world",
    now: Date.now,
    onError(error) {
      throw error;
    },
  });
  scheduler.start();
  return {
    store,
    scheduler,
    publish(at) {
      const busy = files.get(PUBLISHED)!.get(`${FIRST_PID + at}.json`)!.value as PublishedWord;
      const file = word(at, busy.status === "idle" ? "working" : "idle");
      put(PUBLISHED, file);
      watchers.get(PUBLISHED)!(file.name);
    },
    hook(at) {
      const file = marker(at, `make ${++seq}`);
      put(MARKERS, file);
      watchers.get(MARKERS)!(file.name);
    },
    draw(at) {
      panes[at] = { ...panes[at]!, activity: ++clock };
      drawn.add(at);
    },
    close: () => scheduler.stop(),
  };
}
