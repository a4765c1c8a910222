import { fields, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { examples } from "./hook-examples.ts";
import { dialogOf, toolText, typed } from "./tools.ts";

type Said = Partial<HookWord>;

/** In the order of a turn. Nothing tells of a rejection or an interruption. */
const EVENTS: Record<string, (payload: Fields) => Said> = {
  // Comes with the first prompt, before or after its own event.
  sessionStart: ({ initialPrompt }) => ({ lastPrompt: typed(initialPrompt) }),
  userPromptSubmitted: ({ prompt }) => ({ status: "working", lastPrompt: typed(prompt) }),
  notification: readNotification,
  postToolUse: () => ({ status: "working" }),
  postToolUseFailure: () => ({ status: "working" }),
  // It may try again, whatever it says: the log tells when the turn is over.
  errorOccurred: () => ({}),
  agentStop: () => ({ status: "idle" }),
  sessionEnd: () => ({ ended: true }),
};

/**
 * Those whose answer decides: a hook of ours that fails or is slow would deny the tool, so we never ask to be told.
 * The log says the same at the same moment.
 */
const DECIDING: typeof EVENTS = {
  preToolUse: ({ toolName, toolArgs }) => {
    const ask = dialogOf(text(toolName) ?? "", toolArgs);
    return ask ? { status: "waiting", ask } : { status: "working" };
  },
  permissionRequest: ({ toolName, toolInput }) => ({
    status: "waiting",
    ask: { kind: "permission", tool: text(toolName), text: toolText(toolInput) },
  }),
};

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, value) {
    const said = own({ ...EVENTS, ...DECIDING }, event);
    const payload = fields(value);
    // A subagent's hooks carry its own id as the conversation's.
    if (!said || text(payload.agentId) !== null) return null;
    return {
      ...SILENT,
      nativeId: text(payload.sessionId),
      cwd: text(payload.cwd),
      transcript: text(payload.transcriptPath),
      ...said(payload),
    };
  },
  examples,
};

function readNotification({ notification_type, message }: Fields): Said {
  const words = text(message);
  if (notification_type === "permission_prompt") {
    const [, what, said] = /^(Run command|Edit file): (.+)$/s.exec(words ?? "") ?? [];
    const tool = what === "Run command" ? "bash" : null;
    return { status: "waiting", ask: { kind: "permission", tool, text: said ?? words } };
  }
  if (notification_type === "elicitation_dialog") {
    // Its own question has no words here.
    const isOwn = words === null || words === "Information requested";
    const ask = { kind: "question" as const, tool: isOwn ? "ask_user" : null };
    return { status: "waiting", ask: { ...ask, text: isOwn ? null : words } };
  }
  return {};
}
