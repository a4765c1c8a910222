import type { Agent, Look, Step } from "../types.ts";

const WAIT = { allowedMs: 2500, holdMs: 4500 };
const IDLE = { ...WAIT, truth: { status: "idle" } } as const;
const BUSY = { ...WAIT, truth: { status: "working" }, holdMs: 0 } as const;
const GONE = { ...WAIT, truth: { status: "gone" } } as const;
const permission = { status: "waiting", kind: "permission" } as const;

const COMPOSER = /^› Ask Codex to do anything/m;
const shows =
  (pattern: RegExp) =>
  ({ tail }: Look) =>
    pattern.test(tail);
/** The composer stands there all the time: a turn is over when its outcome shows and the title rests. */
const rests =
  (outcome: RegExp) =>
  ({ tail, title }: Look) =>
    outcome.test(tail) &&
    COMPOSER.test(tail) &&
    !/esc to interrupt/.test(tail) &&
    !/^[⠀-⣿]|Action Required/.test(title);
/** While text streams there is no working line: then only the title tells. */
const working = ({ tail, title }: Look) =>
  !/Would you like/.test(tail) && (/esc to interrupt/.test(tail) || /^[⠀-⣿]/.test(title));

const steps: Step[] = [
  {
    ...WAIT,
    state: "trust dialog",
    acts: [{ start: "untrusted" }],
    truth: { status: "waiting", kind: "trust" },
    drawn: shows(/Trust this folder\?/),
    allowedMs: 1500,
  },
  {
    ...IDLE,
    state: "idle, trusted just now",
    acts: [{ press: "Enter" }],
    drawn: rests(/mock-model/),
  },
  { ...GONE, state: "gone, /exit", acts: [{ say: "/exit" }] },
  { ...IDLE, state: "idle, fresh", acts: [{ start: "trusted" }], drawn: rests(/mock-model/) },
  { ...BUSY, state: "working, thinking", acts: [{ say: "think:9" }], drawn: working },
  { ...IDLE, state: "idle, answered", drawn: rests(/^• done/m) },
  { ...BUSY, state: "working, streaming", acts: [{ say: "slow:12" }], drawn: working },
  { ...IDLE, state: "idle, after streaming", drawn: rests(/word12/) },
  {
    ...WAIT,
    state: "permission, shell",
    acts: [{ say: "bash:touch one.txt" }],
    truth: permission,
    drawn: shows(/Would you like to run/),
  },
  { ...IDLE, state: "idle, rejected", acts: [{ press: "Escape" }], drawn: rests(/interrupted/) },
  {
    ...WAIT,
    state: "permission, shell again",
    acts: [{ say: "bash:sleep 8; touch two.txt" }],
    truth: permission,
    drawn: shows(/Would you like to run/),
  },
  {
    ...BUSY,
    state: "working, approved tool",
    acts: [{ press: "Enter" }],
    drawn: working,
    toolRuns: true,
  },
  { ...IDLE, state: "idle, after the tool", drawn: rests(/^• done/m) },
  {
    ...WAIT,
    state: "permission, edit",
    acts: [{ say: "write:/home/dev/hello.txt" }],
    truth: permission,
    drawn: shows(/make the following edits/),
  },
  {
    ...IDLE,
    state: "idle, edit approved by letter",
    acts: [{ press: "y" }],
    drawn: rests(/^• done/m),
  },
  {
    ...BUSY,
    state: "working, to be interrupted",
    acts: [{ say: "slow:30" }],
    drawn: working,
    holdMs: 7000,
  },
  { ...IDLE, state: "idle, interrupted", acts: [{ press: "Escape" }], drawn: rests(/interrupted/) },
  {
    ...IDLE,
    state: "idle, API error",
    acts: [{ say: "error:400" }],
    drawn: rests(/mock error 400/),
  },
  {
    ...WAIT,
    state: "question",
    acts: [{ press: "BTab" }, { say: "ask:Which colour do you want" }],
    truth: { status: "waiting", kind: "question" },
    drawn: shows(/Question 1\/1/),
  },
  {
    ...IDLE,
    state: "idle, question dismissed",
    acts: [{ press: "Escape" }],
    drawn: rests(/interrupted/),
  },
  {
    ...WAIT,
    state: "question, again",
    acts: [{ say: "ask:Which shape do you want" }],
    truth: { status: "waiting", kind: "question" },
    drawn: shows(/Question 1\/1/),
  },
  {
    ...IDLE,
    state: "idle, question answered",
    acts: [{ press: "Enter" }],
    drawn: rests(/^• done/m),
  },
  {
    ...WAIT,
    state: "plan",
    acts: [{ say: "plan:Write the file" }],
    truth: { status: "waiting", kind: "plan" },
    endsTurnFirst: true,
    drawn: shows(/Implement this plan\?/),
  },
  {
    ...IDLE,
    state: "idle, plan rejected",
    acts: [{ press: "Escape" }],
    drawn: rests(/Proposed Plan/),
  },
  {
    ...BUSY,
    state: "working, to be killed",
    acts: [{ say: "think:60" }],
    drawn: working,
    holdMs: 4500,
  },
  { ...GONE, state: "gone, SIGKILL", acts: [{ kill: "SIGKILL" }], allowedMs: 1500 },
];

export const codex: Agent = {
  name: "codex",
  install: { name: "@openai/codex", version: "0.171.0", folder: "codex" },
  args: "--disable daemon_auto_start",
  hookArgs: "--dangerously-bypass-hook-trust",
  promptSign: "›",
  steps,
};
