import type { Ask } from "../../core/types.ts";
import { fields, list, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";
import { partsText, questionText } from "../_said.ts";
import { hookExamples } from "./hook-examples.ts";
import { toError } from "./log.ts";

type Said = Partial<HookWord>;

/**
 * What an event of the bus says, by its properties. One process holds several conversations, subagents' among
 * them: each word is about one.
 */
const EVENTS: Readonly<Record<string, (properties: Fields) => Said | null>> = {
  "session.created": readSession,
  "session.updated": readSession,
  // `busy` comes once more right before `idle`, when the log has ended the turn; what began it was told before.
  "session.status": ({ status }) => {
    const { type } = fields(status);
    if (type === "busy") return {};
    return type === "idle" ? { status: type } : type === "retry" ? { status: "working" } : null;
  },
  "session.idle": () => ({ status: "idle" }),
  "session.error": ({ error }) => ({ status: "idle", lastError: toError(error) }),
  "permission.asked": (asked) => ({
    status: "waiting",
    ask: { kind: "permission", tool: text(asked.permission), text: permissionText(asked) },
    ...request(asked.id, true),
  }),
  // Rejected, it is idle in half a second, and says so.
  "permission.replied": ({ requestID }) => ({ status: "working", ...request(requestID, false) }),
  "question.asked": (asked) => ({
    status: "waiting",
    ask: questionOf(asked.questions),
    ...request(asked.id, true),
  }),
  "question.replied": ({ requestID }) => ({ status: "working", ...request(requestID, false) }),
  "question.rejected": ({ requestID }) => ({ status: "working", ...request(requestID, false) }),
  "session.deleted": ({ info }) => ({ nativeId: text(fields(info).id), ended: true }),
};

/** No event of the bus: a hook with two arguments, the second with the message that was sent. */
const PROMPT = "chat.message";

export const hooks: HookRules = {
  events: [...Object.keys(EVENTS).filter((name) => name !== "session.updated"), PROMPT],
  read(event, payload) {
    if (event === PROMPT) return { ...SILENT, ...readPrompt(fields(payload)) };
    const properties = fields(fields(payload).properties);
    const said = own(EVENTS, event)?.(properties);
    return said ? { ...SILENT, nativeId: text(properties.sessionID), ...said } : null;
  },
  examples: hookExamples,
  holdsMany: true,
};

function readSession({ info }: Fields): Said {
  const { id, directory, parentID, model } = fields(info);
  const parent = text(parentID);
  return {
    nativeId: text(id),
    cwd: text(directory),
    model: text(fields(model).id),
    ...(parent === null ? {} : { parent }),
  };
}

function readPrompt({ i, o }: Fields): Said {
  const { sessionID, model } = fields(i);
  const typed = list(fields(o).parts).filter((part) => fields(part).synthetic !== true);
  return {
    nativeId: text(sessionID),
    status: "working",
    lastPrompt: partsText(typed),
    model: text(fields(model).modelID),
  };
}

function request(value: unknown, open: boolean): Said {
  const id = text(value);
  return id === null ? {} : { request: { id, open } };
}

function permissionText({ metadata, patterns, permission }: Fields): string | null {
  const { command, filepath, description, path } = fields(metadata);
  const all = [command, filepath, description, path, list(patterns)[0], permission];
  return all.map(text).find((said) => said !== null) ?? null;
}

/** The plan's question comes as any other, under a heading of its own. */
function questionOf(questions: unknown): Ask {
  const first = fields(list(questions)[0]);
  const plan = first.header === "Build Agent" && /^Plan\b/.test(text(first.question) ?? "");
  return {
    kind: plan ? "plan" : "question",
    tool: plan ? "plan_exit" : "question",
    text: questionText(questions),
  };
}
