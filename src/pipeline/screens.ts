import type { Agent } from "../agents/define.ts";
import { directoryName } from "../core/paths.ts";
import type { CaptureRequest, PaneReading } from "../workers/captures.ts";
import { LOOK_FOR_MS, sawDialog } from "./judge.ts";
import { foldCapture, type ScreenMemory } from "./look.ts";
import type { Occupant } from "./world.ts";

/** What the screens of all occupants have told, and when to look again. */
export interface Screens {
  get(id: string): ScreenMemory | null;
  forget(id: string): void;
  /** Its screen is its own drawing, and there are rules that read it. */
  canLook(occupant: Occupant): boolean;
  /** What to capture in this pane, which shows this occupant; null: nothing. */
  wanted(occupant: Occupant | undefined, pane: string): CaptureRequest | null;
  /** Asks for a capture, at a moment in epoch milliseconds; `urgent`: somebody waits for it. */
  lookAt(occupant: Occupant, at: number, urgent?: boolean): void;
  /** One more capture. False when it is not this occupant's. */
  fold(occupant: Occupant, look: PaneReading): boolean;
  /** A published word at `saidAt` announces a dialog: looks until it is drawn. */
  lookForDialog(occupant: Occupant, saidAt: number, now: number): void;
  /** Drops what is void, and looks at those never seen. */
  keep(occupants: ReadonlyMap<string, Occupant>, now: number): void;
  /** How many have not been read often enough to say. */
  undecided(occupants: ReadonlyMap<string, Occupant>): number;
}

/** A dialog that a published word announces is looked for this often. */
const LOOK_EVERY_MS = 120;

export function createScreens(
  agents: ReadonlyMap<string, Agent>,
  captureAt: (socket: string, pane: string, at: number, urgent?: boolean) => void,
): Screens {
  const memories = new Map<string, ScreenMemory>();
  const rulesOf = ({ agent }: Occupant) => agents.get(agent)?.screen ?? null;
  const canLook = (occupant: Occupant): boolean =>
    occupant.pane?.inFront === true && rulesOf(occupant) !== null;
  const lookAt = ({ pane }: Occupant, at: number, urgent = false): void => {
    if (pane?.inFront) captureAt(pane.socket, pane.info.id, at, urgent);
  };

  return {
    get: (id) => memories.get(id) ?? null,
    forget: (id) => void memories.delete(id),
    canLook,
    wanted(occupant, pane) {
      if (!occupant || !canLook(occupant)) return null;
      return {
        id: pane,
        agent: occupant.agent,
        project: directoryName(occupant.process.agent?.cwd),
      };
    },
    lookAt,
    fold(occupant, look) {
      const rules = rulesOf(occupant);
      // In copy mode the pane may show its history.
      if (!rules || look.panePid !== occupant.pane?.info.panePid || look.inMode) return false;
      const before = memories.get(occupant.id);
      // A clock that was put back: what was seen before it has yet to come, and tells nothing about how long it is ago.
      const known = before && before.last.at > look.at ? undefined : before;
      const memory = foldCapture(known, look, rules.quiet);
      memories.set(occupant.id, memory);
      if (memory.lookAgainAt !== null) lookAt(occupant, memory.lookAgainAt);
      return true;
    },
    lookForDialog(occupant, saidAt, now) {
      const seen = sawDialog(memories.get(occupant.id) ?? null, saidAt);
      if (seen || !canLook(occupant) || now - saidAt >= LOOK_FOR_MS) return;
      lookAt(occupant, Math.min(now + LOOK_EVERY_MS, saidAt + LOOK_FOR_MS));
    },
    keep(occupants, now) {
      // What a pane shows is void once another program is in front of it.
      for (const id of memories.keys()) if (!occupants.get(id)?.pane?.inFront) memories.delete(id);
      for (const [id, occupant] of occupants)
        if (!memories.has(id) && canLook(occupant)) lookAt(occupant, now);
    },
    undecided(occupants) {
      return [...occupants].filter(([id, occupant]) => {
        const memory = memories.get(id);
        const open = memory?.word.status === "unknown" && memory.lookAgainAt !== null;
        return canLook(occupant) && (!memory || open);
      }).length;
    },
  };
}
