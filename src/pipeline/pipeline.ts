import type { Session } from "../core/session.ts";
import type { PaneReading, CaptureRequest } from "../workers/captures.ts";
import type { PaneInfo } from "../workers/panes.ts";
import { createAnswers, type Answers } from "./answers.ts";
import { bind } from "./bind.ts";
import { toPast } from "./cascade.ts";
import { LOOK_FOR_MS, type Judgement } from "./judge.ts";
import type { Hooked } from "./marker-source.ts";
import { createSaidBy, type SaidBy, type SaidPorts } from "./said.ts";
import { createDoubts } from "./doubts.ts";
import { isAsBefore, occupancyOf } from "./occupancy.ts";
import { createReturning } from "./returning.ts";
import { createScreens } from "./screens.ts";
import { createSettler } from "./settler.ts";
import type { Store } from "./store.ts";
import type { Occupant, ServerView } from "./world.ts";

export interface PipelinePorts extends SaidPorts {
  store: Store;
  servers(): readonly ServerView[];
  /** Asks for a capture at a moment in epoch milliseconds. */
  captureAt(socket: string, pane: string, at: number, urgent?: boolean): void;
  /** Does it in so many milliseconds, and settles then. */
  later(run: () => void, ms: number): void;
  /** What is known of these sessions is new. */
  onSettled(ids: Iterable<string>): void;
  now(): number;
  onError(error: unknown): void;
}

export interface Pipeline extends Pick<SaidBy, "namedLog">, Pick<Answers, "dialog"> {
  readonly occupants: ReadonlyMap<string, Occupant>;
  /** Who is where is settled anew with the next tick. */
  rebind(): void;
  /** Only these sessions are. */
  mark(ids: Iterable<string>): void;
  /** New or changed words about these pids: settled now, and their panes looked at. */
  wordsChanged(pids: readonly number[]): void;
  /** Screens of these agents are read by other rules from now on. */
  rulesChanged(agents: readonly string[]): void;
  /** Hooks have spoken. */
  hooksChanged(changed: readonly Hooked[]): void;
  startedAt(occupant: Occupant): number;
  panesChanged(socket: string, panes: readonly PaneInfo[]): void;
  captured(socket: string, readings: readonly PaneReading[]): void;
  wanted(socket: string, info: PaneInfo): CaptureRequest | null;
  /** Settles what was marked. Called once per tick: a tick takes all that has gathered. */
  settle(): void;
  /** The dialog that was open at `pressedAt` was answered; at `goneAt` it was no longer there. */
  answered(id: string, pressedAt: number, goneAt: number): void;
  /** Its screen is looked at now. */
  look(id: string): void;
  /** Takes its row away until its status or its dialog changes. */
  dismiss(session: Session): void;
  /** How a row came to its status. */
  judge(id: string): Judgement | null;
  /** Rows whose screen has not been read often enough to say. */
  undecided(): number;
}

/** So long after a hook its agent has surely drawn what it told: see `DRAWING_LAG_MS`. */
const HOOK_LOOK_MS = 800;

