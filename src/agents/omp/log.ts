import { count, fields, moment, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogPlace, LogRules } from "../_log.ts";
import { meta, needles, readEntry, type Call } from "../_pi-lines.ts";
import { callText } from "../_said.ts";
import { examples } from "./log-examples.ts";

/** What it writes as an error where it cuts itself off to show a plan. */
export const PLAN_SHOWN = "__omp.silent_abort__";
/** Bit of `errorId`: it has cut itself off, and goes on. */
const SILENT_ABORT = 0x0200_0000;

export const log: LogRules = {
  folders,
  path: /[^/]+\/[^/_]+_([\w-]{1,128})\.jsonl$/,
  depth: 1,
  needles: [
    ...needles,
    '"type":"title"',
    '"type":"title_change"',
    '"customType":"tool_execution_start"',
    '"role":"developer"',
  ],
  read,
  examples,
};

function folders({ env, home }: LogPlace): readonly string[] {
  return agentFolders(env, home).map((folder) => `${folder}/sessions`);
}

/**
 * Where its things may be, the likeliest first. `PI_CONFIG_DIR` is below the home even when it is absolute: so it
 * does.
 */
export function agentFolders(env: LogPlace["env"], home: string): string[] {
  const root = `${home}/${env.PI_CONFIG_DIR || ".omp"}`.replace(/\/{2,}/g, "/");
  const profile = env.OMP_PROFILE ?? env.PI_PROFILE;
  const folders = [
    env.PI_CODING_AGENT_DIR,
    profile && `${root}/profiles/${profile}/agent`,
    `${root}/agent`,
    env.XDG_DATA_HOME && `${env.XDG_DATA_HOME}/omp`,
  ];
  return folders.filter((folder): folder is string => Boolean(folder));
}

function read(line: unknown): readonly LogEntry[] {
  const entry = fields(line);
  const at = moment(entry.timestamp);
  const message = fields(entry.message);
  switch (entry.type) {
    case "title":
    case "title_change":
      return meta({ title: text(entry.title) });
    case "model_change":
      // Other roles have models of their own: titles, subagents, a moment's replacement.
      return (entry.role ?? "default") === "default"
        ? meta({ model: text(entry.model)?.replace(/^[^/]+\//, "") ?? null })
        : [];
    case "custom":
      return entry.customType === "tool_execution_start" ? readStart(fields(entry.data), at) : [];
    case "message":
      // What it tells itself, in another's role.
      if (message.role === "developer") return [{ type: "resumed", at }];
      if (
        message.role === "user" &&
        (message.attribution === "agent" || message.synthetic === true)
      )
        return [{ type: "resumed", at }];
  }
  return readEntry(line, asking, cutOff);
}

/** Written before the answer that holds the call, which may wait for a permission with it. */
function readStart(data: Fields, at: number | null): readonly LogEntry[] {
  const name = text(data.toolName);
  if (name === null) return [];
  const id = text(data.toolCallId);
  const input = data.args;
  return [
    { type: "tool", at, id, name, text: callText(input) },
    ...asking({ id, name, input }, at),
  ];
}

/** Its question tool does nothing but ask; permissions are not in the log. */
function asking({ id, name, input }: Call, at: number | null): readonly LogEntry[] {
  if (name !== "ask") return [];
  return [{ type: "asks", at, id, ask: { kind: "question", tool: name, text: callText(input) } }];
}

function cutOff(message: Fields, at: number | null): readonly LogEntry[] {
  if (message.errorMessage === PLAN_SHOWN)
    return [{ type: "asks", at, ask: { kind: "plan", tool: null, text: null } }];
  if (((count(message.errorId) ?? 0) & SILENT_ABORT) !== 0) return [];
  return [{ type: "turnEnd", at, outcome: "interrupted", error: null }];
}
