import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import type { Actor } from "../../src/stage/actor.ts";
import { eventually } from "./eventually.ts";
import type { Lab } from "./lab.ts";

export interface MarkerOptions {
  event: string;
  payload?: object;
  /** @default the actor's own */
  pid?: number;
  /** The conversation. @default "s-<index>" */
  nativeId?: string;
  /** More fields of the head. */
  head?: object;
}

export const sessionOf = (actor: Actor): string => `s-${actor.index}`;

/** Writes a marker as a hook of this actor does, and gives its path. */
export function mark(lab: Lab, actor: Actor, options: MarkerOptions): string {
  const { event, payload = {}, nativeId = sessionOf(actor), head = {} } = options;
  const folder = join(lab.env.CCMUX_HOME!, "session-pids");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${actor.agent}-${nativeId}.json`);
  const first = {
    agent_type: actor.agent,
    pid: options.pid ?? actor.process!.pid,
    session_id: nativeId,
    tmux_pane: actor.pane!.id,
    directory: actor.cwd,
    event,
    ...head,
  };
  writeFileSync(
    `${path}.tmp`,
    `${JSON.stringify(first)}\n${JSON.stringify({ session_id: nativeId, ...payload })}`,
  );
  renameSync(`${path}.tmp`, path);
  return path;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** A log of Codex below its home, one conversation. */
export function codexLog(lab: Lab, cwd: string, id: string) {
  const path = join(
    lab.stage.home,
    ".codex/sessions/2026/05/04",
    `rollout-2026-05-04T10-00-00-${id}.jsonl`,
  );
  mkdirSync(dirname(path), { recursive: true });
  const lineOf = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: at(Date.now()), type, payload })}\n`;
  const write = (type: string, payload: object): void =>
    appendFileSync(path, lineOf(type, payload));
  const itemOf = (type: string, said: string): object => ({
    type: "item_completed",
    item: { type, id: `${type}-${Date.now()}`, content: [{ type: "text", text: said }] },
  });
  const item = (type: string, said: string): void => write("event_msg", itemOf(type, said));
  return {
    path,
    begin: () => write("session_meta", { id, cwd, cli_version: "0.171.9" }),
    prompt(text: string): void {
      write("event_msg", { type: "task_started", model_context_window: 200_000 });
      write("turn_context", { cwd, model: "gpt-lab" });
      item("UserMessage", text);
    },
    /** Writes a part of the line, and the rest when it is called. */
    promptInTwo(text: string): () => void {
      const line = lineOf("event_msg", itemOf("UserMessage", text));
      const cut = Math.floor(line.length * 0.6);
      appendFileSync(path, line.slice(0, cut));
      return () => appendFileSync(path, line.slice(cut));
    },
    answer: (text: string) => item("AgentMessage", text),
    end: () => write("event_msg", { type: "task_complete" }),
    abort: () => write("event_msg", { type: "turn_aborted" }),
  };
}

/** A log of Claude Code where the conversation that it publishes is kept. */
export function claudeLog(lab: Lab, actor: Actor) {
  const folder = actor.cwd.replace(/[^A-Za-z0-9]/g, "-");
  const path = join(lab.stage.home, ".claude/projects", folder, `${actor.nativeId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const write = (line: object): void => {
    appendFileSync(
      path,
      `${JSON.stringify({ timestamp: at(Date.now()), cwd: actor.cwd, version: "2.1.332", ...line })}\n`,
    );
  };
  return {
    path,
    prompt: (text: string) =>
      write({ type: "user", uuid: `u-${text}`, message: { role: "user", content: text } }),
    answer: (text: string) =>
      write({
        type: "assistant",
        uuid: `a-${text}`,
        message: {
          model: "claude-lab",
          content: [{ type: "text", text }],
          stop_reason: "end_turn",
        },
      }),
    title: (title: string) => write({ type: "ai-title", aiTitle: title }),
  };
}

export const rowOf = (rows: readonly SessionJson[], actor: Actor) =>
  rows.find(({ pid }) => pid === actor.process!.pid);

/** Looks until the row says all of this, and proves that it does. */
export async function expectRow(lab: Lab, actor: Actor, said: object): Promise<SessionJson> {
  const isLike = (row: SessionJson | undefined): boolean => {
    try {
      expect(row).toMatchObject(said);
      return true;
    } catch {
      return false;
    }
  };
  const row = await eventually(async () => rowOf(await lab.sessions(), actor), isLike, 20_000);
  expect(row).toMatchObject(said);
  return row!;
}

export interface Explained {
  evidence: { source: string; status: string; because: string }[];
  refused: { source: string; because: string }[];
  binding: { by: string; because: string };
}
export const explain = (lab: Lab, ref: string): Promise<Explained> =>
  lab.json<Explained>(["explain", ref]);
