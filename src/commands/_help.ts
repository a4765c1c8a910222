import { columns, USUAL_WIDTH, wrap } from "./_columns.ts";
import type { CommandRow, Group } from "./index.ts";
import { paint, terminalWidth } from "./_output.ts";

/** In the order of `--help`. */
export const GROUPS: Readonly<Record<Group, readonly [title: string, does: string]>> = {
  look: ["Look", "who is where, what it does, and why it is shown so"],
  wait: ["Wait", "until something happens, for people and scripts"],
  write: ["Write", "checked before, proven after, or nothing is typed"],
  tend: ["Tend", "names, marks, and the end of an agent"],
  setUp: ["Set up", "once; nothing here is needed for a first look"],
};

const EXAMPLES = [
  ["ccmux list --status waiting", "who needs you"],
  ['ccmux send claude "run the tests"', "once, or says why not"],
  ["ccmux wait claude --timeout 10m", "until it is done"],
] as const;

/** `ccmux --help`: fits a screen, at 60 columns too. */
export function renderHelp(commands: readonly CommandRow[], width = ourWidth()): string {
  const groups = byGroup(commands).flatMap(([group, rows]) => {
    const [title, does] = GROUPS[group];
    const names = wrap(rows.map(({ name }) => name).join(", "), width - 2);
    const [first = "", ...more] = wrap(`${title}: ${does}`, width);
    const head = paint("bold", title) + first.slice(title.length);
    return [head, ...more, ...names.map((line) => `  ${line}`)];
  });
  return [
    ...wrap(
      "Every AI coding agent in tmux: where it is, what it does, whether it needs you.",
      width,
    ),
    "",
    `${paint("bold", "Usage")}  ccmux [command] [options]`,
    "",
    ...groups,
    "",
    ...columns(EXAMPLES, width),
    "",
    ...wrap(
      "A <ref> is an id (or its start), %3, main:2.0, self, a label, an agent's or a project's name.",
      width,
    ),
    ...wrap(
      "Exit codes: 0 done, 1 not there or ended, 2 timed out, 64 usage, 69 no daemon, 70 our defect, " +
        "75 refused, nothing typed, 76 typed, not proven, 130 interrupted.",
      width,
    ),
    "",
    ...wrap("All take --json and --help. ccmux help --all: what each does.", width),
  ].join("\n");
}

/** `ccmux help --all`: what each command does. */
export function renderAll(commands: readonly CommandRow[], width = ourWidth()): string {
  return byGroup(commands)
    .map(([group, rows]) => {
      const described = rows.map(({ name, description }) => [name, description] as const);
      return [paint("bold", GROUPS[group][0]), ...columns(described, width)].join("\n");
    })
    .join("\n\n");
}

function byGroup(commands: readonly CommandRow[]): [Group, CommandRow[]][] {
  return (Object.keys(GROUPS) as Group[])
    .map((group): [Group, CommandRow[]] => [
      group,
      commands.filter((one) => one.group === group && !one.hidden),
    ])
    .filter(([, rows]) => rows.length > 0);
}

function ourWidth(): number {
  return terminalWidth() ?? USUAL_WIDTH;
}
