import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Actor } from "../src/stage/actor.ts";

/** What a stand-in's hooks and its log say, in the words of the agent. */
export interface Said {
  /** Where its log is. */
  readonly log: string;
  /** A hook runs: its marker is written anew, by rename as hook scripts do. */
  mark(event: string, payload?: object): void;
  /** The log grows by a line that says something, and one of a tool's output that does not. */
  grow(): void;
}

/** Event of a hook that says what the screen shows. */
const EVENT_OF = {
  working: "UserPromptSubmit",
  waiting: "PermissionRequest",
  idle: "Stop",
} as const;
/** Of past turns, so that each log is as long as after an hour's work. */
const PAST_LINES = 60;
const OUTPUT = "drwxr-xr-x 2 dev dev 4096 May  4 10:00 src\n".repeat(20);

/** @param markers the folder that hooks write to */
export function createSaid(actor: Actor, home: string, markers: string): Said {
  const id = actor.nativeId;
  const folder = actor.cwd.replace(/[^A-Za-z0-9]/g, "-");
  const log =
    actor.agent === "claude"
      ? join(home, ".claude/projects", folder, `${id}.jsonl`)
      : join(home, ".codex/sessions/2026/05/04", `rollout-2026-05-04T10-00-00-${id}.jsonl`);
  const lines = LINES[actor.agent]!;
  let turn = 0;
  const said: Said = {
    log,
    mark(event, payload = {}) {
      const path = join(markers, `${actor.agent}-${id}.json`);
      const head = {
        agent_type: actor.agent,
        pid: actor.process!.pid,
        session_id: id,
        tmux_pane: actor.pane!.id,
        directory: actor.cwd,
        transcript_path: log,
        event,
      };
      writeFileSync(`${path}.tmp`, `${JSON.stringify(head)}\n${JSON.stringify(payload)}`);
      renameSync(`${path}.tmp`, path);
    },
    grow: () => appendFileSync(log, lines(actor, `Turn ${++turn}`, new Date().toISOString())),
  };
  mkdirSync(dirname(log), { recursive: true });
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const begin = Array.from({ length: PAST_LINES }, (_, at) => lines(actor, `Past ${at}`, past));
  writeFileSync(log, begin.join(""));
  said.mark(EVENT_OF[actor.screen.status]);
  return said;
}

/** One turn's lines, by agent. */
const LINES: Record<string, (actor: Actor, text: string, timestamp: string) => string> = {
  claude({ cwd, nativeId: sessionId }, text, timestamp) {
    const line = { timestamp, cwd, sessionId, version: "2.1.332" };
    return toLines(
      { ...line, type: "user", uuid: text, message: { role: "user", content: text } },
      {
        ...line,
        type: "user",
        uuid: `${text} output`,
        message: { role: "user", content: [{ type: "tool_result", content: OUTPUT }] },
      },
    );
  },
  codex(_actor, text, timestamp) {
    const content = [{ type: "text", text }];
    return toLines(
      {
        timestamp,
        type: "event_msg",
        payload: { type: "item_completed", item: { type: "UserMessage", id: text, content } },
      },
      {
        timestamp,
        type: "response_item",
        payload: { type: "reasoning", summary: [{ text: OUTPUT }] },
      },
    );
  },
};

const toLines = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
