import { columns, USUAL_WIDTH, wrap } from "./_columns.ts";
import type { Command } from "./_command.ts";
import { paint, terminalWidth } from "./_output.ts";

/** What there is to say of a command's words and flags: for `--help` and docs/cli.md. */
export interface Usage {
  /** `ccmux send <ref> [text] [options]` */
  line: string;
  /** `<ref>`, and what it is. */
  words: readonly (readonly [name: string, does: string])[];
  /** `-f, --follow`, with values, choices and defaults; the command's own first. */
  flags: readonly (readonly [name: string, does: string])[];
}

/** @param common flags that every command has: they come last, or are left out with `false` */
export function describeUsage(
  { meta, args, rest }: Pick<Command, "meta" | "args" | "rest">,
  common: readonly string[],
  showCommon = true,
): Usage {
  const entries = Object.entries(args);
  const positionals = entries.filter(([, { type }]) => type === "positional");
  const names = positionals.map(([name, { required }]) =>
    required === false ? `[${name}]` : `<${name}>`,
  );
  if (rest) names.push(`[${rest}…]`);
  const flags = entries
    .filter(([, { type }]) => type !== "positional")
    .toSorted(([a], [b]) => Number(common.includes(a)) - Number(common.includes(b)))
    .filter(([name]) => showCommon || !common.includes(name));
  return {
    line: `ccmux ${[meta.name, ...names].join(" ")} [options]`,
    words: positionals.map(([name, { description = "" }]) => [`<${name}>`, description]),
    flags: flags.map(([name, definition]) => {
      const hint =
        definition.type === "boolean"
          ? ""
          : ` <${("valueHint" in definition && definition.valueHint) || name}>`;
      const short =
        "alias" in definition && definition.alias ? `-${[definition.alias].flat()[0]}, ` : "";
      const choices = definition.type === "enum" ? ` (${definition.options?.join(", ")})` : "";
      const fallback = definition.default === undefined ? "" : ` [${definition.default}]`;
      return [`${short}--${name}${hint}`, `${definition.description ?? ""}${choices}${fallback}`];
    }),
  };
}

/** `ccmux <command> --help`. */
export function renderUsage(
  command: Command,
  common: readonly string[],
  width = terminalWidth() ?? USUAL_WIDTH,
): string {
  const { line, words, flags } = describeUsage(command, common);
  const { examples = [] } = command;
  const [usage = "", ...more] = wrap(line, width - 7);
  return [
    ...wrap(command.meta.description, width),
    "",
    `${paint("bold", "Usage")}  ${usage}`,
    ...more.map((words) => " ".repeat(7) + words),
    ...(words.length ? ["", ...columns(words, width)] : []),
    "",
    paint("bold", "Options"),
    ...columns(flags, width),
    ...(examples.length ? ["", paint("bold", "Examples"), ...columns(examples, width)] : []),
  ].join("\n");
}
