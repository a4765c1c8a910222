import type { Agent } from "../agents/define.ts";
import type { Attention } from "../core/session.ts";
import type { HostClock } from "../io/host.ts";
import type { PaneReading, CaptureRequest } from "../workers/captures.ts";
import type { PaneInfo } from "../workers/panes.ts";
import { bind, refuseWord } from "./bind.ts";
import type { Verdict } from "./cascade.ts";
import { judge, type Judgement } from "./judge.ts";
import type { ProcessSource } from "./process-source.ts";
import { makeRow, type Answered } from "./row.ts";
import { createScreens } from "./screens.ts";
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
  /** The dialog that is open; null: none, or one that is answered and not known to be gone. */
  dialog(id: string): Attention | null;
  /** The dialog that was open at `pressedAt` was answered; at `goneAt` it was no longer there. */
  answered(id: string, pressedAt: number, goneAt: number): void;
  /** How a row came to its status. */
  judge(id: string): Judgement | null;
  /** Rows whose screen has not been read often enough to say. */
  undecided(): number;
}

/** A process that may be but a launcher gets no row for so long, unless it draws. */
const LAUNCHER_MS = 10_000;
const LAUNCHER_LOOK_MS = 500;

/** Merges what the sources bring through bind and cascade into rows. The store's only writer. */
export function createPipeline(ports: PipelinePorts): Pipeline {
  const { store, agents } = ports;
  let occupants = new Map<string, Occupant>();
  let inFront = new Map<string, Occupant>();
  let byPid = new Map<number, Occupant>();
  let rebind = false;
  const marked = new Set<string>();
  const answers = new Map<string, Answered>();
  const screens = createScreens(agents, ports.captureAt);

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
    screens.keep(occupants, ports.now());
    for (const id of answers.keys()) if (!occupants.has(id)) answers.delete(id);
  };

  const judgeOne = (occupant: Occupant, now: number): Judgement => {
    const file = ports.words.get(occupant.process.pid) ?? null;
    return judge({
      occupant,
      file,
      refusal: file && refuseWord(file, occupant.process, ports.host),
      screen: screens.get(occupant.id),
      canLook: screens.canLook(occupant),
      now,
    });
  };

  const mayBeLauncher = ({ agent }: Occupant, { status }: Verdict, ageMs: number): boolean =>
    agents.get(agent)?.process.relaunches === true && status === "unknown" && ageMs < LAUNCHER_MS;

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
        screens.lookAt(occupant, now);
      }
    },
    rulesChanged(names) {
      for (const [id, { agent }] of occupants) if (names.includes(agent)) screens.forget(id);
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
        if (!occupant || !screens.fold(occupant, look)) continue;
        marked.add(occupant.id);
        const file = wordOf(occupant.process.pid);
        if (file?.word.status === "waiting")
          screens.lookForDialog(occupant, file.word.at ?? file.mtimeMs, now);
      }
    },
    wanted(socket, info) {
      const occupant = inFront.get(paneKey(socket, info.id));
      if (!occupant || !screens.canLook(occupant)) return null;
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
        const { verdict } = judgeOne(occupant, now);
        const startedAt = ports.host.startedAt(occupant.process.startTicks);
        if (!store.rows.has(id) && mayBeLauncher(occupant, verdict, now - startedAt)) {
          screens.lookAt(occupant, now + LAUNCHER_LOOK_MS);
          return [];
        }
        return makeRow({
          occupant,
          verdict,
          word: wordOf(occupant.process.pid)?.word ?? null,
          before: store.rows.get(id),
          answered: answers.get(id) ?? null,
          label: null,
          startedAt,
          now,
          nextSeq: store.nextSeq(),
        });
      });
      marked.clear();
      const remove = all ? [...store.rows.keys()].filter((id) => !occupants.has(id)) : [];
      store.apply({ set, remove }, now);
    },
    dialog(id) {
      const held = store.rows.get(id)?.attention ?? null;
      return held && held.since > (answers.get(id)?.pressedAt ?? 0) ? held : null;
    },
    answered(id, pressedAt, goneAt) {
      const occupant = occupants.get(id);
      if (!occupant) return;
      answers.set(id, { pressedAt, goneAt });
      screens.lookAt(occupant, ports.now());
    },
    judge(id) {
      const occupant = occupants.get(id);
      return occupant ? judgeOne(occupant, ports.now()) : null;
    },
    undecided: () => screens.undecided(occupants),
  };
}

const paneKey = (socket: string, id: string): string => `${socket} ${id}`;
