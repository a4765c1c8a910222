import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, release } from "node:os";
import type { Cell } from "./judge.ts";
import { mayBeUnknown } from "./may-be-unknown.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Agent, Moment } from "./types.ts";

/** One agent in one mode: a section of the page. */
export interface Result {
  agent: string;
  version: string;
  hooks: "on" | "off";
  date: string;
  machine: string;
  moments: Moment[];
  absent: NonNullable<Agent["absent"]>;
  /** Empty when ccmux was not asked. */
  cells: Cell[];
  /** What is wrong beside the cells. */
  faults: string[];
}

export const isGood = ({ agent, cells, faults }: Result) =>
  !faults.length &&
  cells.every(
    ({ state, verdict }) =>
      verdict === "right" || (verdict === "unknown" && mayBeUnknown(agent, state)),
  );

export const HEAD = `# Real agents

What ccmux says of real agents, offline in tmux, against what was so. Made by
\`npm run test:real <agent…> [--hooks on|off] --write-docs\`; change nothing by hand. With hooks on, \`ccmux setup --yes\` has put
them where the agent finds them.

- **drawn** and **published**: milliseconds from the last key to the state's sign on the screen (polled every 25 ms) and in
  the agent's own state file (every 4 ms). The state is expected from the later of the two; \`gone\` from the process's end.
- **delay**: from the expected moment to the time in ccmux's event, and to its arrival at a reader of \`ccmux events --follow\`.
  Below zero: an agent may publish or log before it draws. \`held\`: it said so already.
- **right**: in time (Claude 500 ms, the others 2.5 s, trust dialog and SIGKILL 1.5 s), and never anything else while the
  state lasted; never \`idle\` on the way to a state that works or waits. **unknown**: it said that it could not tell; only the
  cells of \`test/real/may-be-unknown.ts\` may be. \`before it\`: what else it said on the way there.
- **n/a**: the agent does not have the state.

Sections named **cases** (\`--cases\`) hold what hooks, logs and states find hard to follow.

- **delays**: in milliseconds from each state of the case, as drawn (looked at every 50 ms), to its arrival at a reader; from the
  command's start where the daemon was started or the agent killed. It has 2.5 s (a killed agent 1.5 s), may not be called idle on
  the way to a state that works or waits, and has to stay right for 1.5 s.
- Below the table: from the writing of a hook's marker or of the agent's state file, seen by a look of our own every 4 ms, to the
  arrival of the event that says something new because of it. What is told while the daemon is down is left out. Where a hook
  says that a dialog is over, ccmux waits until the screen is seen without it.
`;

function table({ moments, absent, cells }: Result): string {
  const rows = moments.map((moment, i) => {
    const { state, actedAt, drawnAt, fileAt, expectedAt } = moment;
    // Without a key the state came by itself: its own beginning is as good a zero as any.
    const from = actedAt ?? Math.min(drawnAt ?? expectedAt, fileAt ?? expectedAt);
    const since = (at: number | null) => (at === null ? "" : at < from ? "before" : `${at - from}`);
    const cell = cells[i];
    const delay = (ms: number | null | undefined) => (ms === undefined ? "" : `${ms ?? "held"}`);
    const judged = [
      cell?.seen,
      cell?.source,
      delay(cell?.delayMs),
      delay(cell?.arrivalMs),
      verdict(cell),
    ];
    const zero = moment.truth.status === "gone" ? since(expectedAt) : since(drawnAt);
    return [state, textOf(moment), zero, since(fileAt), ...judged.map((text) => text ?? "")];
  });
  const head = [
    "state",
    "expected",
    "drawn",
    "published",
    "seen",
    "source",
    "delay",
    "to reader",
    "verdict",
  ];
  const lacking = absent.map(({ state, reason }) => [state, "n/a", "", "", "", "", "", "", reason]);
  return [head, head.map(() => "---"), ...rows, ...lacking]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function verdict(cell: Cell | undefined): string {
  if (!cell) return "";
  const judged = cell.verdict === "right" ? "right" : `**${cell.verdict}**: ${cell.why}`;
  return cell.note ? `${judged}; before it, ${cell.note}` : judged;
}

function textOf({ truth }: Moment): string {
  return truth.status === "waiting" ? `waiting (${truth.kind})` : truth.status;
}

/** Title and text of the page's section. */
export function section(result: Result): { title: string; text: string } {
  const { agent, version, hooks, date, machine, cells, faults } = result;
  const right = cells.filter((cell) => cell.verdict === "right").length;
  const lines = [
    `${agent} ${version}, ${date}, ${machine}: ${right} of ${cells.length} right.`,
    "",
    table(result),
  ];
  if (faults.length) lines.push("", ...faults.map((fault) => `- ${fault}`));
  return { title: `${agent}, hooks ${hooks}`, text: lines.join("\n") };
}

/** Puts a result into a page, in the place of the one with the same title. */
export async function writePage(
  file: string,
  head: string,
  { title, text }: { title: string; text: string },
): Promise<void> {
  const page = await readFile(file, "utf8").catch(() => "");
  const others = page
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith("## ") && !part.startsWith(`## ${title}\n`));
  const mine = `## ${title}\n\n${text}\n`;
  const sections = [...others.map((part) => `${part.trimEnd()}\n`), mine].toSorted();
  await writeFile(file, [head, ...sections].join("\n"));
}

/** What a result is about: which version, when, on what. */
export async function about(agent: string, sandbox: Sandbox) {
  const ask = ["bash", `/opt/rig/agents/${agent}.sh`, "--version"];
  const said = await sandbox.run(ask, 90_000);
  return {
    version: said.match(/\d+\.\d+\.\d+/)?.[0] ?? "?",
    date: new Date().toISOString().slice(0, 10),
    machine: `Linux ${release().split("-")[0]} ${arch()}, ${cpus().length} cores (load ${Math.round(loadavg()[0]!)}), Node ${process.versions.node}`,
  };
}
