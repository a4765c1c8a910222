import type { Outcome } from "./types.ts";

/** One line of the table: all rounds of a case. */
export interface Row {
  part: string;
  row: string;
  outcomes: Outcome[];
}

/** One agent's result: a section of the page. */
export interface WritingResult {
  agent: string;
  version: string;
  date: string;
  machine: string;
  seed: number;
  rows: Row[];
}

export const HEAD = `# Writing into real agents

What became of texts, answers and keys that ccmux wrote into real agents, offline in tmux. Made by
\`npm run test:real -- --writing <agent…> --write-docs\`; change nothing by hand. It is judged by what the mock model received, by files
on disk and by the pane, never by what ccmux says of itself.

- **right**: of how many rounds. A refusal is right when it says 75 (1 where the session has ended) and the pane is byte for byte
  what it was at some moment of the two seconds before; rows that the agent changes by itself (tips, omp's status line) are left out.
- **delay**: from the end of the mock's answer to the end of \`send --wait\`; for answers and interrupts from the command's start to
  the effect. Least, median and most, in milliseconds.
- **drawn**: from the end of the mock's answer to the end of the turn as the agent draws it, by captures every 40 ms; as long as
  the delay where ccmux was back first, told by the log. A send is right when it is back within 1.5 s of the later of the two;
  texts of the part \`bytes\` have 15 s.
- **sent**, **refused**, **queued**, **in a file**: what the agent and ccmux made of it, where more than one thing is right. In a
  file: the agent puts a long paste into a file and sends the model its path; it is the bytes of that file that are compared.
`;

const isRight = ({ problems }: Outcome) => problems.length === 0;

export const isGood = ({ rows }: WritingResult) =>
  rows.every(({ outcomes }) => outcomes.every(isRight));

function table({ rows }: WritingResult): string {
  const head = ["part", "case", "right", "delay", "drawn", ""];
  const lines = rows.map(({ part, row, outcomes }) => [
    part,
    row.replaceAll("|", "\\|"),
    `${outcomes.filter(isRight).length} of ${outcomes.length}`,
    spread(outcomes, "delayMs"),
    spread(outcomes, "drawnMs"),
    remarks(outcomes),
  ]);
  return [head, head.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Title and text of the page's section. */
export function section(result: WritingResult): { title: string; text: string } {
  const { agent, version, date, machine, seed, rows } = result;
  const outcomes = rows.flatMap((row) => row.outcomes);
  const right = outcomes.filter(isRight).length;
  const about = `${agent} ${version}, ${date}, ${machine}, seed ${seed}: ${right} of ${outcomes.length} right.`;
  return { title: agent, text: `${about}\n\n${table(result)}` };
}

function spread(outcomes: Outcome[], what: "delayMs" | "drawnMs"): string {
  const right = outcomes.filter(isRight);
  const all = right.flatMap((outcome) => outcome[what] ?? []).toSorted((a, b) => a - b);
  if (!all.length) return "";
  return [...new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1)])].join(" / ");
}

function remarks(outcomes: Outcome[]): string {
  const wrong = outcomes.flatMap(({ problems }) => problems.slice(0, 1));
  const notes = [...new Set(outcomes.flatMap(({ note }) => note ?? []))];
  const mistake = wrong[0]?.replaceAll(/[|\n]/g, " ").slice(0, 200);
  return [...notes, ...(mistake ? [`**wrong**: ${mistake}`] : [])].join("; ");
}
