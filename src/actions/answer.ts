import { AppError } from "../core/errors.ts";
import { isSameText } from "../core/same-text.ts";
import type { ScreenReading } from "../agents/define.ts";
import type { Attention } from "../core/session.ts";
import type { Ask } from "../core/types.ts";
import { chooseOption, nameOf, type Verb } from "./choose.ts";
import { closedGates, saysItWaits, unforced } from "./gates.ts";
import type { Look, Target } from "./look.ts";
import { toWords, writeOwn } from "./own.ts";
import type { ActionPorts } from "./port.ts";
import { refused, unproven } from "./refuse.ts";
import { lookAgain, lookAt, press } from "./send.ts";
import { checkStill, moved, type Decided } from "./still.ts";

export interface AnswerRequest extends Decided {
  verb: Verb;
  /** What to answer; null for approve and deny. */
  text: string | null;
}

export interface AnswerOutcome {
  verb: Verb;
  /** The label that was taken. */
  option: string;
  /** The option stood for an answer in one's own words, and they were written. */
  own: boolean;
  keys: string[];
  /** What it asked right after; null when it asked nothing at that moment. */
  next: Pick<Ask, "kind" | "text"> | null;
}

/** Codex with a large transcript needed over 3 s for one key. */
const GONE_MS = 10_000;
/** What an agent says may ask before its dialog is drawn: on a busy machine by seconds. */
const DRAWN_MS = 4000;
const LOOK_EVERY_MS = 60;
/** An agent that is busy draws late: pressed again meanwhile, the highlight would go too far. */
const MOVED_MS = 2000;

/**
 * Answers the dialog that is on the screen now.
 * @throws AppError E_REFUSED, E_MOVED: nothing was answered. E_UNPROVEN: keys were pressed, the dialog stayed
 */
export async function answer(
  target: Target,
  request: AnswerRequest,
  ports: ActionPorts,
): Promise<AnswerOutcome> {
  const look = await lookAtDialog(target, request.id, ports);
  const [closed] = unforced(closedGates({ target, look, verb: "answer" }), false);
  if (closed) throw refused(closed.because, closed.hint);
  const { id, verb, text } = request;
  const dialog = checkStill(request, ports);
  if (request.generation !== null && dialog && !isOnScreen(dialog, look.reading)) throw moved(id);
  const { index, option, own } = chooseOption(target.agent, look.reading, verb, text);
  const words = own ? toWords(text ?? "") : null;
  const { input } = target.agent;

  const keys: string[] = [];
  // A digit of one figure takes its option at once; everything else is walked to and checked.
  const digit = input?.digitTakes && !own && option.digit?.length === 1 ? [option.digit] : null;
  const kind = look.reading.ask?.kind ?? "other";
  const direct = (verb === "deny" && input?.denies?.[kind]) || digit;
  if (!direct) keys.push(...(await walkTo(target, id, look, index, ports)));
  let last = await lookAgain(target, ports);
  if (!sameDialog(look.reading, last.reading)) throw moved(id);
  if (!direct && !last.reading.options[index]?.selected)
    throw unanswered("the highlight did not go where it should");
  if (words !== null) {
    last = await writeOwn(target, words, last, ports);
    keys.push(...(input?.own?.opens ?? []));
  }
  checkStill(request, ports);
  const pressedAt = ports.now();
  await press(target, direct ?? ["Enter"], ports);
  keys.push(...(direct ?? ["Enter"]));
  const after = await awaitTaken({ target, id, asked: last.reading, pressedAt }, keys, ports);
  ports.answered(id, pressedAt, ports.now());
  // A title may say for a moment longer that it asks.
  const ask = after.where?.row === -1 ? null : after.ask;
  const next = ask && { kind: ask.kind, text: ask.text };
  return { verb, option: nameOf(option.label), own, keys, next };
}

async function lookAtDialog(target: Target, id: string, ports: ActionPorts): Promise<Look> {
  for (const until = ports.now() + DRAWN_MS; ; await ports.sleep(LOOK_EVERY_MS)) {
    const look = await lookAt(target, ports);
    const { status, options } = look.reading;
    const asks = status === "waiting" || saysItWaits(ports.evidence(id)) || ports.dialog(id);
    if (!asks || options.length > 0 || ports.now() > until) return look;
  }
}

