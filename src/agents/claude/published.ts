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
    const job = text(fields.parkedJobId);
    return {
      pid,
      startTicks: count(digits(fields.procStart)),
      pidNamespace: /:(pid:\[\d+\])$/.exec(text(fields.pidDomain) ?? "")?.[1] ?? null,
      nativeId: text(fields.sessionId),
      cwd: text(fields.cwd),
      version: text(fields.version),
      paneId: /\.(%\d+)$/.exec(text(fields.tmux) ?? "")?.[1] ?? null,
      ...toStatus(status, waitingFor),
      kindIsGuess: waitingFor === "permission prompt",
      because: [status ?? "no status yet", waitingFor].filter(Boolean).join(": "),
      at: count(fields.statusUpdatedAt) ?? count(fields.updatedAt),
      // What it did when it moved there stays written, whatever the job does.
      ...(job === null ? {} : { job, status: null, ask: null, because: `moved to ${job}` }),
    };
  },

  examples: [
    {
      body: {
        pid: 35,
        sessionId: "5ab8314c-9b9a-46c1-aaf8-ec52ad79ab18",
        cwd: "/home/dev/project",
        startedAt: 1796034046206,
        procStart: "726223",
        version: "2.1.332",
        kind: "interactive",
        pidDomain: "linux:0123456789abcdef0123456789abcdef:pid:[4026532178]",
        tmux: "main:@0.%0",
        status: "waiting",
        updatedAt: 1796034053589,
        statusUpdatedAt: 1796034053589,
        waitingFor: "permission prompt",
      },
      word: {
        pid: 35,
        startTicks: 726223,
        pidNamespace: "pid:[4026532178]",
        nativeId: "5ab8314c-9b9a-46c1-aaf8-ec52ad79ab18",
        cwd: "/home/dev/project",
        version: "2.1.332",
        paneId: "%0",
        status: "waiting",
        ask: { kind: "permission", tool: null, text: null },
        kindIsGuess: true,
        because: "waiting: permission prompt",
        background: null,
        at: 1796034053589,
      },
    },
    // A plan, and in 2.1.197 a question, are called a permission prompt as well.
    asks("input needed", "question"),
    asks("dialog open", "other"),
    asks("something new", "other"),
    // 2.1.122.
    asks("approve Bash", "permission", "Bash"),
    asks("approve AskUserQuestion", "question", "AskUserQuestion"),
    asks("approve ExitPlanMode", "plan", "ExitPlanMode"),
    { body: { pid: 35, status: "busy", updatedAt: 7 }, word: { status: "working", at: 7 } },
    { body: { pid: 35, status: "idle" }, word: { status: "idle", ask: null, at: null } },
    { body: { pid: 35, status: "shell" }, word: { status: "idle", background: 1 } },
    { body: { pid: 35 }, word: { status: null, because: "no status yet", startTicks: null } },
    { body: { pid: 35, tmux: "100%1:@0.%12" }, word: { paneId: "%12" } },
    { body: { pid: 35, waitingFor: "permission prompt", status: "new" }, word: { status: null } },
    {
      body: { pid: 35, status: "busy", parkedJobId: "24b8b21a" },
      word: { status: null, job: "24b8b21a", because: "moved to 24b8b21a" },
    },
    { body: { status: "busy" }, word: null },
  ],
};

function asks(waitingFor: string, kind: AttentionKind, tool: string | null = null) {
  const body = { pid: 35, status: "waiting", waitingFor };
  return { body, word: { status: "waiting" as const, ask: { kind, tool, text: null } } };
}

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
