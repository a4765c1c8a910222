import type { ScreenAgent } from "../../agents/screen-tour.ts";
import type { PlanMode, WritingAgent } from "../types.ts";

type Own = Pick<
  WritingAgent,
  "queues" | "clear" | "takesOwnWords" | "hints" | "tidy" | "pastedFile"
> & {
  /** Its sign of rest does not tell an empty composer from a draft: this does. */
  empty?: RegExp;
  plan: Omit<PlanMode, "shows"> | null;
};

/** An agent of the tour whose signs are written down already. */
export function fromSigns({ name, signs }: ScreenAgent, own: Own): WritingAgent {
  const { empty = /^/, plan, ...rest } = own;
  return {
    name,
    rests: (look) => signs.isResting({ ...look, tail: look.screen }) && empty.test(look.screen),
    works: (look) => signs.isWorking({ ...look, tail: look.screen }),
    ...(signs.slowFirstTurn && { slowFirstTurn: true }),
    exit: signs.exit,
    folder: "/home/dev/project",
    shell: signs.permission,
    edit: signs.edit,
    question: signs.question,
    plan: plan && signs.plan && { ...plan, shows: signs.plan.shows },
    ...rest,
  };
}
