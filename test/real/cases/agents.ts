import type { CaseAgent } from "./types.ts";

/** A tool call that starts a subagent: its own prompt is a script for the mock, too. */
const call = (tool: string, input: object) => `call:${tool} ${JSON.stringify(input)}`;

export const CASE_AGENTS: CaseAgent[] = [
  {
    name: "claude",
    anew: "/clear",
    resume: (nativeId) => `--resume ${nativeId}`,
    subagent: call("Agent", {
      description: "Count",
      prompt: "think:40",
      subagent_type: "general-purpose",
      run_in_background: true,
    }),
  },
  {
    name: "codex",
    anew: "/new",
    // In which worktree: this one.
    anewKeys: ["Enter"],
    resume: (nativeId) => `resume ${nativeId}`,
    subagent: null,
    shared: "",
    trust: {
      args: "--disable daemon_auto_start",
      asks: /Trust all and continue/,
      keys: ["Down", "Enter"],
    },
  },
  {
    name: "opencode",
    anew: "/new",
    resume: (nativeId) => `--session ${nativeId}`,
    subagent: null,
  },
  { name: "pi", anew: "/new", resume: (nativeId) => `--session ${nativeId}`, subagent: null },
  { name: "omp", anew: "/new", resume: (nativeId) => `--resume ${nativeId}`, subagent: null },
  { name: "gemini", anew: "/clear", resume: () => "--resume latest", subagent: null },
  {
    name: "copilot",
    anew: "/clear",
    resume: (nativeId) => `--resume ${nativeId}`,
    subagent: call("task", {
      name: "counter",
      description: "Count slowly",
      prompt: "think:40",
      agent_type: "general-purpose",
      mode: "background",
    }),
  },
];
