import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import type { TurnEnd } from "../core/types.ts";
import type { Discovery } from "../io/host.ts";
import { answer, type AnswerOutcome, type AnswerRequest } from "./answer.ts";
import { closedGates, unforced } from "./gates.ts";
import { interrupt } from "./interrupt.ts";
import { isKey, pressKeys, typeText } from "./keyboard.ts";
import { look, type Target } from "./look.ts";
import { createTurns, type ActionPorts } from "./port.ts";
import { refused } from "./refuse.ts";
import { lookAt, press, send, type SendOutcome, type SendRequest } from "./send.ts";
import { checkStill, type Decided } from "./still.ts";
import { awaitTurn, type Turn } from "./turn.ts";

/** Everything that writes into a pane. One action at a time in each. */
export interface Actions {
  send(target: Target, request: SendRequest): Promise<SendOutcome>;
  /** Waits for the end of the turn that a text began; touches nothing. */
  turn(turn: Turn, signal: AbortSignal): Promise<TurnEnd>;
  answer(target: Target, request: AnswerRequest): Promise<AnswerOutcome>;
  /** Presses keys as they are: only who is there is checked, and that tmux does not take them itself. */
  keys(
    target: Target,
    request: Decided & { keys: readonly string[]; force: boolean },
  ): Promise<{ keys: readonly string[] }>;
  interrupt(target: Target, request: Decided): Promise<{ keys: readonly string[] }>;
}

export interface ActionsOptions extends Pick<ActionPorts, "evidence" | "dialog" | "answered"> {
  /** Where processes are looked up. */
  discovery: Discovery;
}

export function createActions({ discovery, ...known }: ActionsOptions): Actions {
  const inTurn = createTurns();
  const ports: ActionPorts = {
    look: (target) => look(target, discovery),
    typeText,
    pressKeys,
    ...known,
    now: Date.now,
    sleep: (ms) => sleep(ms),
  };
  const keyOf = ({ socket, pane }: Target): string => `${socket} ${pane}`;
  return {
    send: (target, request) => inTurn(keyOf(target), () => send(target, request, ports)),
    turn: (turn, signal) => awaitTurn(turn, ports, signal),
    answer: (target, request) => inTurn(keyOf(target), () => answer(target, request, ports)),
    keys: (target, request) =>
      inTurn(keyOf(target), async () => {
        const { keys, force } = request;
        const wrong = keys.find((key) => !isKey(key));
        if (wrong !== undefined)
          throw new AppError(
            "E_USAGE",
            `"${wrong}" is no key.`,
            "Name keys as tmux does: Enter, Escape, C-c, Up, y.",
          );
        const [closed] = unforced(
          closedGates({ target, look: await lookAt(target, ports), verb: "keys" }),
          force,
        );
        if (closed) throw refused(closed.because, closed.hint);
        checkStill(request, ports);
        await press(target, keys, ports);
        return { keys };
      }),
    interrupt: (target, request) => inTurn(keyOf(target), () => interrupt(target, request, ports)),
  };
}