/** Moves the highlight, a step and a look at a time. */
async function walkTo(
  target: Target,
  id: string,
  first: Look,
  index: number,
  ports: ActionPorts,
): Promise<string[]> {
  const { options } = first.reading;
  const sideBySide = options[0]?.row === options[1]?.row;
  const [back, on] = sideBySide ? ["Left", "Right"] : (target.agent.input?.walk ?? ["Up", "Down"]);
  const pressed: string[] = [];
  let { reading } = first;
  for (let step = 0; step < reading.options.length * 2; step++) {
    const at = highlightOf(reading);
    if (at < 0) throw unanswered("no option is highlighted, so that Enter might take any");
    if (at === index) return pressed;
    const key = at < index ? on : back;
    await press(target, [key], ports);
    pressed.push(key);
    reading = await awaitMoved(target, id, reading, ports);
  }
  throw unanswered("the highlight does not go where it should");
}

async function awaitMoved(
  target: Target,
  id: string,
  before: ScreenReading,
  ports: ActionPorts,
): Promise<ScreenReading> {
  for (const until = ports.now() + MOVED_MS; ports.now() < until;) {
    await ports.sleep(LOOK_EVERY_MS);
    const { reading } = await lookAgain(target, ports);
    if (!sameDialog(before, reading)) throw moved(id);
    const at = highlightOf(reading);
    if (at >= 0 && at !== highlightOf(before)) return reading;
  }
  throw unanswered("the highlight does not follow the arrow keys");
}

const highlightOf = ({ options }: ScreenReading): number =>
  options.findIndex(({ selected }) => selected);

interface Taken {
  target: Target;
  id: string;
  /** The dialog right before the key that took its option. */
  asked: ScreenReading;
  pressedAt: number;
}

/** Until the dialog is another one, or none; what belongs to the answer is closed on the way. */
async function awaitTaken(
  { target, id, asked, pressedAt }: Taken,
  keys: string[],
  ports: ActionPorts,
): Promise<ScreenReading> {
  const closed = new Set<string>();
  for (const until = ports.now() + GONE_MS; ports.now() < until; await ports.sleep(LOOK_EVERY_MS)) {
    const result = await ports.look(target);
    if (!result.ok) continue;
    const { look } = result;
    const rule = look.reading.rule ?? "";
    const follow = target.agent.input?.follows[rule];
    if (sameDialog(asked, look.reading)) {
      // The very same question may be asked again at once: then what it publishes has moved.
      const word = ports.evidence(id)?.find(({ source }) => source === "published");
      if (word && word.at > pressedAt) return look.reading;
    } else if (!follow) return look.reading;
    else if (!closed.has(rule)) {
      const [gate] = closedGates({ target, look, verb: "keys" });
      if (gate) throw unproven(`it was answered, and then ${gate.because}`);
      closed.add(rule);
      await press(target, follow, ports);
      keys.push(...follow);
    }
  }
  throw unproven(`${keys.join(" ")} was pressed, and the dialog is still there`);
}

/** A dialog that was only announced may turn out to be of another kind. */
function isOnScreen({ kind, text, provisional }: Attention, { ask }: ScreenReading): boolean {
  return (
    ask !== null &&
    (provisional || ask.kind === kind) &&
    (text === null || isSameText(ask.text, text))
  );
}

/** The highlight may differ, nothing else. */
function sameDialog(a: ScreenReading, b: ScreenReading): boolean {
  const words = (reading: ScreenReading): string =>
    JSON.stringify([
      reading.rule,
      reading.ask,
      headOf(reading),
      reading.options.map(({ label }) => label),
    ]);
  return b.status === "waiting" && words(a) === words(b);
}

/** The row that told what it is, without seconds that count down, and the line that gives way to them. */
function headOf({ where, options }: ScreenReading): string | null {
  if (!where || where.row < 0 || options.some(({ row }) => row === where.row)) return null;
  return where.text.replace(/[\d─\s]+/g, "");
}

/** Arrow keys may have moved the highlight; nothing was taken. */
function unanswered(because: string): AppError {
  return new AppError("E_REFUSED", `Nothing was answered: ${because}.`, "Answer it in its pane.");
}
