/** How our own is told from everybody else's: by the script's name and the words behind it. */

export const SCRIPT_NAME = "ccmux-hook.sh";

/** What an agent runs: quoted where a shell would read the path as more than one word. */
export function commandOf(script: string, agent: string, event: string): string {
  const word = /^[\w@%+=:,./-]+$/.test(script) ? script : `'${script.replaceAll("'", `'\\''`)}'`;
  return `${word} ${agent} ${event}`;
}

/** One word of a shell's, and two more: what has our script somewhere in a longer line is a person's own. */
const COMMAND =
  /^(?:[\w@%+=:,.~${}/-]*\/|'(?:[^']|'\\'')*\/|"[^"`]*\/)?ccmux-hook\.sh['"]? ([a-z][a-z0-9_-]*) ([A-Za-z][A-Za-z.]*)$/;

/** Whether a hook that runs this is one of ours, whichever ccmux wrote it and wherever its script was. */
export function isOurCommand(command: unknown, agent: string): boolean {
  return typeof command === "string" && COMMAND.exec(command)?.[1] === agent;
}

/** Words of the first lines of our own files. */
const MARKS = ["# ccmux-hook.sh AGENT EVENT", "// ccmux's part in agents that load code"];

export function isOurFile(text: string): boolean {
  return MARKS.some((mark) => text.slice(0, 300).includes(mark));
}
