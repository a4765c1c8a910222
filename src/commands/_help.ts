import type { Command } from "./_command.ts";
import type { CommandRow } from "./index.ts";
import { paint } from "./_output.ts";

/** `ccmux --help`: fits a screen. */
export function renderHelp(commands: readonly CommandRow[]): string {
  const rows = commands
    .filter(({ hidden }) => !hidden)
    .map(({ name, description }) => [name, description] as const);
  return [
    "Knows every AI coding agent running in tmux: where it is, whether it works, needs you, or is done.",
    "",
    `${paint("bold", "Usage")}  ccmux [command] [options]`,
    "",
    paint("bold", "Commands"),
    ...columns(rows),
    "",
    paint("bold", "Everywhere"),
    ...columns([
      ["--json", "One JSON document on stdout, errors as JSON on stderr"],
      ["-h, --help", "Help of a command; -v, --version: the version"],
    ]),
    "",
    "A <ref> is an id (or its start), %3, main:2.0, self, a label, an agent's or a project's name.",
    "Exit codes: 0 done, 1 not there or ended, 2 timed out, 64 usage, 69 no daemon, 70 our defect,",
    "75 refused and nothing was typed, 76 typed and not proven, 130 interrupted.",
  ].join("\n");
}

/** `ccmux <command> --help`. */
export function renderUsage(command: Command, common: readonly string[]): string {
  const { meta, args, rest, examples = [] } = command;
  const entries = Object.entries(args);
  const words = entries
    .filter(([, { type }]) => type === "positional")
    .map(([name, { required }]) => (required === false ? `[${name}]` : `<${name}>`));
  if (rest) words.push(`[${rest}…]`);
  const flags = entries
    .filter(([, { type }]) => type !== "positional")
    .map(([name, definition]) => {
      const hint =
        definition.type === "boolean"
          ? ""
          : ` <${("valueHint" in definition && definition.valueHint) || name}>`;
      const short =
        "alias" in definition && definition.alias ? `-${[definition.alias].flat()[0]}, ` : "";
      const choices = definition.type === "enum" ? ` (${definition.options?.join(", ")})` : "";
      const fallback = definition.default === undefined ? "" : ` [${definition.default}]`;
      return [
        `${short}--${name}${hint}`,
        `${definition.description ?? ""}${choices}${fallback}`,
        name,
      ] as const;
    });
  const own = flags.filter(([, , name]) => !common.includes(name));
  const shared = flags.filter(([, , name]) => common.includes(name));
  const positionals = entries
    .filter(([, { type }]) => type === "positional")
    .map(([name, { description = "" }]) => [`<${name}>`, description] as const);
  return [
    meta.description,
    "",
    `${paint("bold", "Usage")}  ccmux ${[meta.name, ...words].join(" ")} [options]`,
    ...(positionals.length ? ["", ...columns(positionals)] : []),
    "",
    paint("bold", "Options"),
    ...columns([...own, ...shared].map(([flag, text]) => [flag, text] as const)),
    ...(examples.length ? ["", paint("bold", "Examples"), ...columns(examples)] : []),
  ].join("\n");
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
