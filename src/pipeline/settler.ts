import type { Agent } from "../agents/define.ts";
import type { Session } from "../core/session.ts";
import type { Answers } from "./answers.ts";
import { staysAway } from "./dismissed.ts";
import type { Doubts } from "./doubts.ts";
import { judge, type Judgement } from "./judge.ts";
import { LAUNCHER_LOOK_MS, mayBeLauncher } from "./launcher.ts";
import { makeRow } from "./row.ts";
import type { Returning } from "./returning.ts";
import type { SaidBy } from "./said.ts";
import type { Screens } from "./screens.ts";
import type { Store } from "./store.ts";
import type { Occupant } from "./world.ts";

export interface SettlerPorts {
  agents: ReadonlyMap<string, Agent>;
  store: Store;
  said: SaidBy;
  screens: Screens;
  doubts: Doubts;
  returning: Returning;
  answers: Pick<Answers, "of">;
  startedAt(occupant: Occupant): number;
}

/** Makes of all that is known of one occupant what it does, and its row. */
export function createSettler(ports: SettlerPorts) {
  const { agents, store, said, screens, doubts, returning, answers, startedAt } = ports;

  const judgeOne = (occupant: Occupant, now: number): Judgement =>
    judge({
      ...said.of(occupant),
      occupant,
      screen: screens.get(occupant.id),
      startedAt: startedAt(occupant),
      canLook: screens.canLook(occupant),
      now,
    });

  return {
    judge: judgeOne,
    /** Null: it stays as it is for now. */
    row(occupant: Occupant, now: number): Session | null {
      const { id, agent } = occupant;
      const { verdict } = judgeOne(occupant, now);
      const began = startedAt(occupant);
      const before = store.known(id);
      if (returning.isUnseen(occupant, verdict.status)) return null;
      // What the last daemon knew of it is not shown yet: nothing stays as it is.
      const shown = store.rows.get(id);
      if (doubts.holds(occupant, verdict, shown, now)) return null;
      const dismissed = store.dismissed.get(id);
      if (dismissed && staysAway(dismissed, verdict)) return null;
      if (!before && mayBeLauncher(agents.get(agent), verdict, now - began)) {
        screens.lookAt(occupant, now + LAUNCHER_LOOK_MS);
        return null;
      }
      return makeRow({
        occupant,
        verdict,
        said: said.of(occupant),
        before,
        answered: answers.of(id),
        labelOf: (nativeId) => store.labels.of(before, agent, nativeId),
        startedAt: began,
        now,
        nextSeq: store.nextSeq(),
      });
    },
  };
}
