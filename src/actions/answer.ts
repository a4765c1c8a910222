import { AppError } from "../core/errors.ts";
import type { ScreenReading } from "../agents/define.ts";
import type { Ask } from "../core/types.ts";
import { chooseOption, nameOf, type Verb } from "./choose.ts";
import { closedGates, saysItWaits, unforced } from "./gates.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { refused, unproven } from "./refuse.ts";
import { lookAgain, lookAt, press } from "./send.ts";
import { fingerprint, squeeze, toTyping } from "./text.ts";

export interface AnswerRequest {
  id: string;
  verb: Verb;
  /** What to answer; null for approve and deny. */
  text: string | null;
  /** The dialog as the caller saw it; null: whatever is there now. */
  expected: { kind: string; text: string | null } | null;
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
/** A title, or what the agent publishes, may ask a moment before the dialog is drawn. */
const DRAWN_MS = 1500;
const LOOK_EVERY_MS = 60;
const MOVE_SETTLE_MS = 120;
const WRITTEN_MS = 3000;
/** Most fields take no paste, and longer input than this arrives in pieces. */
const MAX_OWN_BYTES = 500;

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
  const { expected, verb, text } = request;
  if (expected && !sameAsk(look.reading, expected)) throw moved(target);
  const { index, option, own } = chooseOption(target.agent, look.reading, verb, text);
  const words = own ? toWords(text ?? "") : null;
  const { input } = target.agent;

  const keys: string[] = [];
  // A digit of one figure takes its option at once; everything else is walked to and checked.
  const digit = input?.digitTakes && !own && option.digit?.length === 1 ? [option.digit] : null;
  const direct = (verb === "deny" && input?.denies) || digit;
  if (!direct) keys.push(...(await walkTo(target, look, index, ports)));
  let last = await lookAgain(target, ports);
  if (!sameDialog(look.reading, last.reading)) throw moved(target);
  if (!direct && !last.reading.options[index]?.selected)
    throw unanswered("the highlight did not go where it should");
  if (words !== null) {
    last = await writeOwn(target, words, last, ports);
    keys.push(...(input?.own?.opens ?? []));
  }
  const pressedAt = ports.now();
  await press(target, direct ?? ["Enter"], ports);
  keys.push(...(direct ?? ["Enter"]));
  const after = await awaitTaken(
    { target, id: request.id, asked: last.reading, pressedAt },
    keys,
    ports,
  );
  const { ask } = after;
  const next = ask && { kind: ask.kind, text: ask.text };
  return { verb, option: nameOf(option.label), own, keys, next };
}

async function lookAtDialog(target: Target, id: string, ports: ActionPorts): Promise<Look> {
  for (const until = ports.now() + DRAWN_MS; ; await ports.sleep(LOOK_EVERY_MS)) {
    const look = await lookAt(target, ports);
    const { status, options } = look.reading;
    const asks = status === "waiting" || saysItWaits(ports.evidence(id));
    if (!asks || options.length > 0 || ports.now() > until) return look;
  }
}

/** Moves the highlight, a step and a look at a time. */
async function walkTo(
  target: Target,
  first: Look,
  index: number,
  ports: ActionPorts,
): Promise<string[]> {
  const [back, on] = target.agent.input?.walk ?? ["Up", "Down"];
  const pressed: string[] = [];
  let { reading } = first;
  for (let step = 0; step < reading.options.length * 2; step++) {
    const at = reading.options.findIndex(({ selected }) => selected);
    if (at < 0) throw unanswered("no option is highlighted, so that Enter might take any");
    if (at === index) return pressed;
    const key = at < index ? on : back;
    await press(target, [key], ports);
    pressed.push(key);
    await ports.sleep(MOVE_SETTLE_MS);
    ({ reading } = await lookAgain(target, ports));
    if (!sameDialog(first.reading, reading)) throw moved(target);
  }
  throw unanswered("the highlight does not follow the arrow keys");
}

/** One line, as it may be typed into a field. @throws AppError E_USAGE */
function toWords(text: string): string {
  const words = toTyping(text).text.trim();
  const bytes = new TextEncoder().encode(words).length;
  if (words !== "" && bytes <= MAX_OWN_BYTES && !/[\n\t]/.test(words)) return words;
  throw new AppError(
    "E_USAGE",
    `An answer of one's own is one line of at most ${MAX_OWN_BYTES} bytes (these are ${bytes}).`,
    "Answer shortly, or name an option by its label or number.",
  );
}

/** Writes an own answer where the highlight is, and comes back when it is seen there. */
async function writeOwn(
  target: Target,
  words: string,
  before: Look,
  ports: ActionPorts,
): Promise<Look> {
  const { own, settleMs = 0, pastes: paste = false } = target.agent.input ?? {};
  const mark = fingerprint(words);
  const had = countOf(mark, before);
  if (own?.opens.length) {
    await press(target, own.opens, ports);
    await ports.sleep(MOVE_SETTLE_MS * 2);
  }
  const typed = await ports.typeText(target, { text: words, paste });
  if (!typed.ok) throw unproven(`tmux may not have taken the answer: ${typed.message}`);
  await ports.sleep(settleMs);
  for (
    const until = ports.now() + WRITTEN_MS;
    ports.now() < until;
    await ports.sleep(LOOK_EVERY_MS)
  ) {
    const look = await lookAgain(target, ports);
    const [closed] = closedGates({ target, look, verb: "answer" });
    if (closed) throw unproven(`the answer was typed, Enter was not pressed: ${closed.because}`);
    if (countOf(mark, look) > had) return look;
  }
  throw unproven("the answer was typed, but never seen in the dialog; Enter was not pressed");
}

function countOf(mark: string, { lines }: Look): number {
  return squeeze(lines.join("")).split(mark).length - 1;
}

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

function sameAsk({ ask }: ScreenReading, expected: { kind: string; text: string | null }): boolean {
  return (
    ask !== null &&
    ask.kind === expected.kind &&
    (expected.text === null || ask.text === expected.text)
  );
}

/** The highlight may differ, nothing else. */
function sameDialog(a: ScreenReading, b: ScreenReading): boolean {
  const labels = (reading: ScreenReading): string =>
    JSON.stringify([reading.rule, reading.ask, reading.options.map(({ label }) => label)]);
  return b.status === "waiting" && labels(a) === labels(b);
}

/** Arrow keys may have moved the highlight; nothing was taken. */
function unanswered(because: string): AppError {
  return new AppError("E_REFUSED", `Nothing was answered: ${because}.`, "Answer it in its pane.");
}

function moved(target: Target): AppError {
  return new AppError(
    "E_MOVED",
    `Nothing was answered: ${target.agent.title} asks something else by now.`,
    "Look again with `ccmux list`, and decide anew.",
  );
}
