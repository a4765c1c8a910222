import { closedGates } from "./gates.ts";
import type { Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { refused, unproven } from "./refuse.ts";
import { lookAgain, lookAt, press } from "./send.ts";
import { checkStill, type Decided } from "./still.ts";

const AGAIN_MS = 3000;
/** So long does a turn that is over stay on the screen of a busy machine. */
const ENDED_MS = 5000;
const LOOK_EVERY_MS = 60;
/** A picture between two drawings may lack every sign of work. */
const RESTING_LOOKS = 3;
/** An agent that asks before it ends a turn may have missed a key of ours, and says so by asking again. */
const ROUNDS = 3;

/**
 * Ends the turn that is running, and sees it end.
 * @throws AppError E_REFUSED: nothing was pressed. E_UNPROVEN: keys were, and the agent works on
 */
export async function interrupt(
  target: Target,
  request: Decided,
  ports: ActionPorts,
): Promise<{ keys: readonly string[] }> {
  const { input, title } = target.agent;
  if (!input)
    throw refused(`nobody has proven yet how ${title} is interrupted`, "Interrupt it in its pane.");
  const look = await lookAt(target, ports);
  const [closed] = closedGates({
    target,
    look,
    evidence: ports.evidence(request.id),
    verb: "interrupt",
  });
  checkStill(request, ports);
  if (closed) throw refused(closed.because, closed.hint);
  const pressed: string[] = [];
  const { interrupt: keys, interruptAgain } = input;
  /** Whether the turn ended on the way, the agent missed a key, or all were taken. */
  const pressAll = async (): Promise<"over" | "missed" | "done"> => {
    for (const [at, key] of keys.entries()) {
      if (at > 0 && interruptAgain) {
        const seen = await watch(target, ports, AGAIN_MS, interruptAgain);
        if (seen !== "asks") return seen === "over" ? "over" : "missed";
      }
      await press(target, [key], ports);
      pressed.push(key);
    }
    return "done";
  };
  // Elsewhere a second round of the same keys may mean something else by then: it may end the agent.
  for (let round = 0; round < (interruptAgain ? ROUNDS : 1); round++) {
    const result = await pressAll();
    if (result === "over") return { keys: pressed };
    if (result === "done" && (await watch(target, ports, ENDED_MS)) === "over")
      return { keys: pressed };
  }
  throw unproven(`${pressed.join(" ")} was pressed, and ${title} works on`);
}

/** Until the turn is over, or the agent asks for another key; else it is at work when the time is up. */
async function watch(
  target: Target,
  ports: ActionPorts,
  limitMs: number,
  asking?: RegExp,
): Promise<"over" | "asks" | "working"> {
  let resting = 0;
  // Not at an end while it may be over: who hears "working" may press the next key.
  for (
    const until = ports.now() + limitMs;
    ports.now() < until || resting > 0;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const look = await lookAgain(target, ports);
    const [closed] = closedGates({ target, look, verb: "keys" });
    if (closed) throw unproven(`a key was pressed, and then ${closed.because}`);
    resting = look.reading.status === "working" ? 0 : resting + 1;
    if (resting === RESTING_LOOKS) return "over";
    if (asking && look.lines.some((row) => asking.test(row))) return "asks";
  }
  return "working";
}
