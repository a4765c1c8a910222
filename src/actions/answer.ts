import { AppError } from "../core/errors.ts";
import type { Agent, ScreenOption, ScreenReading } from "../agents/define.ts";
import { closedGates, unforced } from "./gates.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { lookAgain, lookAt, press, refused, unproven } from "./send.ts";

export type Verb = "approve" | "deny";

export interface AnswerRequest {
  id: string;
  verb: Verb;
  /** The dialog as the caller saw it; null: whatever is there now. */
  expected: { kind: string; text: string | null } | null;
}

export interface AnswerOutcome {
  verb: Verb;
  /** The label that was taken. */
  option: string;
  keys: string[];
}

/** Codex with a large transcript needed over 3 s for one key. */
const GONE_MS = 10_000;
/** A title may ask a moment before the dialog is drawn. */
const DRAWN_MS = 1500;
const LOOK_EVERY_MS = 60;
const MOVE_SETTLE_MS = 120;
const KINDS = ["permission", "plan", "trust"];

/**
 * The one option that is proven to mean what was asked: by its label, never by its place, its number or
 * the highlight. Pure.
 * @throws AppError E_REFUSED when none or several do
 */
export function chooseOption(
  agent: Agent,
  reading: ScreenReading,
  verb: Verb,
): { index: number; option: ScreenOption } {
  const { options, ask } = reading;
  const rule = verb === "approve" ? agent.input?.once : agent.input?.no;
  if (!rule)
    throw refused(`nobody has proven yet how ${agent.title} is answered`, "Answer it in its pane.");
  if (!ask || !KINDS.includes(ask.kind)) {
    throw refused(
      `${agent.title} asks a ${ask?.kind ?? "thing"} that ${verb} does not answer`,
      "Answer it in its pane.",
    );
  }
  const found = options
    .map((option, index) => ({ index, option }))
    .filter(({ option }) => rule.test(option.label.trim()));
  if (found.length === 1) return found[0]!;
  const labels =
    options.map(({ label }) => `"${label.trim()}"`).join(", ") || "none that can be read";
  throw refused(
    `no single option surely means "${verb === "approve" ? "yes, once" : "no"}" (options: ${labels})`,
    "Answer it in its pane.",
  );
}

/**
 * Answers the dialog that is on the screen now.
 * @throws AppError E_REFUSED, E_MOVED: no key was pressed. E_UNPROVEN: keys were pressed, the dialog stayed
 */
export async function answer(
  target: Target,
  request: AnswerRequest,
  ports: ActionPorts,
): Promise<AnswerOutcome> {
  const look = await lookAtDialog(target, ports);
  const [closed] = unforced(closedGates({ target, look, verb: "answer" }), false);
  if (closed) throw refused(closed.because, closed.hint);
  const { expected } = request;
  if (expected && !sameAsk(look.reading, expected)) throw moved(target);
  const { index, option } = chooseOption(target.agent, look.reading, request.verb);

  const keys: string[] = [];
  // A digit of one figure takes its option at once; everything else is walked to and checked.
  if (option.digit?.length === 1) keys.push(option.digit);
  else keys.push(...(await walkTo(target, look, index, ports)), "Enter");
  const last = await lookAgain(target, ports);
  if (!sameDialog(look.reading, last.reading)) throw moved(target);
  if (keys.at(-1) === "Enter" && !last.reading.options[index]?.selected)
    throw unanswered("the highlight did not go where it should");
  await press(target, [keys.at(-1)!], ports);
  for (const until = ports.now() + GONE_MS; ports.now() < until; await ports.sleep(LOOK_EVERY_MS)) {
    const result = await ports.look(target);
    if (result.ok && !sameDialog(look.reading, result.look.reading))
      return { verb: request.verb, option: option.label.trim(), keys };
  }
  throw unproven(`${keys.join(" ")} was pressed, and the dialog is still there`);
}

async function lookAtDialog(target: Target, ports: ActionPorts): Promise<Look> {
  const until = ports.now() + DRAWN_MS;
  for (;;) {
    const look = await lookAt(target, ports);
    if (look.reading.status !== "waiting" || look.reading.options.length > 0 || ports.now() > until)
      return look;
    await ports.sleep(LOOK_EVERY_MS);
  }
}

/** Moves the highlight, a step and a look at a time. */
async function walkTo(
  target: Target,
  first: Look,
  index: number,
  ports: ActionPorts,
): Promise<string[]> {
  const pressed: string[] = [];
  let { reading } = first;
  for (let step = 0; step < reading.options.length * 2; step++) {
    const at = reading.options.findIndex(({ selected }) => selected);
    if (at < 0) throw unanswered("no option is highlighted, so that Enter might take any");
    if (at === index) return pressed;
    const key = at < index ? "Down" : "Up";
    await press(target, [key], ports);
    pressed.push(key);
    await ports.sleep(MOVE_SETTLE_MS);
    ({ reading } = await lookAgain(target, ports));
    if (!sameDialog(first.reading, reading)) throw moved(target);
  }
  throw unanswered("the highlight does not follow the arrow keys");
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
    JSON.stringify([reading.ask, reading.options.map(({ label }) => label)]);
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
