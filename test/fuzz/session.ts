import type { Session } from "../../src/core/session.ts";

/** A session all of whose words are an attacker's. */
export function hostileSession(text: string, now: number): Session {
  return {
    id: "claude-abcdefgh",
    agent: "claude",
    label: null,
    nativeId: text,
    job: null,
    status: "waiting",
    statusSince: now,
    attention: { kind: "permission", tool: text, text, since: now, generation: "g" },
    unread: null,
    lastError: { kind: "api_error", text, at: now },
    background: 0,
    source: "screen",
    pane: { id: "%1", server: `/tmp/${text}`, target: `${text}:1.0`, tty: "pts/1", title: text },
    bound: "tty",
    pid: 42,
    startedAt: now,
    cwd: `/${text}`,
    project: text,
    branch: text,
    worktree: `/${text}`,
    version: text,
    model: text,
    title: text,
    lastPrompt: text,
    transcript: `/${text}`,
    lastActivityAt: now,
    lastUserInputAt: now,
    turnStartedAt: now,
    subagents: [],
    context: null,
  } as unknown as Session;
}
