import { RE2JS, RE2JSSyntaxException } from "re2js";

/** A pattern looks no further into a text. */
const MAX_TEXT = 8000;
/** Steps of the compiled pattern: what one character of text may cost at most. */
const MAX_STEPS = 500;

/**
 * A pattern of the user's own, in the place of a `RegExp`. It takes time in proportion to the text,
 * whatever the pattern: RE2 tries all ways at once and never goes back.
 *
 * The language lets a subclass bring its own `exec`, and everything else of `RegExp` and `String`
 * goes through it; the pattern that `super` gets is never run.
 */
class LinearPattern extends RegExp {
  readonly #compiled: RE2JS;

  constructor(compiled: RE2JS) {
    super("(?:)");
    this.#compiled = compiled;
  }

  override exec(text: string): RegExpExecArray | null {
    return this.#compiled.exec(text.slice(0, MAX_TEXT)) as RegExpExecArray | null;
  }

  override test(text: string): boolean {
    return this.#compiled.test(text.slice(0, MAX_TEXT));
  }

  override toString(): string {
    return this.#compiled.pattern();
  }
}

/** Where a pattern has to match; `path`: the end of a path, from one of its components on. */
const FORMS = {
  anywhere: (source: string) => `(?m:${source})`,
  // A space at its end is one that a row may have lost at its own.
  start: (source: string) =>
    source.replace(/^(.*?)( *)$/s, (_, head, space) => `^(?:${head})${space && "(?: |$)"}`),
  whole: (source: string) => `^(?:${source})$`,
  path: (source: string) => `(?:^|/)(?:${source})$`,
} as const;

export type PatternForm = keyof typeof FORMS;
export type Compiled = { ok: true; pattern: RegExp } | { ok: false; because: string };

/** `^` and `$` are a row's ends where a text may have several (`anywhere`), else the text's. */
export function compilePattern(source: string, form: PatternForm): Compiled {
  // Found out before it is compiled, because that is what takes long then.
  if (/\{(?:\d+,)?\d{3}/.test(source)) return refused("it repeats something more than 99 times");
  try {
    // By itself first: brackets that only our own close must not pass.
    RE2JS.compile(source);
    const compiled = RE2JS.compile(FORMS[form](source));
    if (compiled.programSize() > MAX_STEPS) return refused("it is too large");
    return { ok: true, pattern: new LinearPattern(compiled) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return refused(reasonOf(error, source));
  }
}

function refused(because: string): Compiled {
  return { ok: false, because };
}

function reasonOf(error: RE2JSSyntaxException, source: string): string {
  if (/\(\?<?[=!]|\\[1-9]/.test(source)) {
    return "it looks ahead, behind or back (?= ?! ?<= \\1), which no fast pattern can";
  }
  return `it is no regular expression: ${error.getDescription()}`;
}
