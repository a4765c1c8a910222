import type { Agent, ScreenRules } from "../agents/define.ts";
import type { HostClock } from "../io/host.ts";
import type { PaneReading, CaptureRequest } from "../workers/captures.ts";
import type { PaneInfo } from "../workers/panes.ts";
import { bind, refuseWord } from "./bind.ts";
import { judge, LOOK_FOR_MS, sawDialog, type Judgement } from "./judge.ts";
import { foldCapture, type ScreenMemory } from "./look.ts";
import type { ProcessSource } from "./process-source.ts";
import { makeRow } from "./row.ts";
import type { Store } from "./store.ts";
import type { Occupant, Published, ServerView } from "./world.ts";

export interface PipelinePorts {
  agents: ReadonlyMap<string, Agent>;
  store: Store;
  processes: Pick<ProcessSource, "table">;
  servers(): readonly ServerView[];
  words: ReadonlyMap<number, Published>;
  host: HostClock;
  /** Asks for a capture at a moment in epoch milliseconds. */
  captureAt(socket: string, pane: string, at: number): void;
  now(): number;
}

export interface Pipeline {
  readonly occupants: ReadonlyMap<string, Occupant>;
  /** Everything about everyone is settled anew with the next tick. */
  markAll(): void;
  /** Only these sessions are. */
  mark(ids: Iterable<string>): void;
  /** New or changed words about these pids: settled now, and their panes looked at. */
  wordsChanged(pids: readonly number[]): void;
  /** Screens of these agents are read by other rules from now on. */
  rulesChanged(agents: readonly string[]): void;
  panesChanged(socket: string, panes: readonly PaneInfo[]): void;
  captured(socket: string, readings: readonly PaneReading[]): void;
  wanted(socket: string, info: PaneInfo): CaptureRequest | null;
  /** Settles what was marked. Called once per tick: a tick takes all that has gathered. */
  settle(): void;
  /** How a row came to its status. */
  judge(id: string): Judgement | null;
  /** Rows whose screen has not been read often enough to say. */
  undecided(): number;
}

/** A dialog that a published word announces is looked for this often. */
const LOOK_EVERY_MS = 120;

