import { AppError } from "../core/errors.ts";
import type { Proof } from "../core/types.ts";
import { closedGates, saysItWaits, unforced, type Closed } from "./gates.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { refused, unproven } from "./refuse.ts";
import { checkStill, type Decided } from "./still.ts";
import { fingerprint, squeeze, toTyping, type Typing } from "./text.ts";
import { proveSubmitted } from "./proof.ts";

export interface SendRequest extends Decided {
  text: string;
  /** False: typed, and left in the composer. */
  enter: boolean;
  force: boolean;
  dryRun: boolean;
}

export interface SendOutcome {
  typed: boolean;
  submitted: boolean;
  /** By what the submission was proven; null when it was not asked for. */
  proof: Proof | null;
  /** How it is, or would be, typed. */
  how: "paste" | "keys";
  /** Gates that were closed and overridden, or that a dry run found closed. */
  closed: Closed[];
  /** When Enter was pressed, in epoch milliseconds. */
  enteredAt: number | null;
}

/** omp, just started on a busy machine, took over 3 s to draw a paste. */
const SHOWN_MS = 6000;
/** OpenCode on a busy machine takes 60 keys in a second. */
const MS_PER_KEY = 16;
const LOOK_EVERY_MS = 60;

/**
 * Writes a text into an agent's composer and submits it, or types nothing at all.
 * @throws AppError E_REFUSED: nothing was typed. E_UNPROVEN: typed, and nobody saw it submitted
 */
export async function send(
  target: Target,
  request: SendRequest,
  ports: ActionPorts,
): Promise<SendOutcome> {
  const { input, title } = target.agent;
  if (!input)
    throw refused(`nobody has proven yet how ${title} takes text`, "Type it in its pane.");
  const typing = toTyping(request.text, input.pastes);
  if (typing.text.trim() === "")
    throw new AppError(
      "E_USAGE",
      "There is no text to send.",
      "Give it as an argument, or with --stdin.",
    );
  if (input.runs.test(typing.text)) {
    throw refused(
      `${title} would run "${typing.text.trim().slice(0, 12)}" as a command instead of reading it`,
      "Put a word before it, or use `ccmux keys`.",
    );
  }
  const youngMs = target.startedAt + (input.startsMs ?? 0) - ports.now();
  if (youngMs > 0 && !request.dryRun) await ports.sleep(youngMs);
  const before = await lookAt(target, ports);
  checkStill(request, ports);
  const closed = closedGates({
    target,
    look: before,
    evidence: ports.evidence(request.id),
    verb: "text",
  });
  const how = typing.paste ? "paste" : "keys";
  if (request.dryRun)
    return { typed: false, submitted: false, proof: null, how, closed, enteredAt: null };
  const [first] = unforced(closed, request.force);
  if (first) throw refused(first.because, first.hint);

  const padding = input.padded?.test(typing.text) ? " " : "";
  const typed = await ports.typeText(target, { ...typing, text: typing.text + padding });
  // A client that was killed in mid-way may have been heard all the same.
  if (!typed.ok) throw unproven(`tmux may not have taken the text: ${typed.message}`);
  const written = await awaitWritten(target, typing, before, ports);
  if (!request.enter)
    return { typed: true, submitted: false, proof: null, how, closed, enteredAt: null };
  if (!written)
    throw unproven(
      `the text was typed, but never seen in the input of ${title}; Enter was not pressed`,
    );

  await ports.sleep(input.settleMs);
  // Who is there may have changed while we typed, or a dialog may have opened: Enter would answer it.
  const again = await lookAgain(target, ports);
  const [shut] = closedGates({ target, look: again, verb: "keys" });
  if (shut) throw unproven(`the text was typed, Enter was not pressed: ${shut.because}`);
  if (again.reading.status === "waiting" || saysItWaits(ports.evidence(request.id)))
    throw unproven(`the text was typed, Enter was not pressed: ${title} asks something by now`);
  const enteredAt = ports.now();
  await press(target, ["Enter"], ports);
  const proof = await proveSubmitted(
    { target, text: typing.text, before, id: request.id, enteredAt },
    ports,
  );
  if (!proof)
    throw unproven(`the text was typed and Enter pressed, but nobody saw ${title} take it`);
  return { typed: true, submitted: true, proof, how, closed, enteredAt };
}

/** Our text in the composer, or the agent's own mark for a paste of that size. */
async function awaitWritten(
  target: Target,
  { text, paste }: Typing,
  before: Look,
  ports: ActionPorts,
): Promise<boolean> {
  const limitMs = SHOWN_MS + (paste ? 0 : text.length * MS_PER_KEY);
  const mark = fingerprint(text);
  const had = squeeze(before.reading.written ?? "");
  let closed = before.reading.rule;
  for (const until = ports.now() + limitMs; ports.now() < until; await ports.sleep(LOOK_EVERY_MS)) {
    const result = await ports.look(target);
    if (!result.ok) continue;
    const { written, rule } = result.look.reading;
    const now = squeeze(written ?? "");
    if (now.endsWith(mark) && now !== had) return true;
    if (target.agent.input?.pasted?.test(written ?? "")) return true;
    // It asks how to take the paste; one that it asked before is not ours.
    const keys = target.agent.input?.follows[rule ?? ""];
    if (!keys || rule === closed) continue;
    const [gate] = closedGates({ target, look: result.look, verb: "keys" });
    if (gate) return false;
    closed = rule;
    await press(target, keys, ports);
  }
  return false;
}

export async function lookAt(target: Target, ports: ActionPorts): Promise<Look> {
  const result = await ports.look(target);
  if (!result.ok)
    throw refused(`the pane can't be looked at: ${result.message}`, "Run `ccmux doctor`.");
  return result.look;
}

/** A look after the first key: if it fails, nobody can say that nothing was typed. */
export async function lookAgain(target: Target, ports: ActionPorts): Promise<Look> {
  const result = await ports.look(target);
  if (!result.ok)
    throw unproven(`keys were pressed, then the pane could not be looked at: ${result.message}`);
  return result.look;
}

/** @throws AppError E_UNPROVEN: of several keys some may have arrived */
export async function press(
  target: Target,
  keys: readonly string[],
  ports: ActionPorts,
): Promise<void> {
  const pressed = await ports.pressKeys(target, keys);
  if (!pressed.ok) throw unproven(`tmux may not have taken ${keys.join(" ")}: ${pressed.message}`);
}
