import type { Act, Agent, Look, Step } from "../types.ts";

/** What an agent of which only the screen tells shows and takes in the states of the tour. */
export interface Signs {
  /** Its trust dialog, and the keys that say yes; null where it has none. */
  trust: { shows: RegExp; accept: Act[] } | null;
  /** Just started. */
  fresh: RegExp;
  isWorking: (look: Look) => boolean;
  /** Its composer waits for a prompt: no turn runs, no dialog is open. */
  isResting: (look: Look) => boolean;
  /** Its command to leave. */
  exit: "/exit" | "/quit";
  /** The first turn takes the agent so long that the model is asked late. */
  slowFirstTurn?: true;
  permission: RegExp;
  edit: RegExp;
  question: RegExp;
  /** The keys before the prompt, and its dialog; null where it has none. */
  plan: { acts: Act[]; shows: RegExp; endsTurnFirst?: true } | null;
  interrupt: Act[];
  /** What stands below the prompt when its turn is over. */
  outcome: Record<
    | "answered"
    | "streamed"
    | "rejected"
    | "editRejected"
    | "interrupted"
    | "error"
    | "dismissed"
    | "chosen"
    | "planRejected",
    RegExp
  >;
}

export interface ScreenAgent extends Agent {
  signs: Signs;
}

const WAIT = { allowedMs: 2500, holdMs: 4500 };
const BUSY = { ...WAIT, truth: { status: "working" }, holdMs: 0 } as const;
const GONE = { ...WAIT, truth: { status: "gone" } } as const;
const ESCAPE: Act[] = [{ press: "Escape" }];
const ENTER: Act[] = [{ press: "Enter" }];

/** The signs and the tour of such an agent: what it lacks is left out. */
export function screenTour(signs: Signs): { signs: Signs; steps: Step[] } {
  return { signs, steps: stepsOf(signs) };
}

function stepsOf(signs: Signs): Step[] {
  const { trust, plan, outcome } = signs;
  const busy = (state: string, acts: Act[], more: Partial<Step> = {}): Step => ({
    ...BUSY,
    state: `working, ${state}`,
    acts,
    drawn: signs.isWorking,
    ...more,
  });
  const idle = (state: string, acts: Act[], shows: RegExp): Step => ({
    ...WAIT,
    state: `idle, ${state}`,
    acts,
    truth: { status: "idle" },
    drawn: (look) => shows.test(look.tail) && signs.isResting(look),
  });
  const asks = (
    state: string,
    kind: "trust" | "permission" | "question" | "plan",
    acts: Act[],
    shows: RegExp,
  ): Step => ({
    ...WAIT,
    state,
    acts,
    truth: { status: "waiting", kind },
    drawn: ({ tail }) => shows.test(tail),
  });

  const begin: Step[] = trust
    ? [
        {
          ...asks("trust dialog", "trust", [{ start: "untrusted" }], trust.shows),
          allowedMs: 1500,
        },
        idle("trusted just now", trust.accept, signs.fresh),
      ]
    : [idle("started", [{ start: "trusted" }], signs.fresh)];
  const firstTurn: Step[] = signs.slowFirstTurn
    ? [
        busy("first turn", [{ say: "say:hello there" }], { toolRuns: true }),
        idle("after the first turn", [], /hello there/),
      ]
    : [];
  const planned: Step[] = plan
    ? [
        {
          ...asks("plan", "plan", [...plan.acts, { say: "plan:Write the file" }], plan.shows),
          ...(plan.endsTurnFirst && { endsTurnFirst: true }),
        },
        idle("plan rejected", ESCAPE, outcome.planRejected),
      ]
    : [];
  return [
    ...begin,
    { ...GONE, state: `gone, ${signs.exit}`, acts: [{ say: signs.exit }] },
    idle("fresh", [{ start: "trusted" }], signs.fresh),
    ...firstTurn,
    busy("thinking", [{ say: "think:9" }]),
    idle("answered", [], outcome.answered),
    busy("streaming", [{ say: "slow:12" }]),
    idle("after streaming", [], outcome.streamed),
    asks("permission, shell", "permission", [{ say: "bash:touch one.txt" }], signs.permission),
    idle("rejected", ESCAPE, outcome.rejected),
    asks(
      "permission, shell again",
      "permission",
      [{ say: "bash:sleep 8; touch two.txt" }],
      signs.permission,
    ),
    busy("approved tool", ENTER, { toolRuns: true }),
    idle("after the tool", [], outcome.answered),
    asks("permission, edit", "permission", [{ say: "write:hello.txt" }], signs.edit),
    idle("edit rejected", ESCAPE, outcome.editRejected),
    asks("permission, edit again", "permission", [{ say: "write:hello.txt" }], signs.edit),
    idle("edit approved", ENTER, outcome.answered),
    busy("to be interrupted", [{ say: "slow:30" }], { holdMs: 7000 }),
    idle("interrupted", signs.interrupt, outcome.interrupted),
    idle("API error", [{ say: "error:400" }], outcome.error),
    asks("question", "question", [{ say: "ask:Which colour do you want" }], signs.question),
    idle("question dismissed", ESCAPE, outcome.dismissed),
    asks("question, again", "question", [{ say: "ask:Which shape do you want" }], signs.question),
    idle("question answered", ENTER, outcome.chosen),
    ...planned,
    busy("to be killed", [{ say: "think:60" }], { holdMs: 4500 }),
    { ...GONE, state: "gone, SIGKILL", acts: [{ kill: "SIGKILL" }], allowedMs: 1500 },
  ];
}