/** Merges what the sources bring through bind and cascade into rows. The store's only writer. */
export function createPipeline(ports: PipelinePorts): Pipeline {
  const { store, agents } = ports;
  let occupants = new Map<string, Occupant>();
  let inFront = new Map<string, Occupant>();
  let byPid = new Map<number, Occupant>();
  let rebind = false;
  const marked = new Set<string>();
  const screens = new Map<string, ScreenMemory>();

  const rulesOf = (occupant: Occupant): ScreenRules | null =>
    agents.get(occupant.agent)?.screen ?? null;

  const wordOf = (pid: number): Published | null => {
    const file = ports.words.get(pid);
    return file && refuseWord(file, ports.processes.table.get(pid), ports.host) === null
      ? file
      : null;
  };

  const bindAll = (): void => {
    const published = new Map(
      [...ports.words.keys()].flatMap((pid) => {
        const word = wordOf(pid);
        return word ? [[pid, word] as const] : [];
      }),
    );
    const bound = bind({
      processes: ports.processes.table,
      servers: ports.servers(),
      published,
      before: occupants,
      host: ports.host,
    });
    occupants = new Map(bound.map((occupant) => [occupant.id, occupant]));
    byPid = new Map(bound.map((occupant) => [occupant.process.pid, occupant]));
    inFront = new Map(
      bound.flatMap((one) =>
        one.pane?.inFront ? [[paneKey(one.pane.socket, one.pane.info.id), one]] : [],
      ),
    );
    // What a pane shows is void once another program is in front of it.
    for (const id of screens.keys()) if (!occupants.get(id)?.pane?.inFront) screens.delete(id);
    const now = ports.now();
    for (const one of bound)
      if (!screens.has(one.id) && canLook(one))
        ports.captureAt(one.pane!.socket, one.pane!.info.id, now);
  };

  const judgeOne = (occupant: Occupant, now: number): Judgement => {
    const file = ports.words.get(occupant.process.pid) ?? null;
    return judge({
      occupant,
      file,
      refusal: file && refuseWord(file, occupant.process, ports.host),
      screen: screens.get(occupant.id) ?? null,
      canLook: canLook(occupant),
      now,
    });
  };

  const canLook = (occupant: Occupant): boolean =>
    occupant.pane?.inFront === true && rulesOf(occupant) !== null;

  /** A dialog may be drawn half a second after it is published. */
  const lookForDialog = (occupant: Occupant, now: number): void => {
    const file = wordOf(occupant.process.pid);
    if (file?.word.status !== "waiting" || !canLook(occupant)) return;
    const saidAt = file.word.at ?? file.mtimeMs;
    if (sawDialog(screens.get(occupant.id) ?? null, saidAt) || now - saidAt >= LOOK_FOR_MS) return;
    const next = Math.min(now + LOOK_EVERY_MS, saidAt + LOOK_FOR_MS);
    ports.captureAt(occupant.pane!.socket, occupant.pane!.info.id, next);
  };

  return {
    get occupants() {
      return occupants;
    },
    markAll: () => void (rebind = true),
    mark: (ids) => {
      for (const id of ids) marked.add(id);
    },
    wordsChanged(pids) {
      const now = ports.now();
      for (const pid of pids) {
        const occupant = byPid.get(pid);
        // A process that was no agent until now, or whose place the word tells.
        if (!occupant || occupant.bound !== "published") rebind = true;
        if (!occupant) continue;
        marked.add(occupant.id);
        if (occupant.pane?.inFront)
          ports.captureAt(occupant.pane.socket, occupant.pane.info.id, now);
      }
    },
    rulesChanged(names) {
      for (const [id, { agent }] of occupants) if (names.includes(agent)) screens.delete(id);
      rebind = true;
    },
    panesChanged(socket, panes) {
      for (const info of panes) {
        for (const occupant of occupants.values()) {
          if (occupant.pane?.socket !== socket || occupant.pane.info.id !== info.id) continue;
          occupant.pane.info = info;
          marked.add(occupant.id);
        }
      }
    },
    captured(socket, readings) {
      const now = ports.now();
      for (const look of readings) {
        const occupant = inFront.get(paneKey(socket, look.id));
        const rules = occupant && rulesOf(occupant);
        if (!rules || look.panePid !== occupant.pane?.info.panePid || look.inMode) continue;
        const memory = foldCapture(screens.get(occupant.id), look, rules.quiet);
        screens.set(occupant.id, memory);
        marked.add(occupant.id);
        if (memory.lookAgainAt !== null) ports.captureAt(socket, look.id, memory.lookAgainAt);
        lookForDialog(occupant, now);
      }
    },
    wanted(socket, info) {
      const occupant = inFront.get(paneKey(socket, info.id));
      if (!occupant || !rulesOf(occupant)) return null;
      const cwd = occupant.process.agent?.cwd;
      return {
        id: info.id,
        agent: occupant.agent,
        project: cwd?.slice(cwd.lastIndexOf("/") + 1) || null,
      };
    },
    settle() {
      const all = rebind;
      if (rebind) bindAll();
      rebind = false;
      const now = ports.now();
      const ids = all ? occupants.keys() : marked;
      const set = [...ids].flatMap((id) => {
        const occupant = occupants.get(id);
        if (!occupant) return [];
        return makeRow({
          occupant,
          verdict: judgeOne(occupant, now).verdict,
          word: wordOf(occupant.process.pid)?.word ?? null,
          before: store.rows.get(id),
          label: null,
          startedAt: ports.host.startedAt(occupant.process.startTicks),
          now,
          nextSeq: store.nextSeq(),
        });
      });
      marked.clear();
      const remove = all ? [...store.rows.keys()].filter((id) => !occupants.has(id)) : [];
      store.apply({ set, remove }, now);
    },
    judge(id) {
      const occupant = occupants.get(id);
      return occupant ? judgeOne(occupant, ports.now()) : null;
    },
    undecided() {
      let count = 0;
      for (const [id, occupant] of occupants) {
        if (!occupant.pane?.inFront || !rulesOf(occupant)) continue;
        const screen = screens.get(id);
        if (!screen || (screen.word.status === "unknown" && screen.lookAgainAt !== null)) count++;
      }
      return count;
    },
  };
}

const paneKey = (socket: string, id: string): string => `${socket} ${id}`;
