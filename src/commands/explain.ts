import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { clean } from "../core/clean.ts";
import { formatSpan } from "../core/duration.ts";
import { AppError } from "../core/errors.ts";
import type { SessionPane } from "../core/session.ts";
import type { Ask, Status } from "../core/types.ts";
import { ask, sessionPath } from "./_client.ts";
import { hang } from "./_columns.ts";
import { command, REF } from "./_command.ts";
import { loadAgents } from "./_config.ts";
import { paint, print, printJson, terminalWidth } from "./_output.ts";

/** The same with and without a daemon. */
interface Explanation {
  id?: string;
  agent: string;
  verdict: {
    status: Status;
    attention: (Ask & { generation?: string }) | null;
    source: string | null;
    because: string;
  };
  evidence: {
    source: string;
    status: Status;
    attention: Ask | null;
    because: string;
    at: string | null;
    ageMs: number | null;
    where?: { row: number; text: string } | null;
    composer?: string;
  }[];
  refused: { source: string; because: string }[];
  binding: {
    by: string;
    because: string;
    pane: SessionPane | null;
    pid: number;
    ties: { source: string; path: string; because: string }[];
  } | null;
}

export default command({
  meta: { name: "explain", description: "Why an agent has its status" },
  args: {
    ref: { ...REF, required: false },
    screen: {
      type: "string",
      valueHint: "file",
      description: "Read this capture instead (- is stdin); needs --agent and no daemon",
    },
    agent: { type: "string", description: "With --screen: whose rules read it" },
    title: { type: "string", description: "With --screen: the pane's title at that moment" },
    project: {
      type: "string",
      description: "With --screen: the directory's name, where titles carry it",
    },
  },
  examples: [
    ["ccmux explain claude", "every source's word, what won, what was refused"],
    [
      "tmux capture-pane -p | ccmux explain --agent codex --screen -",
      "what the rules make of a capture",
    ],
  ],
  async run({ args }) {
    if ((args.ref === undefined) === (args.screen === undefined)) {
      throw new AppError(
        "E_USAGE",
        "Give a <ref>, or --screen with --agent.",
        "Run `ccmux explain --help`.",
      );
    }
    const idle = (["agent", "title", "project"] as const).find((name) => args[name] !== undefined);
    if (args.screen === undefined && idle !== undefined)
      throw new AppError(
        "E_USAGE",
        `--${idle} goes with --screen: the daemon knows it of "${args.ref}".`,
        "Leave it out, or give --screen.",
      );
    const explanation =
      args.screen === undefined
        ? await ask<Explanation>({ path: sessionPath(args.ref!, "explain") })
        : await explainScreen({ ...args, screen: args.screen });
    const width = terminalWidth() ?? Infinity;
    const lines = (): string[] => render(explanation).flatMap((line) => hang(line, width));
    await (args.json ? printJson(explanation) : print(lines().join("\n")));
  },
});

async function explainScreen(args: {
  screen: string;
  agent?: string | undefined;
  title?: string | undefined;
  project?: string | undefined;
}): Promise<Explanation> {
  const agents = await loadAgents();
  const agent = agents.get(args.agent ?? "");
  if (!agent) {
    const wrong =
      args.agent === undefined ? "--screen needs --agent." : `Unknown agent "${args.agent}".`;
    throw new AppError("E_USAGE", wrong, `Use one of: ${[...agents.keys()].join(", ")}.`);
  }
  // `capture-pane -e` is as welcome as without.
  const lines = stripVTControlCharacters(await readScreen(args.screen))
    .replace(/\n$/, "")
    .split("\n");
  const project = args.project ?? args.title?.split(" | ").at(-1) ?? null;
  const reading = agent.screen?.read({ lines, title: args.title ?? null, project }) ?? null;
  const because =
    reading?.rule ??
    (agent.screen ? "no rule matches" : `there are no screen rules for ${agent.title} yet`);
  const status = reading?.status ?? "unknown";
  const attention = reading?.ask ?? null;
  return {
    agent: agent.name,
    verdict: { status, attention, source: status === "unknown" ? null : "screen", because },
    evidence: [
      {
        source: "screen",
        status,
        attention,
        because,
        at: null,
        ageMs: null,
        where: reading?.where ?? null,
        composer: reading?.composer ?? "none",
      },
    ],
    refused: (reading?.refused ?? []).map((one) => ({
      source: "screen",
      because: `${one.rule}: ${one.because}`,
    })),
    binding: null,
  };
}

async function readScreen(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new AppError(
      "E_USAGE",
      `--screen: can't read ${file} (${(error as NodeJS.ErrnoException).code}).`,
      "Name a file, or - for standard input.",
    );
  }
}

function render({ id, agent, verdict, evidence, refused, binding }: Explanation): string[] {
  const { attention } = verdict;
  const head = [
    `${paint("bold", id ?? agent)} is ${paint("bold", attention ? `waiting (${attention.kind})` : verdict.status)}`,
    verdict.source
      ? `, says ${verdict.source}: ${clean(verdict.because)}`
      : `: ${clean(verdict.because)}`,
  ].join("");
  return [
    head,
    ...(attention?.text
      ? `asks: ${[attention.tool, attention.text].filter(Boolean).join(": ")}`
          .split("\n")
          .map((line, at) => (at === 0 ? "  " : "        ") + clean(line))
      : []),
    "",
    paint("bold", "Evidence"),
    ...evidence.map(({ source, status, because, ageMs, where, composer }) => {
      const age = ageMs === null ? "" : `, ${formatAge(ageMs)} ago`;
      const place = where
        ? where.row < 0
          ? ", in the title"
          : `, row ${where.row + 1}: ${clean(where.text)}`
        : "";
      // That it runs says nothing about what it does.
      const word = status === "unknown" ? "–" : status;
      return `  ${source.padEnd(9)} ${word.padEnd(7)} ${clean(because)}${age}${place}${composer ? `, composer ${composer}` : ""}`;
    }),
    ...(refused.length
      ? [
          "",
          paint("bold", "Refused"),
          ...refused.map(({ source, because }) => `  ${source.padEnd(9)} ${clean(because)}`),
        ]
      : []),
    ...(binding
      ? [
          "",
          paint("bold", "Bound"),
          `  by ${binding.by}: ${clean(binding.because)}`,
          `  ${binding.pane ? `${binding.pane.id} (${clean(binding.pane.target)}) on ${clean(binding.pane.server)}` : "no pane"}, pid ${binding.pid}`,
          ...binding.ties.map(
            ({ source, path, because }) =>
              `  ${source.padEnd(9)} ${clean(path)}: ${clean(because)}`,
          ),
        ]
      : []),
  ];
}

/** To the tenth of a second while that matters. */
function formatAge(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatSpan(ms);
}
