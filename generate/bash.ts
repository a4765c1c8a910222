import { HELP, type Flag, type Value, type Verb } from "./table.ts";

/** The table's part of `completions/ccmux.bash`. */
export function toBash(table: readonly Verb[]): string {
  return [
    "_ccmux_commands() {",
    "  rows=(",
    ...[...table, HELP].map(({ names: [name], description }) => row(name!, description)),
    "  )",
    "}",
    "",
    "_ccmux_flags() {",
    "  case $1 in",
    ...table.flatMap(({ names, flags }) => [
      `    ${names.join(" | ")}) rows=(`,
      ...flags.flatMap((flag) => spellings(flag).map((name) => `  ${row(name, flag.description)}`)),
      "    ) ;;",
    ]),
    "  esac",
    "}",
    "",
    "_ccmux_takes() {",
    "  case $1 in",
    ...table.flatMap(({ names, flags }) => {
      const takers = flags.filter(({ value }) => value !== null).flatMap(spellings);
      return takers.length > 0 ? [`    ${patterns(names, takers)}) ;;`] : [];
    }),
    "    *) return 1 ;;",
    "  esac",
    "}",
    "",
    "_ccmux_values() {",
    "  case $1 in",
    ...table.flatMap(valuesOf),
    "    'help 1') _ccmux_commands ;;",
    "  esac",
    "}",
  ].join("\n");
}

function valuesOf({ names, flags, positionals, rest }: Verb): string[] {
  const rows: [places: string[], value: Value][] = [
    ...flags.flatMap((flag): [string[], Value][] =>
      flag.value ? [[spellings(flag), flag.value]] : [],
    ),
    ...positionals.map((value, at): [string[], Value] => [[String(at + 1)], value]),
  ];
  const lines = rows.flatMap(([places, value]) => branch(patterns(names, places), value));
  const further = names.map((name) => `${quote(`${name} `)}[0-9]*`).join(" | ");
  return rest ? [...lines, ...branch(further, rest)] : lines;
}

function branch(pattern: string, value: Value): string[] {
  const calls = {
    session: "_ccmux_sessions",
    file: "_ccmux_files",
    words:
      value.kind === "words"
        ? ["_ccmux_words", value.isList ? "," : "''", ...value.words.map(quote)].join(" ")
        : "",
    free: null,
  };
  const call = calls[value.kind];
  return call === null ? [] : [`    ${pattern}) ${call} ;;`];
}

function spellings({ name, short }: Flag): string[] {
  return short === null ? [`--${name}`] : [`--${name}`, `-${short}`];
}

function patterns(names: readonly string[], places: readonly string[]): string {
  return names.flatMap((name) => places.map((place) => quote(`${name} ${place}`))).join(" | ");
}

const row = (word: string, text: string): string => `    ${quote(`${word}\t${text}`)}`;

/** A word for every shell of these three but for fish, which reads backslashes between single quotes. */
export function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
