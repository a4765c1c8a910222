import { fields, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { examples } from "./hook-examples.ts";
import { questionOf, toolText } from "./tools.ts";

type Said = Partial<HookWord>;

/** In the order of a turn. Nothing tells of a rejection, an interruption or an error; `Stop` comes before a plan dialog. */
const EVENTS: Record<string, (payload: Fields) => Said> = {
  // Comes with the first prompt, and so in the middle of its turn.
  SessionStart: () => ({}),
  UserPromptSubmit: ({ prompt }) => ({ status: "working", lastPrompt: text(prompt) }),
  PreToolUse: ({ tool_name, tool_input }) => {
    const ask = questionOf(text(tool_name) ?? "", tool_input);
    return ask ? { status: "waiting", ask } : { status: "working" };
  },
  PermissionRequest: ({ tool_name, tool_input }) => ({
    status: "waiting",
    ask: { kind: "permission", tool: text(tool_name), text: toolText(tool_input) },
  }),
  PostToolUse: () => ({ status: "working" }),
  Stop: () => ({ status: "idle" }),
  SessionEnd: () => ({ ended: true }),
};

/** What of a subagent can be seen in the pane. */
const SEEN = new Set(["PermissionRequest"]);

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, value) {
    const said = own(EVENTS, event);
    if (!said) return null;
    const payload = fields(value);
    // A subagent's hooks name the conversation of the one that started it.
    if (text(payload.agent_id) !== null && !SEEN.has(event)) return null;
    return {
      ...SILENT,
      nativeId: text(payload.session_id),
      cwd: text(payload.cwd),
      transcript: text(payload.transcript_path),
      model: text(payload.model),
      ...said(payload),
    };
  },
  examples,
};
