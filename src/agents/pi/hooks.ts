import type { Ask } from "../../core/types.ts";
import { fields, list, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { failureOf, place, typed } from "../_pi-lines.ts";
import { hookExamples } from "./hook-examples.ts";

type Said = Partial<HookWord>;

/** What an event of the extension interface says; `payload` is that event with what the extension adds. */
const EVENTS: Readonly<Record<string, (event: Fields, payload: Fields) => Said>> = {
  session_start: () => ({ status: "idle" }),
  before_agent_start: (event) => ({
    status: "working",
    // An extension's message may begin a turn too.
    lastPrompt: event.messageType === "custom" ? null : typed(text(event.prompt)),
  }),
  agent_start: () => ({ status: "working" }),
  ui_prompt_start: (event, { idle }) => ({ status: "waiting", ask: askOf(event, idle === true) }),
  ui_prompt_end: (_event, { idle }) => ({ status: idle === true ? "idle" : "working" }),
  // It may try again, or go on with what was typed meanwhile: `agent_settled` tells that it does not.
  agent_end: (event) => ({ lastError: errorOf(event) }),
  agent_settled: () => ({ status: "idle" }),
  session_shutdown: () => ({ ended: true }),
};

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, payload) {
    const said = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
    if (!said) return null;
    const given = fields(payload);
    return { ...SILENT, ...place(payload), ...said(fields(given.event), given) };
  },
  examples: hookExamples,
};

/** The last answer's, when it failed. */
function errorOf(event: Fields): HookWord["lastError"] {
  const answer = list(event.messages)
    .map(fields)
    .findLast(({ role }) => role === "assistant");
  return answer?.stopReason === "error" ? failureOf(answer) : null;
}

/** What an extension asks, which has no tool to tell by: its words do. */
function askOf(event: Fields, atRest: boolean): Ask {
  const title = text(event.title);
  // Nobody but the user has opened it.
  if (atRest) return { kind: "other", tool: null, text: title };
  const asked =
    /^(?:[^\w\s]+ +)?(?:Allow|Approve|Authorize|Permit|Dangerous|Permission)\b(.*)/i.exec(
      title?.trim() ?? "",
    );
  if (!asked) return { kind: "question", tool: null, text: title };
  const [, what = ""] = asked;
  const tool = /\b(command|bash|write|edit|read)\b/i.exec(what)?.[1]?.toLowerCase() ?? null;
  const body = title?.trim().split("\n").slice(1).join("\n").trim();
  return { kind: "permission", tool: tool === "command" ? "bash" : tool, text: body || title };
}
