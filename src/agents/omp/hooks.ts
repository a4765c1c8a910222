import type { Ask } from "../../core/types.ts";
import { fields, list, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { failureOf, place, typed } from "../_pi-lines.ts";
import { callText } from "../_said.ts";
import { hookExamples } from "./hook-examples.ts";
import { PLAN_SHOWN } from "./log.ts";

type Said = Partial<HookWord>;

const anew = (): Said => ({ status: "idle" });

/** What an event of the extension interface says. */
const EVENTS: Readonly<Record<string, (event: Fields) => Said | null>> = {
  session_start: anew,
  // The same process goes on with another conversation, and the one before gets no end.
  session_switch: anew,
  session_branch: anew,
  session_fork: anew,
  before_agent_start: ({ prompt }) => ({ status: "working", lastPrompt: typed(text(prompt)) }),
  agent_start: () => ({ status: "working" }),
  // Of all tools but one, the start says nothing new, and would hide a permission that another one waits for.
  tool_execution_start: ({ toolName, args }) =>
    toolName === "ask"
      ? { status: "waiting", ask: { kind: "question", tool: "ask", text: callText(args) } }
      : null,
  tool_execution_end: ({ toolName }) => (toolName === "ask" ? { status: "working" } : null),
  tool_approval_requested: (event) => ({
    status: "waiting",
    ask: { kind: "permission", tool: text(event.toolName), text: null },
    ...request(event, true),
  }),
  // It goes on either way: a denied tool has an error for its result.
  tool_approval_resolved: (event) => ({ status: "working", ...request(event, false) }),
  agent_end: readEnd,
  session_shutdown: () => ({ ended: true }),
};

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, payload) {
    const read = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
    const said = read?.(fields(fields(payload).event));
    return said ? { ...SILENT, ...place(payload), ...said } : null;
  },
  examples: hookExamples,
};

function request(event: Fields, open: boolean): Said {
  const id = text(event.toolCallId);
  return id === null ? {} : { request: { id, open } };
}

/** Its messages are those of the whole conversation. */
function readEnd(event: Fields): Said {
  if (event.willContinue === true) return { status: "working" };
  const answer = list(event.messages)
    .map(fields)
    .findLast(({ role }) => role === "assistant");
  const plan: Ask = { kind: "plan", tool: null, text: null };
  if (answer?.errorMessage === PLAN_SHOWN) return { status: "waiting", ask: plan };
  return { status: "idle", lastError: answer?.stopReason === "error" ? failureOf(answer) : null };
}
