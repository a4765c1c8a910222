import { agents } from "../../src/agents/index.ts";
import { parseCutJson } from "../../src/core/cut-json.ts";
import { clean, cleanJson, cleanLines } from "../../src/core/clean.ts";
import { readConfig } from "../../src/core/config.ts";
import { formatProblem } from "../../src/core/config-problem.ts";
import { parseDuration } from "../../src/core/duration.ts";
import { AppError } from "../../src/core/errors.ts";
import { checkLabel } from "../../src/core/label.ts";
import { formatNames } from "../../src/core/names.ts";
import { resolveReference } from "../../src/core/reference.ts";
import { findLines, toPattern } from "../../src/core/search.ts";
import { parseSince } from "../../src/core/since.ts";
import { toJson, type Session } from "../../src/core/session.ts";
import { isTmuxNewEnough } from "../../src/core/tmux-version.ts";
import { parseStat } from "../../src/io/proc.ts";
import { parseLsof, parsePs, splitCommand } from "../../src/io/ps.ts";
import { readEvents } from "../../src/io/read-events.ts";
import { isKey } from "../../src/actions/keyboard.ts";
import { toTyping } from "../../src/actions/text.ts";
import { renderTable } from "../../src/commands/_table.ts";
import { describeEvent } from "../../src/commands/_event.ts";
import { foldHook, NO_HOOK } from "../../src/pipeline/fold-hook.ts";
import { foldLog, NO_LOG } from "../../src/pipeline/fold-log.ts";
import { foldTurns } from "../../src/pipeline/fold-turns.ts";
import { hashRows, parseCaptures } from "../../src/workers/captures.ts";
import { parseMarker } from "../../src/workers/markers.ts";
import { parsePanes } from "../../src/workers/panes.ts";
import type { Target } from "./fuzz.ts";
import { HTTP } from "./http.ts";
import { hookBodies, logLines, publishedLines, screensOf } from "./seeds.ts";
import { hostileSession } from "./session.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const MOST = 60_000;
const NOW = Date.UTC(2026, 10, 30);

