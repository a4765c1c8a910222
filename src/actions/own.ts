import { AppError } from "../core/errors.ts";
import { closedGates } from "./gates.ts";
import type { Look, Target } from "./look.ts";
import type { ActionPorts } from "./port.ts";
import { unproven } from "./refuse.ts";
import { lookAgain, press } from "./send.ts";
import { fingerprint, squeeze, toTyping } from "./text.ts";

/** A field needs so long to open. */
const OPEN_MS = 240;
const WRITTEN_MS = 3000;
const LOOK_EVERY_MS = 60;
/** Most fields take no paste, and longer input than this arrives in pieces. */
const MAX_OWN_BYTES = 500;

/** One line, as it may be typed into a field. @throws AppError E_USAGE */
export function toWords(text: string): string {
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
export async function writeOwn(
  target: Target,
  words: string,
  before: Look,
  ports: ActionPorts,
): Promise<Look> {
  const { own, settleMs = 0 } = target.agent.input ?? {};
  const mark = fingerprint(words);
  const had = countOf(mark, before);
  if (own?.opens.length) {
    await press(target, own.opens, ports);
    await ports.sleep(OPEN_MS);
  }
  const typed = await ports.typeText(target, { text: words, paste: own?.pastes ?? false });
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
