import type { Agent, ScreenOption, ScreenReading } from "../agents/define.ts";
import { refused } from "./refuse.ts";

export type Verb = "approve" | "deny" | "answer";

export interface Choice {
  index: number;
  option: ScreenOption;
  /** It stands for an answer in one's own words, which is to be written. */
  own: boolean;
}

/** What approve and deny speak of. */
const YES_OR_NO = ["permission", "plan", "trust"];
/** An option that is ticked, not taken: then more than one may be. */
const BOX = /^(?:\[[ xX✓✔]?\]|[☐☑☒])/;
/** What marks one that can be taken. */
const MARK = /^[○●◉◯◌] +/;

/**
 * The one option that is proven to mean what was asked: by its label, never by its place or by the
 * highlight. Pure.
 * @param text what to answer: a label as a whole, the number before one, or an answer to a question in
 * one's own words; null for approve and deny
 * @throws AppError E_REFUSED when none or several do
 */
export function chooseOption(
  agent: Agent,
  reading: ScreenReading,
  verb: Verb,
  text: string | null = null,
): Choice {
  const { ask, options } = reading;
  const { input } = agent;
  const hint = "Answer it in its pane.";
  if (!input) throw refused(`nobody has proven yet how ${agent.title} is answered`, hint);
  if (!ask) throw refused(`${agent.title} asks nothing that can be read`, hint);
  if (options.filter(({ label }) => BOX.test(label.trim())).length > 1)
    throw refused(`several of its options may be ticked`, hint);
  if (verb !== "answer") {
    if (!YES_OR_NO.includes(ask.kind))
      throw refused(
        `${agent.title} asks a ${ask.kind} that ${verb} does not answer`,
        ask.kind === "question" ? "Use `ccmux answer <ref> <text>`." : hint,
      );
    const rule = verb === "approve" ? input.once : input.no;
    const found = optionsThat(options, ({ label }) => rule.test(bare(label)));
    const keys = verb === "deny" ? input.denies?.[ask.kind] : undefined;
    if (keys && found.length === 0 && options.length > 1) return byKeys(keys);
    return one(found, options, verb === "approve" ? "yes, once" : "no");
  }
  const wanted = fold(text ?? "");
  const named = optionsThat(
    options,
    ({ label, digit }) =>
      digit === wanted || fold(bare(label)) === wanted || fold(nameOf(label)) === wanted,
  );
  const own = optionsThat(options, ({ label }) => input.own?.option.test(bare(label)) ?? false);
  // The option that stands for one's own words says nothing by itself.
  if (named.length > 0 && !own.some(({ index }) => index === named[0]?.index))
    return one(named, options, text ?? "");
  if (ask.kind === "question" && own.length === 1 && named.length === 0)
    return { ...own[0]!, own: true };
  return one([], options, text ?? "");
}

/** No option means it, and these keys do. */
function byKeys(keys: readonly string[]): Choice {
  const option = { row: -1, label: keys.join(" "), digit: null, selected: false };
  return { index: -1, option, own: false };
}

function optionsThat(
  options: readonly ScreenOption[],
  matches: (option: ScreenOption) => boolean,
): readonly Choice[] {
  return options.flatMap((option, index) =>
    matches(option) ? [{ index, option, own: false }] : [],
  );
}

function one(found: readonly Choice[], options: readonly ScreenOption[], meaning: string): Choice {
  const [only] = found;
  if (only && found.length === 1) return only;
  const labels =
    options.map(({ label }) => `"${nameOf(label)}"`).join(", ") || "none that can be read";
  throw refused(
    `no single option surely means "${meaning}" (options: ${labels})`,
    "Answer it in its pane.",
  );
}

function bare(label: string): string {
  return label.trim().replace(MARK, "");
}

/** Without its mark, and without what describes it, which may stand behind it as in a column. */
export function nameOf(label: string): string {
  return bare(label).split(/ {2,}/)[0] ?? "";
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}