/** Expected failures are answers, if they can be shown. */
function expected(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [clean(error.message), clean(error.hint)];
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const perAgent = [...agents.values()].flatMap((agent): Target[] => {
  const { name, screen, log, hooks, published } = agent;
  return [
    ...(screen
      ? [
          {
            name: `screen of ${name}`,
            seeds: [...screensOf(name), ...screen.examples.map((one) => one.screen)],
            run(input: string) {
              const [title = "", ...lines] = input.split("\n");
              hashRows(lines, screen.read({ lines, title, project: title }).bodyEnd);
            },
          },
        ]
      : []),
    ...(log
      ? [
          {
            name: `log of ${name}`,
            seeds: [...logLines(name), ...log.examples.map(({ line }) => line)],
            run(input: string) {
              const entries = input
                .split("\n")
                // As whoever tails it does.
                .filter((line) => log.needles.some((needle) => line.includes(needle)))
                .flatMap((line) => log.read(json(line)));
              foldLog(foldLog(NO_LOG, entries, NOW), entries, NOW);
              return foldTurns(entries).map(({ answer }) => cleanLines(answer ?? ""));
            },
          },
        ]
      : []),
    ...(hooks
      ? [
          {
            name: `hooks of ${name}`,
            seeds: [
              ...hookBodies(name).map((body) => `${hookHead(name)}\n${body}`),
              `${hookHead(name)}\n{}`,
            ],
            run(input: string) {
              const marker = parseMarker(input);
              if (marker?.word) foldHook(NO_HOOK, marker.head.event ?? "", marker.word, NOW);
            },
          },
        ]
      : []),
    ...(published
      ? [
          {
            name: `published by ${name}`,
            seeds: publishedLines(),
            run: (input: string) => void published.read(json(input)),
          },
        ]
      : []),
  ];
});

function hookHead(agent: string): string {
  const head = { agent_type: agent, pid: 42, session_id: "s1", tmux_pane: "%1", event: "Stop" };
  return JSON.stringify(head);
}

const rows = [hostileSession("a", NOW), hostileSession("b", NOW)].map(toJson);
const caller = { server: null, pane: "%1", cwd: "/", target: null };
const ps = `    1     0     1     1     0 pts/1    Ss+  Mon Nov 30 10:00:01 2026 /sbin/init splash\n`;

export const TARGETS: readonly Target[] = [
  ...perAgent,
  ...HTTP,
  {
    name: "list-panes",
    seeds: [
      `${NONCE}\t7\t%0\t70\t/dev/pts/3\t1000\t80\t24\t0\t0\t1\tmain:0.0\tclaude${NONCE}a title\n`,
    ],
    run: (input) => void parsePanes(Buffer.from(input).toString("latin1"), NONCE),
  },
  {
    name: "captures",
    seeds: [
      `${NONCE} 7 %0 70 905 900 80 2 0 a title\nrow\nrow\n${NONCE} 7 %1 71 905 900 80 1 0 b\nrow\n`,
    ],
    run: (input) => void parseCaptures(input, NONCE),
  },
  {
    name: "/proc/<pid>/stat",
    seeds: ["42 (a (b) c) S 1 42 42 34819 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99887 0 0"],
    run: (input) => void parseStat(input),
  },
  {
    name: "ps",
    seeds: [ps, ps.repeat(20)],
    run(input) {
      for (const { command } of parsePs(input)) splitCommand(command, () => false);
      splitCommand(input, (path) => path.length % 2 === 0);
    },
  },
  {
    name: "lsof",
    seeds: ["p42\nfcwd\nn/home/dev\np43\nfcwd\nn/caf\\xc3\\xa9\n"],
    run: (input) => void parseLsof(input),
  },
  {
    name: "cut JSON",
    seeds: [
      ...hookBodies("claude"),
      "[".repeat(MOST),
      '{"a":'.repeat(MOST / 5),
      '[",'.repeat(MOST / 3),
    ],
    run: (input) => void parseCutJson(input),
  },
  {
    name: "config",
    seeds: [
      '{\n// mine\n"scanMs": 1000, "tmuxSockets": ["/tmp/a"], "agents": {"mine": {"command": ["mine"], "screen": [{"match": "a+", "status": "idle"}]}}}',
      "[".repeat(MOST),
    ],
    run: (input) =>
      readConfig(input).problems.flatMap((one) => [clean(formatProblem(one)), clean(one.hint)]),
  },
  {
    name: "reference",
    seeds: ["claude", "%1", "main:1.0", "self", "claude-abcdefgh", "a", "proj"],
    run: (input) => expected(() => resolveReference(input, rows, caller)),
  },
  {
    name: "label",
    seeds: ["docs", "a.b-c_d", "é漢"],
    run: (input) => expected(() => checkLabel(input, "a", rows as never, [...agents.keys()])),
  },
  {
    name: "duration",
    seeds: ["300", "500ms", "5m", "2h", "0.5s", "1e3"],
    run: (input) => expected(() => parseDuration(input, "--timeout")),
  },
  {
    name: "since",
    seeds: ["abcdef123456-17", "2026-11-30T14:05", "15m", "2026-11-30 14:05:00.5+02:00"],
    run: (input) => expected(() => parseSince(input, NOW, "--since")),
  },
  {
    name: "tmux version",
    seeds: ["tmux 3.3a", "tmux next-3.5", "3.0a"],
    run: (input) => void isTmuxNewEnough(input),
  },
  {
    name: "search",
    seeds: ["two words", "a.*b", "(((", "\\"],
    run(input) {
      const [words = "", ...text] = input.split("\n");
      // As the query's schema has it.
      return findLines(text.join("\n"), toPattern(words.slice(0, 200))).map(clean);
    },
  },
  {
    name: "event stream",
    seeds: [
      `id: e-1\nevent: updated\ndata: {"seq":"e-1","type":"updated"}\n\n`,
      ": still here\n\n",
    ],
    async run(input) {
      const bytes = new TextEncoder().encode(input);
      const cut = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
      try {
        for await (const _event of readEvents(
          (async function* () {
            yield* cut;
          })(),
        ))
          continue;
      } catch (error) {
        // Its sender is ours: who is not ends the stream, and the reader begins anew.
        if (!(error instanceof SyntaxError)) throw error;
      }
    },
  },
  {
    name: "typed text",
    seeds: ["hello", "two\nlines", "go;", "a\x1b[201~b", "\x1b[20\x1b[201~1~"],
    run(input) {
      const { text, paste } = toTyping(input);
      // A tab and a line feed are pasted in brackets; nothing else that a terminal obeys is left.
      if (!paste && /[\t\n]/.test(text)) throw new Error("a line end would be typed");
      return [text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")];
    },
  },
  {
    name: "what agents make of a text",
    seeds: [
      "hello",
      "@file and /path",
      "!ls",
      "/help",
      "#note",
      "exit",
      "@".repeat(MOST) + " x",
      "a ".repeat(MOST / 2),
    ],
    run(input) {
      for (const { input: rules } of agents.values()) {
        if (!rules) continue;
        const { runs, padded, queued, pasted, once, no, own, interruptAgain } = rules;
        for (const one of [runs, padded, queued, pasted, once, no, own?.option, interruptAgain])
          one?.test(input);
      }
    },
  },
  {
    name: "keys",
    seeds: ["Enter", "C-c", "Escape", ";", "F12"],
    run(input) {
      // Whatever passes is one word that tmux knows, or one printable character.
      if (isKey(input) && /[\s\0-\x1f\x7f-\uffff]/.test(input)) throw new Error("no key of tmux's");
    },
  },
  {
    name: "what the list shows",
    seeds: ["a b", "title", "\x1b[31mred", "main"],
    async run(input) {
      // The pipeline cuts what is longer.
      const session: Session = hostileSession(input.slice(0, 2000), NOW);
      const event = {
        seq: "e-1",
        at: new Date(NOW).toISOString(),
        type: "updated",
        session: toJson(session),
      } as const;
      const names = formatNames([session], 7);
      const lines = names.trimEnd().split("\n");
      if (lines.some((line, at) => at > 0 && line !== "" && line.split("\t").length !== 2))
        throw new Error("a line of the names file is none");
      return [
        await renderTable([toJson(session)], NOW, 80),
        await renderTable([toJson(session)], NOW, null),
        describeEvent(event as never, NOW),
        cleanJson(toJson(session)),
        ...lines.map((line) => line.replace("\t", " ")),
      ];
    },
  },
];
