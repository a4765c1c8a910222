import { HELP, type Flag, type Value, type Verb } from "./table.ts";

/** The table's part of `completions/ccmux.fish`. */
export function toFish(table: readonly Verb[]): string {
  return [
    "function __ccmux_takes",
    "    switch $argv[1]",
    ...table.flatMap(takers),
    "        case '*'",
    "            return 1",
    "    end",
    "end",
    "",
    "complete -c ccmux -f",
    ...[...table, HELP].map(
      ({ names: [name], description }) =>
        `complete -c ccmux -n "__ccmux_at 'command|help 1'" -a ${name} -d ${quote(description)}`,
    ),
    // In the order of the list.
    `complete -c ccmux -n ${at(places(table), "__ccmux_sessions")} -k -a '$__ccmux_rows'`,
    ...table.flatMap(argumentsOf),
    ...table.flatMap(({ names, flags }) => flags.map((flag) => flagLine(names, flag))),
  ].join("\n");
}

function takers({ names, flags }: Verb): string[] {
  const words = flags
    .filter(({ value }) => value !== null)
    .flatMap(({ name, short }) => [`--${name}`, ...(short === null ? [] : [`-${short}`])])
    .flatMap((flag) => names.map((name) => quote(`${name} ${flag}`)));
  return words.length > 0 ? [`        case ${words.join(" ")}`] : [];
}

/** Every place where a session is named, as one pattern: a condition that is asked once is asked quickly. */
function places(table: readonly Verb[]): string[] {
  return table.flatMap((verb) =>
    placesOf(verb).flatMap(([place, value]) => (value.kind === "session" ? [place] : [])),
  );
}

function argumentsOf(verb: Verb): string[] {
  return placesOf(verb).flatMap(([place, value]) =>
    value.kind === "session" || value.kind === "free"
      ? []
      : [`complete -c ccmux -n ${at([place])} ${given(value).replace(/^-x /, "")}`],
  );
}

function placesOf({ names, positionals, rest }: Verb): [place: string, value: Value][] {
  const who = names.length > 1 ? `(?:${names.join("|")})` : names[0]!;
  const fixed = positionals.map((value, at): [string, Value] => [`${who} ${at + 1}`, value]);
  const taken = positionals.length > 0 ? `(?![1-${positionals.length}]$)` : "";
  return rest ? [...fixed, [`${who} ${taken}[0-9]+`, rest]] : fixed;
}

function flagLine(names: readonly string[], { name, short, description, value }: Flag): string {
  const letter = short === null ? "" : ` -s ${short}`;
  const what = value ? ` ${given(value)}` : "";
  return `complete -c ccmux -n '__ccmux_in ${names.join(" ")}' -l ${name}${letter}${what} -d ${quote(description)}`;
}

/** What completes an argument, as options of `complete`. */
function given(value: Value): string {
  switch (value.kind) {
    case "session":
      return "-x -k -a '(__ccmux_sessions; and string join -- \\n $__ccmux_rows)'";
    case "file":
      return "-r -F";
    case "words":
      return `-x -a ${quote(value.isList ? `(__ccmux_list ${value.words.join(" ")})` : value.words.join(" "))}`;
    case "free":
      return "-x";
  }
}

/** A condition, quoted twice. */
const at = (places: readonly string[], ...more: string[]): string =>
  quote([`__ccmux_at ${quote(places.join("|"))}`, ...more].join("; and "));

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
