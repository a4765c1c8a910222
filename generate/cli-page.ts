import { COMMON, type Command } from "../src/commands/_command.ts";
import { GROUPS } from "../src/commands/_help.ts";
import { COMMANDS, type CommandRow, type Group } from "../src/commands/index.ts";
import { describeUsage } from "../src/commands/_usage.ts";
import { FAILURES } from "../src/core/errors.ts";
import { EXITS } from "./exits.ts";

/** docs/cli.md, from the tables that the commands are parsed by. */
export async function toCliPage(): Promise<string> {
  const parts = await Promise.all(
    (Object.keys(GROUPS) as Group[]).map(async (group) => {
      const rows = COMMANDS.filter((row) => row.group === group && !row.hidden);
      const [title, does] = GROUPS[group];
      const sections = await Promise.all(rows.map(async (row) => section(row, await row.load())));
      return [`## ${title}: ${does}`, ...sections].join("\n\n");
    }),
  );
  const codes = Object.entries(FAILURES).map(([code, { exit }]) => [code, exit] as const);
  const exits = EXITS.map(([exit, meaning]) => {
    const names = codes.filter(([, one]) => one === Number(exit)).map(([code]) => `\`${code}\``);
    return [exit, meaning, names.join(", ")];
  });
  return `${[
    "<!-- Made from the command table: `npm run generate` makes it anew, and a test holds it to that. -->",
    "# The command line",
    INTRODUCTION,
    ...parts,
    "## Exit codes",
    table(["exit", "meaning", "`error.code` with `--json`"], exits),
  ].join("\n\n")}\n`;
}

const INTRODUCTION = [
  "`ccmux` alone is `ccmux list`. `ccmux help` shows all commands on a screen, `ccmux help <command>` one.",
  "A `<ref>` names a session, the first of these that matches: its id, or the start of it; `%3`; `session:window.pane`; `self`, the caller's pane; a label; the agent's own conversation id; the name of a background agent; an agent's name; a project's. Where several match, the nearest counts (same window, same tmux session), if it is alone in that.",
  "A duration is `300` (seconds), `500ms`, `5m` or `2h`. `--` ends flags: what follows is text as it is. An unknown flag is an error.",
  "Every command has these:",
  table(["flag", "what it does"], flagsOf(COMMON)),
].join("\n\n");

function section({ name, aliases = [] }: CommandRow, command: Command): string {
  const { line, words, flags } = describeUsage(command, Object.keys(COMMON), false);
  const also = aliases.length > 0 ? ` Also ${aliases.map((one) => `\`${one}\``).join(", ")}.` : "";
  // What a reference is, is told once.
  const rows = [...words.filter(([word]) => word !== "<ref>"), ...flags].map(([what, does]) => [
    `\`${what}\``,
    does,
  ]);
  const examples = (command.examples ?? []).map(([example, does]) => `${example}  # ${does}`);
  return [
    `### \`${name}\``,
    `${command.meta.description}.${also}`,
    fence([line]),
    ...(rows.length > 0 ? [table(["", "what it is"], rows)] : []),
    ...(examples.length > 0 ? [fence(examples)] : []),
  ].join("\n\n");
}

function flagsOf(args: Command["args"]): string[][] {
  const { flags } = describeUsage({ meta: { name: "", description: "" }, args }, []);
  return flags.map(([flag, does]) => [`\`${flag}\``, does]);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function fence(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}
