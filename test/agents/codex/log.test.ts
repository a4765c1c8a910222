import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/codex/log.ts";
import { checkLog, factsOf, linesOf, readFile, storyOf } from "../said.ts";

describe("examples", () => {
  checkLog(log);
});

it("knows where a log lies", () => {
  const at = (env = {}) => log.folders({ env, home: "/home/dev", cwd: null });
  expect(at()).toEqual(["/home/dev/.codex/sessions"]);
  expect(at({ CODEX_HOME: "/srv/codex/" })).toEqual(["/srv/codex/sessions"]);
  const id = "01a22b9f-84c1-7410-902e-1b5597709b25";
  const path = `/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T08-43-24-${id}.jsonl`;
  expect(log.path.exec(path)?.[1]).toBe(id);
});

it("tells a session: answered, rejected, approved, asked, interrupted, failed, planned", () => {
  const entries = readFile(log, "codex/rollout-0.171.0.jsonl");
  expect(storyOf(entries)).toEqual([
    "turn",
    "> slow:8",
    "< word1 word2 word3 word4 word5 word6 word7 word8",
    "done",
    "turn",
    "> think:5",
    "< done",
    "done",
    "turn",
    '> call:exec_command {"cmd":"touch /etc/mock-test","sandbox_permissions":"require_escalated","justification":"Mock wants to touch a file"}',
    "exec_command: touch /etc/mock-test",
    "tool ends",
    "interrupted",
    "turn",
    "> bash:sleep 6; touch /tmp/codex-made",
    "exec_command: sleep 6; touch /tmp/codex-made",
    "tool ends",
    "< done",
    "done",
    "turn",
    "> ask:Which colour do you want?",
    // Its arguments were cut when they were kept. Outside of plan mode it is refused at once.
    "request_user_input: null",
    "asks question request_user_input: null",
    "tool ends",
    "< done",
    "done",
    "turn",
    "> slow:10",
    "interrupted",
    "turn",
    "> error:400",
    "failed api_error mock error 400",
    "turn",
    "> ask:Which colour do you want?",
    "request_user_input: null",
    "asks question request_user_input: null",
    "tool ends",
    "< done",
    "done",
    "turn",
    String.raw`> say:<proposed_plan>\n# Plan\n\n1. Write the file\n</proposed_plan>`,
    "< # Plan\n\n1. Write the file",
    // The plan dialog is open now, and the log does not tell.
    "done",
  ]);
  expect(factsOf(entries)).toEqual({
    nativeId: "01a22b9f-84c1-7410-902e-1b5597709b25",
    cwd: "/home/dev/project",
    version: "0.171.0",
    model: "mock-model",
    contextLimit: 258_400,
    tokens: 120,
  });
});

it("tells of subagents, ! commands, steering, limits and a compaction", () => {
  const entries = readFile(log, "codex/subagent-parent-0.171.0.jsonl");
  expect(storyOf(entries)).toEqual([
    "turn",
    "> say:hello",
    "< hello",
    "done",
    // !echo hi
    "turn",
    "done",
    "turn",
    '> call:spawn_agent {"message":"slow:4"}',
    "spawn_agent: slow:4",
    "01a22cce-3b0a-7b01-be7c-deccfad4b6e4 starts",
    "tool ends",
    "< done",
    "done",
    "01a22cce-3b0a-7b01-be7c-deccfad4b6e4 ends",
    "turn",
    "> bash:touch /tmp/aa",
    "exec_command: touch /tmp/aa",
    "tool ends",
    "< done",
    "done",
    "turn",
    "> slow:6",
    "> say:queued",
    "< queued",
    "done",
    "turn",
    "> error:429",
    "failed rate_limit exceeded retry limit, last status: 429 Too Many Requests",
    "turn",
    "> error:500",
    "> write:hello.txt",
    "exec_command: hello.txt",
    "tool ends",
    "< done",
    "done",
    "turn",
    '> ll:web_search {"query":"x"}',
    "< done",
    "done",
    "turn",
    '> call:update_plan {"plan":[{"step":"a","status":"pending"}]}',
    "update_plan: null",
    "tool ends",
    "< done",
    "done",
    // /compact
    "turn",
    "done",
  ]);
  expect(factsOf(entries)).toMatchObject({ tokens: 7487 });
});

it("tells a log of a subagent from a session's", () => {
  expect(factsOf(readFile(log, "codex/subagent-0.171.0.jsonl"))).toMatchObject({
    nativeId: "01a22cce-3b0a-7b01-be7c-deccfad4b6e4",
    subagentOf: "01a22cce-198c-75c1-8e16-666eaa231603",
  });
});

it("goes on after a resume: a command that outlived its turn begins none, a plan is accepted", () => {
  expect(storyOf(readFile(log, "codex/resumed-0.171.0.jsonl"))).toEqual([
    "turn",
    "> bash:sleep 30",
    "exec_command: sleep 30",
    "tool ends",
    "interrupted",
    // Four seconds later its command has ended.
    "turn",
    "> say:resumed",
    "< resumed",
    "done",
    "turn",
    "> ask:Which colour",
    "request_user_input: Which colour",
    "asks question request_user_input: Which colour",
    "tool ends",
    "< done",
    "done",
    "turn",
    String.raw`> say:<proposed_plan>\n# Plan\n\n1. Write\n</proposed_plan>`,
    "< # Plan\n\n1. Write",
    "done",
    "turn",
    "> Implement the plan.",
    "< done",
    "done",
    "turn",
    "> error:400",
    "failed api_error mock error 400",
  ]);
});

it("does not parse what can't matter", () => {
  const skipped = linesOf("codex/rollout-0.171.0.jsonl")
    .filter((line) => !log.needles.some((needle) => line.includes(needle)))
    .map((line) => JSON.parse(line))
    .map(({ type, payload }) => payload.item?.type ?? payload.type ?? type);
  expect(new Set(skipped)).toEqual(
    new Set([
      "message",
      "world_state",
      "thread_settings_applied",
      "token_usage_record",
      "CommandExecution",
      "verified_answer",
    ]),
  );
});