/** Merges what the sources bring through bind and cascade into rows. The store's only writer. */
export function createPipeline(ports: PipelinePorts): Pipeline {
  const { store, agents } = ports;
  let here = occupancyOf([]);
  let isMoved = false;
  const marked = new Set<string>();
  const answers = createAnswers(store);
  const screens = createScreens(agents, ports.captureAt);
  const said = createSaidBy(ports);
  const returning = createReturning({ ...ports, screens }, () => {
    isMoved = true;
    for (const id of here.all.keys()) marked.add(id);
  });
  const doubts = createDoubts(screens, (id, ms) => {
    ports.later(() => marked.add(id), ms);
  });

  const startedAt = ({ process, pane, job }: Occupant): number =>
    (pane ? null : job?.startedAt) ?? ports.host.startedAt(process.startTicks);

  const bindAll = (): void => {
    const before = here.all;
    const bound = bind({
      processes: ports.processes.table,
      servers: ports.servers(),
      ...said.claims(),
      before,
      isPaneless: returning.isPaneless,
      relaunches: (agent) => agents.get(agent)?.process.relaunches === true,
      host: ports.host,
    });
    here = occupancyOf(bound);
    screens.keep(here.all, ports.now());
    doubts.keep(here.all);
    answers.keep(here.all);
    for (const { id } of said.assign(here.all)) marked.add(id);
    for (const [id, one] of here.all) if (!isAsBefore(before.get(id), one)) marked.add(id);
  };

  const settler = createSettler({
    ...ports,
    said,
    screens,
    doubts,
    returning,
    answers,
    startedAt,
  });

  const look = (id: string): void => {
    const occupant = here.all.get(id);
    if (occupant) screens.lookAt(occupant, ports.now());
  };

  return {
    get occupants() {
      return here.all;
    },
    rebind: () => void (isMoved = true),
    mark: (ids) => {
      for (const id of ids) marked.add(id);
    },
    wordsChanged(pids) {
      for (const pid of pids) {
        const occupant = here.byPid.get(pid);
        // A process that was no agent until now, or is one by its word alone, or whose place the word tells.
        if (!occupant?.process.agent || occupant.bound !== "published") isMoved = true;
        if (!occupant) continue;
        marked.add(occupant.id);
        // A dialog that nobody can look at, as in copy mode, is believed then.
        if (said.wordOf(pid)?.word.kindIsGuess)
          ports.later(() => marked.add(occupant.id), LOOK_FOR_MS);
        look(occupant.id);
      }
    },
    hooksChanged(changed) {
      const now = ports.now();
      // The first of its hooks may tell its place.
      const tellsPlace = ({ head: { paneId, pid } }: Hooked): boolean =>
        paneId !== null && here.byPid.get(pid)?.bound === "tty";
      if (changed.some(tellsPlace)) isMoved = true;
      for (const occupant of said.hear(here, changed)) {
        marked.add(occupant.id);
        // What it says shows on the screen in a moment, or does not: both is worth to know.
        screens.lookAt(occupant, now);
        screens.lookAt(occupant, now + HOOK_LOOK_MS);
      }
    },
    namedLog: said.namedLog,
    startedAt,
    rulesChanged(names) {
      for (const [id, { agent }] of here.all) {
        if (!names.includes(agent)) continue;
        screens.forget(id);
        marked.add(id);
      }
      isMoved = true;
    },
    panesChanged(socket, panes) {
      const changed = new Map(panes.map((info) => [info.id, info]));
      for (const { id, pane } of here.all.values()) {
        const info = pane?.socket === socket ? changed.get(pane.info.id) : undefined;
        if (!pane || !info) continue;
        pane.info = info;
        marked.add(id);
      }
    },
    captured(socket, readings) {
      const now = ports.now();
      for (const look of readings) {
        const occupant = here.inFront(socket, look.id);
        if (!occupant) continue;
        const isNews = screens.fold(occupant, look);
        if (isNews || doubts.has(occupant.id)) marked.add(occupant.id);
        if (!isNews) continue;
        const file = said.wordOf(occupant.process.pid);
        if (file?.word.status === "waiting")
          screens.lookForDialog(occupant, toPast(file.word.at ?? file.mtimeMs, now), now);
      }
    },
    wanted: (socket, { id }) => screens.wanted(here.inFront(socket, id), id),
    settle() {
      const hasMoved = isMoved;
      if (isMoved) bindAll();
      isMoved = false;
      const now = ports.now();
      const remove = hasMoved ? returning.ended(here.all) : [];
      const ids = [...marked];
      marked.clear();
      const set = ids.flatMap((id) => {
        const occupant = here.all.get(id);
        try {
          return (occupant && settler.row(occupant, now)) ?? [];
        } catch (error) {
          // A defect in one row's making costs that row.
          ports.onError(error);
          return [];
        }
      });
      ports.onSettled(ids);
      store.apply({ set, remove }, now);
    },
    dialog: answers.dialog,
    answered(id, pressedAt, goneAt) {
      if (here.all.has(id)) answers.add(id, { pressedAt, goneAt });
      look(id);
    },
    look,
    dismiss: ({ id }) => store.dismiss(id, ports.now()),
    judge(id) {
      const occupant = here.all.get(id);
      return occupant ? settler.judge(occupant, ports.now()) : null;
    },
    undecided: () => screens.undecided(here.all) + doubts.held(),
  };
}
