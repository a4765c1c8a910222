import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/copilot/log.ts";
import { checkLog, factsOf, linesOf, readFile, storyOf } from "../said.ts";

describe("examples", () => {
  checkLog(log);
});

/** A message without tools ends a turn, and the rig's hook says so once more. */
const end = ["done", "done"];

it("knows where a log lies", () => {
  const at = (env = {}) => log.folders({ env, home: "/home/dev", cwd: null });
  expect(at()).toEqual(["/home/dev/.copilot/session-state"]);
  expect(at({ COPILOT_HOME: "/srv/c/" })).toEqual(["/srv/c/session-state"]);
  const id = "5070d935-2b7e-446d-bbc9-b85f904c831d";
  expect(log.path.exec(`/home/dev/.copilot/session-state/${log.named!(id)}`)?.[1]).toBe(id);
  expect(log.owner!.exec("inuse.4711.lock")?.[1]).toBe("4711");
});

it("tells a session: approved, asked, rejected, queued, failed", () => {
  const entries = readFile(log, "copilot/events-1.0.102.jsonl");
  expect(storyOf(entries)).toEqual([
    "> slow:8",
    "turn",
    "< word1 word2 word3 word4 word5 word6 word7 word8",
    ...end,
    "> think:5",
    "turn",
    "< done",
    ...end,
    "> bash:touch made.txt",
    "turn",
    "bash: touch made.txt",
    "asks permission bash: touch made.txt",
    "answered",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> bash:sleep 6; touch y",
    "turn",
    "bash: sleep 6; touch y",
    "asks permission bash: sleep 6; touch y",
    "answered",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> ask:Which colour do you want",
    "turn",
    "ask_user: x",
    "asks question ask_user: x",
    "tool ends",
    "turn",
    "< done",
    ...end,
    String.raw`> call:ask_user {"message":"Which colour do you want","requestedSchema":{"properties":{"colour":{"type":"string","title":"…`,
    "turn",
    "ask_user: Which colour do you want",
    "asks question ask_user: Which colour do you want",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> bash:touch no.txt",
    "turn",
    "bash: touch no.txt",
    "asks permission bash: touch no.txt",
    "answered",
    "interrupted",
    "> slow:10",
    "turn",
    "< word1 word2 word3 word4 word5 word6 word7 word8 word9 word10",
    ...end,
    "> error:400",
    "turn",
    "failed api_error 400 mock error 400",
    "> plan:Write the file",
    "turn",
    "failed api_error 400 mock error 400",
    "done",
  ]);
  expect(factsOf(entries)).toEqual({
    nativeId: "5070d935-2b7e-446d-bbc9-b85f904c831d",
    cwd: "/home/dev/project",
    version: "1.0.102",
    branch: "main",
    model: "mock-model",
    contextLimit: 128_000,
    tokens: 120,
  });
});

it("tells of subagents in the same file, ! commands, steering, retries, a compaction", () => {
  const entries = readFile(log, "copilot/subagents-1.0.102.jsonl");
  expect(storyOf(entries)).toEqual([
    "> say:hello",
    "turn",
    '> call:task {"agent_type":"general-purpose","description":"Look","name":"look","prompt":"slow:4","mode":"sync"}',
    "task: Look",
    "7cbcd8ec-2b8e-4638-9c17-4d848389787c starts",
    "7cbcd8ec-2b8e-4638-9c17-4d848389787c ends",
    "tool ends",
    "turn",
    "< done",
    ...end,
    '> call:task {"agent_type":"general-purpose","description":"Look","name":"look2","prompt":"slow:6","mode":"background"}',
    "turn",
    "task: Look",
    "4fed7d20-b633-4fcc-907b-84a4b796978d starts",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "4fed7d20-b633-4fcc-907b-84a4b796978d ends",
    // !echo hi says nothing. What the subagent has brought is read without anybody's words.
    "read_agent: null",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> bash:touch qq",
    "turn",
    "bash: touch qq",
    "asks permission bash: touch qq",
    "answered",
    "tool ends",
    "turn",
    "> write:hello.txt",
    "read_bash: null",
    "tool ends",
    "< done",
    ...end,
    "> slow:8",
    "turn",
    "> say:queued",
    "< queued",
    ...end,
    // Tried again twice, then steered away.
    "> error:429",
    "turn",
    "> slow:20",
    expect.stringMatching(/^< word1 word2/),
    ...end,
    "> ask:Which one",
    "turn",
    "ask_user: Which one",
    "asks question ask_user: Which one",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> plan:Write it",
    "turn",
    "exit_plan_mode: Write it",
    "asks plan exit_plan_mode: Write it",
    "done",
  ]);
  const compacted = entries.findIndex((entry) => entry.type === "usage" && entry.tokens === 12_501);
  expect(compacted).toBeGreaterThan(0);
});

it("tells an interruption while text streams, and a tool that plan mode denies", () => {
  expect(storyOf(readFile(log, "copilot/interrupted-1.0.102.jsonl"))).toEqual([
    "> slow:20",
    "turn",
    "interrupted",
    "> bash:sleep 30",
    "turn",
    "bash: sleep 30",
    "asks permission bash: sleep 30",
    "answered",
    "tool ends",
    "turn",
    "> plan:Again",
    "< no plan tool declared",
    ...end,
    "read_bash: null",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> write:hello.txt",
    "turn",
    "create: hello.txt",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> error:401",
    "turn",
    "> /opt/rig/agents/copilot.sh",
    "< done",
    ...end,
    "> bash:true",
    "turn",
    "bash: true",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "done",
  ]);
});

it("tells a plan dismissed, a plan accepted, and a file to be made", () => {
  expect(storyOf(readFile(log, "copilot/plan-1.0.102.jsonl"))).toEqual([
    "> plan:Write it",
    "turn",
    "exit_plan_mode: Write it",
    "asks plan exit_plan_mode: Write it",
    "answered",
    "tool ends",
    "interrupted",
    "> plan:Again",
    "turn",
    "exit_plan_mode: Again",
    "asks plan exit_plan_mode: Again",
    "answered",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "> write:hello.txt",
    "turn",
    "create: hello.txt",
    "asks permission null: /home/dev/project/hello.txt",
    "answered",
    "tool ends",
    "turn",
    "< done",
    ...end,
    "done",
  ]);
});

it("does not parse what can't matter", () => {
  const skipped = linesOf("copilot/subagents-1.0.102.jsonl")
    .filter((line) => !log.needles.some((needle) => line.includes(needle)))
    .map((line) => JSON.parse(line).type.replace(/^model\..*/, "model"));
  expect([...new Set(skipped)].toSorted()).toEqual([
    "assistant.turn_end",
    "hook.end",
    "hook.start",
    "model",
    "session.compaction_start",
    "session.mode_changed",
    "session.mode_notice_delivered",
    "system.message",
    "system.notification",
    "tool.user_requested",
  ]);
});
