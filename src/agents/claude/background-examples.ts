/** Files of 2.1.332 as they were recorded, cut to what matters; where it says so, composed. */
import type { BackgroundRules } from "../_background.ts";

const worker = {
  pid: 212,
  procStart: "1519731",
  sessionId: "4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4",
  cliVersion: "2.1.332",
  startedAt: 1796050692655,
  cwd: "/home/dev/project",
  dispatch: { source: "shell", seed: { intent: "ask:Which colour?" } },
  replPid: 220,
  replProcStart: "1519821",
};
const roster = (workers: unknown, proto: unknown = 1) => ({ proto, supervisorPid: 90, workers });

const job = {
  state: "working",
  detail: "Which colour?",
  tempo: "blocked",
  inFlight: { tasks: 0, queued: 0, kinds: [], drainableMonitors: 0 },
  needs: "answer: Which colour? (Red · Blue)",
  block: { questions: [{ question: "Which colour?", options: [{ label: "Red" }] }] },
  linkScanPath:
    "/home/dev/.claude/projects/-home-dev-project/4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4.jsonl",
  intent: "ask:Which colour?",
  sessionId: "4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4",
  cliVersion: "2.1.332",
  cwd: "/home/dev/project",
  createdAt: "2026-11-30T14:58:12.348Z",
  updatedAt: "2026-11-30T14:58:21.668Z",
  firstTerminalAt: null,
  name: "colours",
};
const blocked = (needs?: unknown) => ({ state: "working", tempo: "blocked", needs });

export const examples: BackgroundRules["examples"] = {
  lists: [
    {
      body: roster({ "4dcf44c8": worker }),
      listed: [
        {
          name: "4dcf44c8",
          pid: 220,
          startTicks: 1519821,
          nativeId: "4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4",
          cwd: "/home/dev/project",
          version: "2.1.332",
          startedAt: 1796050692655,
        },
      ],
    },
    // Its terminal is there, it is not yet.
    {
      body: roster({ "4dcf44c8": { ...worker, replPid: undefined } }),
      listed: [{ pid: 212, startTicks: 1519731 }],
    },
    { body: roster({ f4dd6d5a: { ...worker, dispatch: { source: "spare" } } }), listed: [] },
    { body: roster({}), listed: [] },
    // Composed.
    { body: roster({ a92b: { pid: 912, cwd: "/x" } }), listed: [{ pid: 912, startTicks: null }] },
    { body: roster({ "../x": worker, a: { ...worker, cwd: 7 }, b: null }), listed: [] },
    { body: roster({ "4dcf44c8": worker }, 2), listed: null },
    { body: [], listed: null },
  ],
  states: [
    {
      body: job,
      state: {
        status: "waiting",
        ask: { kind: "question", tool: null, text: "Which colour?" },
        because: "blocked: answer: Which colour? (Red · Blue)",
        background: 0,
        at: 1796050701668,
        createdAt: 1796050692348,
        nativeId: "4dcf44c8-cdd8-4984-bf09-4bcdfeddd5e4",
        cwd: "/home/dev/project",
        title: "colours",
        lastPrompt: "ask:Which colour?",
        transcript: job.linkScanPath,
      },
    },
    {
      body: blocked("approve Bash: sleep 7; touch made"),
      state: { ask: { kind: "permission", tool: "Bash", text: "sleep 7; touch made" } },
    },
    { body: blocked("approve plan"), state: { ask: { kind: "plan", tool: null, text: null } } },
    { body: blocked("send a prompt to start"), state: { status: "idle", ask: null } },
    { body: { state: "working", tempo: "active" }, state: { status: "working", ask: null } },
    // After a turn that went well, too, `state` is `working`.
    { body: { state: "working", tempo: "idle" }, state: { status: "idle", because: "idle" } },
    { body: { state: "failed", tempo: "idle" }, state: { status: "idle" } },
    { body: { state: "stopped", tempo: "idle" }, state: { status: "idle" } },
    // Composed.
    { body: { state: "done", tempo: "active" }, state: { status: "working" } },
    { body: { state: "done" }, state: { status: "idle" } },
    { body: { state: "new", inFlight: { tasks: 2 } }, state: { status: null, background: 2 } },
    {
      body: blocked("look at it"),
      state: { ask: { kind: "other", tool: null, text: "look at it" } },
    },
    { body: blocked({}), state: { ask: { kind: "other", tool: null, text: null } } },
    { body: { ...job, intent: 7, cwd: [], updatedAt: "?" }, state: { lastPrompt: null, at: null } },
    { body: { tempo: 1 }, state: null },
    { body: null, state: null },
  ],
  shows: [
    { argv: ["/opt/bin/claude", "attach", "4dcf44c8"], name: "4dcf44c8" },
    { argv: ["node", "/opt/bin/claude", "attach", "4dcf44c8"], name: "4dcf44c8" },
    { argv: ["claude", "attach", "../x"], name: null },
    { argv: ["claude", "attach"], name: null },
    { argv: ["claude", "attach", "this", "to"], name: null },
    { argv: ["claude"], name: null },
  ],
};
