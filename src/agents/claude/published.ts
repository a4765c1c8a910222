import type { AttentionKind, Ask } from "../../core/types.ts";
import type { PublishedRules, PublishedWord } from "../define.ts";

type Fields = Record<string, unknown>;

/** `waitingFor` → what it waits for. A plan says `permission prompt` too: the screen or a hook tells. */
const WAITING_FOR: Record<string, AttentionKind> = {
  "permission prompt": "permission",
  "input needed": "question",
  "dialog open": "other",
};

/** 2.1.122 names the tool: `approve Bash`. */
const APPROVE: Record<string, AttentionKind> = {
  AskUserQuestion: "question",
  ExitPlanMode: "plan",
};

export const published: PublishedRules = {
  folder(env, home) {
    return `${(env.CLAUDE_CONFIG_DIR || `${home}/.claude`).replace(/\/$/, "")}/sessions`;
  },

  read(body): PublishedWord | null {
    if (typeof body !== "object" || body === null) return null;
    const fields = body as Fields;
    const pid = count(fields.pid);
    if (pid === null) return null;
    const status = text(fields.status);
    const waitingFor = text(fields.waitingFor);
    return {
      pid,
      startTicks: count(digits(fields.procStart)),
      pidNamespace: /:(pid:\[\d+\])$/.exec(text(fields.pidDomain) ?? "")?.[1] ?? null,
      nativeId: text(fields.sessionId),
      cwd: text(fields.cwd),
      version: text(fields.version),
      paneId: /\.(%\d+)$/.exec(text(fields.tmux) ?? "")?.[1] ?? null,
      ...toStatus(status, waitingFor),
      because: [status ?? "no status yet", waitingFor].filter(Boolean).join(": "),
      at: count(fields.statusUpdatedAt) ?? count(fields.updatedAt),
    };
  },

  examples: [],
};

function toStatus(
  status: string | null,
  waitingFor: string | null,
): Pick<PublishedWord, "status" | "ask" | "background"> {
  const nothing = { ask: null, background: null };
  if (status === "busy") return { ...nothing, status: "working" };
  if (status === "idle") return { ...nothing, status: "idle" };
  if (status === "waiting") return { ...nothing, status: "waiting", ask: toAsk(waitingFor) };
  // The turn is over, a shell of its own still runs: how many, it does not say.
  if (status === "shell") return { ...nothing, status: "idle", background: 1 };
  return { ...nothing, status: null };
}

function toAsk(waitingFor: string | null): Ask {
  const tool = /^approve (\S+)$/.exec(waitingFor ?? "")?.[1] ?? null;
  if (tool) return { kind: own(APPROVE, tool) ?? "permission", tool, text: null };
  return { kind: own(WAITING_FOR, waitingFor ?? "") ?? "other", tool: null, text: null };
}

/** A name from outside must not find what every object inherits. */
function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
}

function digits(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}
