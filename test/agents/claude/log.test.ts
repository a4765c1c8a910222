import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/claude/log.ts";
import { checkLog, factsOf, linesOf, readFile, readLine, storyOf } from "../said.ts";

describe("examples", () => {
  checkLog(log);
});

it("knows where a log lies", () => {
  const at = (cwd: string | null, env = {}) => log.folders({ env, home: "/home/dev", cwd });
  expect(at("/home/dev/.dot_x")).toEqual(["/home/dev/.claude/projects/-home-dev--dot-x"]);
  expect(at("/srv", { CLAUDE_CONFIG_DIR: "/etc/c/" })).toEqual(["/etc/c/projects/-srv"]);
  expect(at(null)).toEqual([]);
  const id = "5e0d1ffa-89b5-4639-88ad-6dc7c82ee20f";
  expect(log.path.exec(`/projects/-srv/${log.named!(id)}`)?.[1]).toBe(id);
  expect(log.path.test(`/projects/-srv/${id}/subagents/agent-aee4b34b407203dc1.jsonl`)).toBe(false);
});

it("tells a session: approved, queued, asked, rejected, interrupted, failed", () => {
  const entries = readFile(log, "claude/session-2.1.332.jsonl");
  expect(storyOf(entries)).toEqual([
    "> bash:touch made-by-mock.txt",
    "Bash: touch made-by-mock.txt",
    "tool ends",
    "< done",
    "done", // its last message
    "done", // the Stop hook ran
    "done", // the turn's duration
    "> bash:sleep 6 && echo finished > f.txt",
    "Bash: sleep 6 && echo finished > f.txt",
    "tool ends",
    "< done",
    "done",
    "done",
    "done",
    "> think:6",
    // Claude asks for words by itself, which nobody typed; a message queued meanwhile is typed.
    "interrupted",
    "> write:hello.txt",
    "Write: hello.txt",
    "tool ends",
    "< done",
    "done",
    "done",
    "done",
    "> ask:Which colour do you want?",
    "AskUserQuestion: Which colour do you want?",
    "asks question AskUserQuestion: Which colour do you want?",
    "tool ends",
    "< done",
    "done",
    "done",
    "done",
    "> bash:touch no.txt",
    "Bash: touch no.txt",
    "tool ends",
    "interrupted",
    "> slow:10",
    "< word1 word2 word3 word4",
    "interrupted",
    "> error:400",
    "failed api_error API Error: 400 mock error 400",
    "> error:529",
    "failed api_error API Error: Repeated 529 Overloaded errors. The API is at capacity — this is usually temporary. Try again in a moment. If…",
  ]);
  expect(factsOf(entries)).toEqual({
    cwd: "/home/dev/project",
    version: "2.1.332",
    branch: "main",
    model: "claude-opus-5-5",
    tokens: 100,
  });
});

it("tells what goes on in the background, what a slash command and a ! command write, a plan", () => {
  const entries = readFile(log, "claude/background-2.1.332.jsonl");
  const turn = ["done", "done", "done"];
  expect(storyOf(entries)).toEqual([
    "> say:hello",
    "< hello",
    ...turn,
    '> call:Agent {"description":"Look around","prompt":"bash:touch sub.txt","subagent_type":"general-purpose","run_in_background":true}',
    "Agent: Look around",
    "tool ends",
    "aee4b34b407203dc1 starts",
    "< done",
    ...turn,
    "aee4b34b407203dc1 ends",
    "turn",
    "< done",
    ...turn,
    '> call:Agent {"description":"Fore","prompt":"slow:3","subagent_type":"general-purpose","run_in_background":false}',
    "Agent: Fore",
    "tool ends",
    "aa51774c61a128a98 starts",
    "< done",
    ...turn,
    "aa51774c61a128a98 ends",
    "turn",
    "< done",
    ...turn,
    // !echo hi
    "turn",
    "< done",
    ...turn,
    // /compact, then a tool interrupted while a message is queued, which goes out at once.
    "> bash:sleep 20",
    "Bash: sleep 20",
    "tool ends",
    "interrupted",
    "> say:queued",
    "< queued",
    ...turn,
    "> ask:Which one?",
    "AskUserQuestion: Which one?",
    "asks question AskUserQuestion: Which one?",
    "tool ends",
    "interrupted",
    "> plan:Write the file",
    "ToolSearch: select:ExitPlanMode",
    "tool ends",
    "Write: /home/dev/.claude/plans/swirling-discovering-truffle.md",
    "tool ends",
    "ExitPlanMode: # Plan\n\n1. Write the file",
    "asks plan ExitPlanMode: # Plan\n\n1. Write the file",
    "tool ends",
    "interrupted",
  ]);
  const compacted = entries.findIndex((entry) => entry.type === "usage" && entry.tokens === 3048);
  expect(compacted).toBeGreaterThan(0);
});

it("tells a conversation after /clear, named, resumed, with commands and steering", () => {
  const entries = readFile(log, "claude/resumed-2.1.332.jsonl");
  const turn = ["done", "done", "done"];
  expect(storyOf(entries)).toEqual([
    "> say:after clear",
    "< after clear",
    ...turn,
    // Resumed: what was left open is closed.
    "done",
    "> say:resumed",
    "< resumed",
    ...turn,
    "> /mine with args",
    "< custom command ran with args",
    ...turn,
    "> bash:sleep 6",
    "Bash: sleep 6",
    "tool ends",
    "> say:steer",
    "< steer",
    ...turn,
    '> call:Bash {"command":"sleep 5; touch zz","run_in_background":true,"description":"bg"}',
    "Bash: sleep 5; touch zz",
    "tool ends",
    "< done",
    ...turn,
    // A background command has ended: no subagent, but a turn.
    "turn",
    "< done",
    ...turn,
    "> bash:touch r1",
    "Bash: touch r1",
    "tool ends",
    "interrupted",
    // Interrupted before anything came back: the prompt is in the input again, and the log does not tell.
    "> error:529",
    "> plan:Do it",
    "ToolSearch: select:ExitPlanMode",
    "tool ends",
    "Write: /home/dev/.claude/plans/say-after-clear-velvet-hennessy.md",
    "tool ends",
    // Outside of plan mode it is refused within milliseconds.
    "ExitPlanMode: # Plan\n\n1. Do it",
    "asks plan ExitPlanMode: # Plan\n\n1. Do it",
    "tool ends",
    "< done",
    ...turn,
    "> bash:false",
    "Bash: false",
    "tool ends",
    "< done",
    ...turn,
    expect.stringMatching(/^> call:Bash /),
    "Bash: touch p1",
    "tool ends",
    "AskUserQuestion: Q1?",
    "asks question AskUserQuestion: Q1?",
    "tool ends",
    "< done",
    ...turn,
  ]);
  expect(factsOf(entries)).toMatchObject({ title: "fancy name" });
});

it("leaves a subagent's log alone", () => {
  expect(readFile(log, "claude/subagent-2.1.332.jsonl")).toEqual([]);
});

it("does not parse what can't matter", () => {
  const lines = linesOf("claude/background-2.1.332.jsonl");
  const parsed = lines.filter((line) => log.needles.some((needle) => line.includes(needle)));
  const types = new Set(parsed.map((line) => JSON.parse(line).type));
  expect(types).toEqual(new Set(["user", "assistant", "system"]));
  expect(readLine(log, lines[0]!)).toEqual([]);
});
