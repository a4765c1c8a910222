import type { LastError } from "../../core/types.ts";
import { fields, list, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { examples } from "./hook-examples.ts";
import { typed } from "./prompt.ts";
import { dialogOf, permissionOf } from "./tools.ts";

type Said = Partial<HookWord>;

/** In the order of a turn. `PostToolUse` comes for tools that succeed only. */
const EVENTS: Record<string, (payload: Fields) => Said> = {
  // Also in the middle of a turn, when the context is compacted: only a beginning means idle.
  SessionStart: ({ source, model }) => ({
    model: text(model),
    ...(/^(?:startup|resume|clear)$/.test(text(source) ?? "") && { status: "idle" }),
  }),
  UserPromptSubmit: ({ prompt }) => ({ status: "working", lastPrompt: typed(text(prompt), null) }),
  PreToolUse: (payload) => {
    const ask = dialogOf(text(payload.tool_name) ?? "", payload.tool_input);
    return ofMain(payload, ask ? { status: "waiting", ask } : { status: "working" });
  },
  // A subagent asks in the same pane.
  PermissionRequest: ({ tool_name, tool_input }) => ({
    status: "waiting",
    ask: permissionOf(text(tool_name) ?? "", tool_input),
  }),
  Notification: readNotification,
  PostToolUse: (payload) => ofMain(payload, { status: "working" }),
  PostToolUseFailure: (payload) =>
    payload.is_interrupt === true ? {} : ofMain(payload, { status: "working" }),
  SubagentStop: ({ background_tasks, agent_id }) => ({
    // It still counts itself.
    background: running(background_tasks, text(agent_id)),
  }),
  Stop: ({ background_tasks }) => ({ status: "idle", background: running(background_tasks, null) }),
  StopFailure: (payload) => ({ status: "idle", lastError: errorOf(payload) }),
  SessionEnd: () => ({ ended: true }),
};

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, value) {
    const said = own(EVENTS, event);
    if (!said) return null;
    const payload = fields(value);
    return {
      ...SILENT,
      nativeId: text(payload.session_id),
      cwd: text(payload.cwd),
      transcript: text(payload.transcript_path),
      ...said(payload),
    };
  },
  examples,
};

/** What a subagent's tools do says nothing of the turn, which may be over or waiting. */
function ofMain({ agent_id }: Fields, said: Said): Said {
  return text(agent_id) === null ? said : {};
}

/** Comes six seconds late, in the same words for a permission and a question: newer versions name no tool. */
function readNotification({ notification_type, message }: Fields): Said {
  const words = text(message);
  const wait = (ask: HookWord["ask"]): Said => ({ status: "waiting", ask });
  switch (notification_type) {
    case "permission_prompt": {
      const tool = /\bto use ([A-Za-z0-9_][A-Za-z0-9_-]*)/.exec(words ?? "")?.[1];
      if (tool) return wait(permissionOf(tool, null));
      if (/\bapproval for the plan\b/.test(words ?? ""))
        return wait({ kind: "plan", tool: "ExitPlanMode", text: null });
      return wait({ kind: "other", tool: null, text: null });
    }
    case "agent_needs_input":
      return wait({ kind: "other", tool: null, text: words });
    case "elicitation_dialog":
      return wait({ kind: "question", tool: null, text: words });
    // A minute after the turn; also after one that was interrupted, of which nothing else tells.
    case "idle_prompt":
      return { status: "idle" };
    default:
      return {};
  }
}

/** Null in versions that do not say. */
function running(tasks: unknown, except: string | null): number | null {
  if (!Array.isArray(tasks)) return null;
  const alive = list(tasks).map(fields);
  return alive.filter(({ id, status }) => status === "running" && id !== except).length;
}

function errorOf({ error, last_assistant_message }: Fields): LastError {
  const kind = text(error);
  return {
    code: kind === "rate_limit" ? "rate_limit" : "api_error",
    text: text(last_assistant_message) ?? kind ?? "API error",
  };
}
