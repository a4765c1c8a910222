import type { Ask } from "../../core/types.ts";
import { fields, list, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { callText } from "../_said.ts";
import { hookExamples } from "./hook-examples.ts";

type Said = Partial<HookWord>;

/** Nothing fires when a tool is rejected: the log tells. */
const EVENTS: Readonly<Record<string, (payload: Fields) => Said | null>> = {
  SessionStart: () => ({ status: "idle" }),
  BeforeAgent: ({ prompt }) => ({ status: "working", lastPrompt: text(prompt) }),
  BeforeTool: ({ tool_name: tool, tool_input: input }) =>
    // The words of a question are here alone: the notification of it, in a moment, has none.
    tool === "ask_user"
      ? { status: "waiting", ask: { kind: "question", tool, text: callText(input) } }
      : { status: "working" },
  Notification: (payload) =>
    payload.notification_type === "ToolPermission"
      ? { status: "waiting", ask: askOf(fields(payload.details)) }
      : null,
  AfterTool: () => ({ status: "working" }),
  // Also after an interrupt and a failure, with nothing to tell them by.
  AfterAgent: () => ({ status: "idle" }),
  SessionEnd: () => ({ ended: true }),
};

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, payload) {
    const given = fields(payload);
    const said = own(EVENTS, event)?.(given);
    return said ? { ...SILENT, ...place(given), ...said } : null;
  },
  examples: hookExamples,
};

function place(payload: Fields): Said {
  return {
    nativeId: text(payload.session_id),
    cwd: text(payload.cwd),
    transcript: text(payload.transcript_path),
  };
}

/** What the dialog is about, by its kind: only some name the tool. */
const ASKS: Readonly<Record<string, (details: Fields) => Ask>> = {
  exec: ({ command }) => permission("run_shell_command", text(command)),
  edit: ({ title, filePath, fileName }) =>
    permission(
      /^Confirm Write\b/.test(text(title) ?? "") ? "write_file" : "replace",
      text(filePath) ?? text(fileName),
    ),
  mcp: ({ toolName, title }) => permission(text(toolName), text(title)),
  info: ({ prompt, urls }) => permission(null, text(list(urls)[0]) ?? text(prompt)),
  ask_user: () => ({ kind: "question", tool: "ask_user", text: null }),
  exit_plan_mode: () => ({ kind: "plan", tool: "exit_plan_mode", text: null }),
};

function askOf(details: Fields): Ask {
  const read = own(ASKS, text(details.type) ?? "");
  return read ? read(details) : permission(null, text(details.title));
}

function permission(tool: string | null, said: string | null): Ask {
  return { kind: "permission", tool, text: said };
}
