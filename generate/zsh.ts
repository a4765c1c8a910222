import { quote } from "./bash.ts";
import { HELP, type Flag, type Value, type Verb } from "./table.ts";

/** The table's part of `completions/_ccmux`. */
export function toZsh(table: readonly Verb[]): string {
  return [
    "_ccmux_commands() {",
    "  local -a commands=(",
    ...[...table, HELP].map(
      ({ names: [name], description }) =>
        `    ${quote(`${name}:${description.replaceAll(":", "\\:")}`)}`,
    ),
    "  )",
    "  _describe -t commands command commands",
    "}",
    "",
    "_ccmux_arguments() {",
    "  case $1 in",
    ...table.flatMap(({ names, ...verb }) => [
      `    ${names.join("|")}) _arguments -s -S ${specs(verb).join(" \\\n      ")} ;;`,
    ]),
    "    help) _arguments '1:command:_ccmux_commands' ;;",
    "  esac",
    "}",
  ].join("\n");
}

function specs({ flags, positionals, rest }: Omit<Verb, "names">): string[] {
  return [
    "",
    ...flags.map(flagSpec),
    ...positionals.map((value) =>
      quote(`${value.isRequired ? ":" : "::"}${value.hint}:${action(value)}`),
    ),
    ...(rest ? [quote(`*:${rest.hint}:${action(rest)}`)] : []),
  ];
}

function flagSpec({ name, short, description, value }: Flag): string {
  const text = `[${description.replaceAll(/[\]\\:]/g, String.raw`\$&`)}]`;
  const argument = value ? `:${escapeColons(value.hint)}:${action(value)}` : "";
  const long = value ? `--${name}=` : `--${name}`;
  if (short === null) return quote(`${long}${text}${argument}`);
  // One of the two spellings is enough.
  return `'(-${short} --${name})'{-${short},${long}}${quote(text + argument)}`;
}

function action(value: Value): string {
  switch (value.kind) {
    case "session":
      return "_ccmux_sessions";
    case "file":
      return "_files";
    case "words":
      // A blank before it keeps options out that `_arguments` would add.
      return value.isList ? ` _ccmux_list ${value.words.join(" ")}` : `(${value.words.join(" ")})`;
    case "free":
      return " ";
  }
}

const escapeColons = (text: string): string => text.replaceAll(":", String.raw`\:`);
