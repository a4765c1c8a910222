import type { Ask, Status } from "../../core/types.ts";
import {
  BACKGROUND_NAME,
  type BackgroundRules,
  type BackgroundState,
  type Listed,
} from "../_background.ts";
import { count, fields, list, moment, own, text, type Fields } from "../_fields.ts";
import { questionText } from "../_said.ts";
import { examples } from "./background-examples.ts";

const MAX_PROMPT = 2000;

/** `claude --bg`: a supervisor lists its workers, and each job has a folder. */
export const background: BackgroundRules = {
  folder: (env, home) => (env.CLAUDE_CONFIG_DIR || `${home}/.claude`).replace(/\/$/, ""),
  list: "daemon/roster.json",
  state: (name) => `jobs/${name}/state.json`,

  readList(body) {
    const { proto, workers } = fields(body);
    if (proto !== 1) return null;
    return Object.entries(fields(workers)).flatMap(([name, worker]) =>
      BACKGROUND_NAME.test(name) ? (toListed(name, fields(worker)) ?? []) : [],
    );
  },

  readState(body): BackgroundState | null {
    const said = fields(body);
    const [state, tempo] = [text(said.state), text(said.tempo)];
    if (state === null && tempo === null) return null;
    const inFlight = fields(said.inFlight);
    return {
      ...toStatus(state, tempo, said),
      because: [tempo ?? state, text(said.needs)].filter(Boolean).join(": "),
      background: count(inFlight.tasks),
      at: moment(said.updatedAt),
      createdAt: moment(said.createdAt),
      nativeId: text(said.sessionId) ?? text(said.resumeSessionId),
      cwd: text(said.cwd),
      title: text(said.name),
      lastPrompt: text(said.intent)?.slice(0, MAX_PROMPT) ?? null,
      transcript: text(said.linkScanPath),
    };
  },

  /** `claude attach <id>`; part of a name in place of the id is not understood. */
  shows(argv) {
    const at = argv.indexOf("attach");
    const name = argv[at + 1] ?? "";
    // Behind a launcher and its script at most: further on it may be a prompt.
    return (at === 1 || at === 2) && at + 2 === argv.length && BACKGROUND_NAME.test(name)
      ? name
      : null;
  },
  opens: (name) => `claude attach ${name}`,
  stops: (name) => `claude stop ${name}`,
  examples,
};

function toListed(name: string, worker: Fields): Listed | null {
  const cwd = text(worker.cwd);
  // `pid` is the process that gives it a terminal; where there is none, it is its own.
  const repl = pidOf(worker.replPid);
  const pid = repl ?? pidOf(worker.pid);
  // A spare waits for a conversation that may never come.
  if (cwd === null || pid === null || fields(worker.dispatch).source === "spare") return null;
  return {
    name,
    pid,
    startTicks: ticks(repl === null ? worker.procStart : worker.replProcStart),
    nativeId: text(worker.sessionId),
    cwd,
    version: text(worker.cliVersion),
    startedAt: count(worker.startedAt),
  };
}

/** `state` of a turn that is over, where `tempo` does not say. */
const STATES: Record<string, Status> = {
  working: "working",
  done: "idle",
  stopped: "idle",
  failed: "idle",
};

/** `tempo` is what it does now; `state` is the last turn's outcome, and stays `working` after most. */
function toStatus(
  state: string | null,
  tempo: string | null,
  said: Fields,
): Pick<BackgroundState, "status" | "ask"> {
  if (tempo === "active") return { status: "working", ask: null };
  if (tempo === "idle") return { status: "idle", ask: null };
  if (tempo !== "blocked") return { status: own(STATES, state ?? "") ?? null, ask: null };
  const needs = text(said.needs);
  // One that was moved to the background between two turns.
  if (needs === "send a prompt to start") return { status: "idle", ask: null };
  return { status: "waiting", ask: toAsk(needs, fields(said.block).questions) };
}

function toAsk(needs: string | null, questions: unknown): Ask {
  const question = questionText(questions) ?? /^answer: ([^]*)$/.exec(needs ?? "")?.[1] ?? null;
  if (question !== null || list(questions).length > 0)
    return { kind: "question", tool: null, text: question };
  if (needs === "approve plan") return { kind: "plan", tool: null, text: null };
  const approve = /^approve ([^\s:]+)(?:: ([^]*))?$/.exec(needs ?? "");
  if (approve) return { kind: "permission", tool: approve[1]!, text: approve[2] ?? null };
  return { kind: "other", tool: null, text: needs };
}

function pidOf(value: unknown): number | null {
  return count(value) || null;
}

function ticks(value: unknown): number | null {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : count(value);
}
