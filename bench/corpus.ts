import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./install.ts";

/** Recorded conversations, by agent. */
const RECORDED: Readonly<Record<string, string>> = {
  claude: "claude/session-2.1.332.jsonl",
  codex: "codex/rollout-0.171.0.jsonl",
  copilot: "copilot/events-1.0.102.jsonl",
  omp: "omp/session-18.2.3.jsonl",
  pi: "pi/session-1.6.0.jsonl",
};
export const AGENTS = Object.keys(RECORDED);

/** Whole lines of a recorded log, over and over, at least so many bytes. */
export function logOf(agent: string, bytes: number): Buffer {
  const text = readFileSync(join(ROOT, "test/rig/transcripts", RECORDED[agent]!));
  const lines = text.at(-1) === 10 ? text : Buffer.concat([text, Buffer.from("\n")]);
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / lines.length) }, () => lines));
}

/**
 * The same with what most of a long log is: outputs of tools, 16 KiB each, after every recorded line.
 * A line of another kind that no reader of that agent asks for.
 */
export function worklogOf(agent: string, bytes: number): Buffer {
  const output = Buffer.from(`${JSON.stringify({ type: "output", text: "x ".repeat(8192) })}\n`);
  const lines = logOf(agent, 1).toString("utf8").split("\n").filter(Boolean);
  const mixed = Buffer.concat(lines.flatMap((line) => [Buffer.from(`${line}\n`), output]));
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / mixed.length) }, () => mixed));
}
