import { closedGates } from "./gates.ts";
import type { Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { refused, unproven } from "./refuse.ts";
import { lookAgain, lookAt, press } from "./send.ts";
import { checkStill, type Decided } from "./still.ts";

const AGAIN_MS = 3000;
const LOOK_EVERY_MS = 60;
const RESTING_LOOKS = 3;

/**
 * Ends the turn that is running.
 * @throws AppError E_REFUSED: nothing was pressed. E_UNPROVEN: the agent did not ask for the next key
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
  for (const key of input.interrupt) {
    if (pressed.length > 0 && !(await asksAgain(target, ports))) return { keys: pressed };
    await press(target, [key], ports);
    pressed.push(key);
  }
  return { keys: pressed };
}

/** Two keys that arrive together may count as one, so the first has to be seen. False: the turn is over. */
async function asksAgain(target: Target, ports: ActionPorts): Promise<boolean> {
  const { interruptAgain } = target.agent.input ?? {};
  if (!interruptAgain) return true;
  let resting = 0;
  for (
    const until = ports.now() + AGAIN_MS;
    ports.now() < until;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const look = await lookAgain(target, ports);
    const [closed] = closedGates({ target, look, verb: "keys" });
    if (closed) throw unproven(`a key was pressed, and then ${closed.because}`);
    // A picture between two drawings may lack both hints.
    resting = look.reading.status === "working" ? 0 : resting + 1;
    if (resting === RESTING_LOOKS) return false;
    if (look.lines.some((row) => interruptAgain.test(row))) return true;
  }
  throw unproven(`a key was pressed, and ${target.agent.title} works on`);
}
