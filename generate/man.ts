import { VERSION } from "../src/core/version.ts";
import { EXITS } from "./exits.ts";
import type { Flag, Value, Verb } from "./table.ts";

/** What is not in the command table. */
const ENVIRONMENT = [
  ["CCMUX_HOME", "An absolute path: all files of ccmux are below it."],
  ["CCMUX_PORT", "Port of the HTTP door on 127.0.0.1, 2269 unless it is set; 0: none."],
  ["CCMUX_TMUX_SOCKET", "A path, or a label as for tmux -L: only this tmux server is tracked."],
  ["XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "Where the files are otherwise."],
  ["NO_COLOR", "No colours."],
] as const;

const FILES = [
  ["~/.config/ccmux/ccmux.json", "Configuration; none is needed."],
  ["~/.local/state/ccmux/", "Database, lock and log of the daemon."],
  [
    "$XDG_RUNTIME_DIR/ccmux/",
    "Socket, token, and names for completions; without that variable run/ below the former.",
  ],
] as const;

/** The manual page. */
export function toMan(table: readonly Verb[]): string {
  const items = (rows: readonly (readonly [string, string])[]): string[] =>
    rows.flatMap(([term, text]) => [".TP", bold(term), roff(text)]);
  return [
    `.TH CCMUX 1 "" "ccmux ${VERSION}" "User Commands"`,
    ".SH NAME",
    String.raw`ccmux \- knows every AI coding agent running in tmux`,
    ".SH SYNOPSIS",
    ".B ccmux",
    String.raw`[\fIcommand\fR] [\fIoptions\fR]`,
    ".SH DESCRIPTION",
    roff(
      "A daemon watches every AI coding agent that runs in tmux: which one it is, in which pane, and whether it works, waits for a person, or is done. These commands ask the daemon, and start it where none runs.",
    ),
    ".PP",
    roff(
      "Without a command, ccmux lists every agent, those that need you first. ccmux --version prints the version.",
    ),
    ".SH REFERENCES",
    roff(
      "A ref names a session. It is, in this order: a session id, a unique start of one, a pane (%3), a place (main:2.0), self (the agent in the pane that you call from), a label, the agent's own conversation id, an agent's name, a project's name. Where several match, the nearest wins if it is alone.",
    ),
    ".SH COMMANDS",
    ...table.flatMap(section),
    ".SH OPTIONS OF EVERY COMMAND",
    ...table[0]!.flags.filter(({ isCommon }) => isCommon).flatMap(flagLines),
    ".SH EXIT STATUS",
    ...items(EXITS),
    ".SH ENVIRONMENT",
    ...items(ENVIRONMENT),
    ".SH FILES",
    ...items(FILES),
    ".SH NOTES",
    roff(
      "Times are ISO 8601 in JSON. Durations are read as 300 (seconds), 500ms, 5m. With --json, errors are JSON on stderr.",
    ),
    "",
  ].join("\n");
}

function section({ names, description, positionals, rest, flags, examples }: Verb): string[] {
  const words = positionals.map(({ hint, isRequired }) => (isRequired ? `<${hint}>` : `[${hint}]`));
  if (rest) words.push(`[${rest.hint}…]`);
  const aliases = names.slice(1);
  return [
    `.SS ${bolder(["ccmux", names[0]!].join(" "))} ${roff([...words, "[options]"].join(" "))}`,
    roff(`${description}.`),
    ...(aliases.length > 0 ? [".br", roff(`Also: ${aliases.join(", ")}.`)] : []),
    ...positionals.flatMap((one) => [
      ".TP",
      roff(`<${one.hint}>`),
      roff(`${one.description}.${known(one)}`),
    ]),
    ...flags.filter(({ isCommon }) => !isCommon).flatMap(flagLines),
    ...(examples.length > 0 ? [".PP", "Examples:"] : []),
    ...examples.flatMap(([line, does]) => [".TP", bold(line), roff(`${does}.`)]),
  ];
}

function flagLines(flag: Flag): string[] {
  return [".TP", heading(flag), roff(explain(flag))];
}

function heading({ name, short, value }: Flag): string {
  const spelled = [short === null ? "" : bolder(`-${short}`), bolder(`--${name}`)];
  const hint = value ? ` ${String.raw`\fI`}${roff(value.hint)}${String.raw`\fR`}` : "";
  return spelled.filter(Boolean).join(", ") + hint;
}

function explain({ description, value, fallback }: Flag): string {
  const standard = fallback === null ? "" : ` As it comes: ${fallback}.`;
  return `${description}.${value ? known(value) : ""}${standard}`;
}

function known(value: Value): string {
  return value.kind === "words" ? ` One of: ${value.words.join(", ")}.` : "";
}

const bold = (text: string): string => `.B "${roff(text).replaceAll('"', String.raw`\(dq`)}"`;
const bolder = (text: string): string => String.raw`\fB${roff(text)}\fR`;

/** Text that means nothing to roff. */
function roff(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll("`", String.raw`\(ga`)
    .replaceAll("…", String.raw`\&...`)
    .replace(/^\./, String.raw`\&.`);
}
