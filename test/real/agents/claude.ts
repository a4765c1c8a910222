import type { Agent, Look, Step } from "../types.ts";

const WAIT = { allowedMs: 500, holdMs: 3500 };
const IDLE = { ...WAIT, truth: { status: "idle" }, file: "idle" } as const;
const BUSY = { ...WAIT, truth: { status: "working" }, file: "busy", holdMs: 0 } as const;
const ASKS = { ...WAIT, file: "waiting:permission prompt" } as const;
const GONE = { ...WAIT, truth: { status: "gone" } } as const;

const shows =
  (pattern: RegExp) =>
  ({ tail }: Look) =>
    pattern.test(tail);
const composer = shows(/^❯\s*$[^]*manual mode on/m);
const working = ({ tail }: Look) => /esc to interrupt/.test(tail) && !/Do you want/.test(tail);
const permission = { status: "waiting", kind: "permission" } as const;

const steps: Step[] = [
  {
    ...WAIT,
    state: "trust dialog",
    acts: [{ start: "untrusted" }],
    truth: { status: "waiting", kind: "trust" },
    drawn: shows(/Yes, I trust this folder/),
    allowedMs: 1500,
  },
  {
    ...IDLE,
    state: "idle, trusted just now",
    acts: [{ press: "Down" }, { press: "Enter" }],
    drawn: composer,
  },
  { ...GONE, state: "gone, /exit", acts: [{ say: "/exit" }] },
  { ...IDLE, state: "idle, fresh", acts: [{ start: "trusted" }], drawn: composer },
  { ...BUSY, state: "working, thinking", acts: [{ say: "think:7" }], drawn: working },
  { ...IDLE, state: "idle, answered", drawn: shows(/^● done/m) },
  { ...BUSY, state: "working, streaming", acts: [{ say: "slow:8" }], drawn: working },
  { ...IDLE, state: "idle, after streaming", drawn: shows(/word8/) },
  {
    ...ASKS,
    state: "permission, shell",
    acts: [{ say: "bash:touch one.txt" }],
    truth: permission,
    drawn: shows(/Do you want to proceed\?/),
  },
  { ...IDLE, state: "idle, rejected", acts: [{ press: "Escape" }], drawn: shows(/Interrupted/) },
  {
    ...ASKS,
    state: "permission, shell again",
    acts: [{ say: "bash:sleep 6; touch two.txt" }],
    truth: permission,
    drawn: shows(/Do you want to proceed\?/),
  },
  {
    ...BUSY,
    state: "working, approved tool",
    acts: [{ press: "Enter" }],
    drawn: working,
    toolRuns: true,
  },
  { ...IDLE, state: "idle, after the tool", drawn: shows(/^● done/m) },
  {
    ...ASKS,
    state: "permission, edit",
    acts: [{ say: "write:hello.txt" }],
    truth: permission,
    drawn: shows(/Do you want to create/),
  },
  {
    ...IDLE,
    state: "idle, edit approved by digit",
    acts: [{ press: "1" }],
    drawn: shows(/^● done/m),
  },
  {
    ...BUSY,
    state: "working, to be interrupted",
    acts: [{ say: "slow:30" }],
    drawn: working,
    holdMs: 4500,
  },
  { ...IDLE, state: "idle, interrupted", acts: [{ press: "Escape" }], drawn: shows(/Interrupted/) },
  {
    ...IDLE,
    state: "idle, API error",
    acts: [{ say: "error:400" }],
    drawn: shows(/API Error: 400/),
  },
  {
    ...ASKS,
    state: "question",
    acts: [{ say: "ask:Which colour do you want" }],
    truth: { status: "waiting", kind: "question" },
    drawn: shows(/Enter to select/),
    file: "waiting:input needed",
  },
  {
    ...IDLE,
    state: "idle, question dismissed",
    acts: [{ press: "Escape" }],
    drawn: shows(/Declined/),
  },
  {
    ...ASKS,
    state: "question, again",
    acts: [{ say: "ask:Which shape do you want" }],
    truth: { status: "waiting", kind: "question" },
    drawn: shows(/Enter to select/),
    file: "waiting:input needed",
  },
  {
    ...IDLE,
    state: "idle, question answered",
    acts: [{ press: "Enter" }],
    drawn: shows(/^● done/m),
  },
  {
    ...ASKS,
    state: "plan",
    acts: [{ press: "BTab" }, { press: "BTab" }, { say: "plan:Write the file" }],
    truth: { status: "waiting", kind: "plan" },
    drawn: shows(/ready to execute/),
  },
  { ...IDLE, state: "idle, plan rejected", acts: [{ press: "Escape" }], drawn: shows(/Rejected/) },
  {
    ...BUSY,
    state: "working, to be killed",
    acts: [{ say: "think:60" }],
    drawn: working,
    holdMs: 3500,
  },
  { ...GONE, state: "gone, SIGKILL", acts: [{ kill: "SIGKILL" }], allowedMs: 1500 },
];

export const claude: Agent = {
  name: "claude",
  install: { name: "@anthropic-ai/claude-code", version: "2.1.332", folder: "claude24" },
  args: "--permission-mode default",
  states: ".claude/sessions",
  promptSign: "❯",
  steps,
};
