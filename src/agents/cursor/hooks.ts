import { fields, list, own, text, type Fields } from "../_fields.ts";
import { SILENT, type HookExample, type HookRules, type HookWord } from "../_hook.ts";

type Said = Partial<HookWord>;

/** It asks without telling a hook: the screen tells. A chat that is resumed has no `sessionStart`. */
const EVENTS: Readonly<Record<string, (payload: Fields) => Said>> = {
  sessionStart: () => ({ status: "idle" }),
  beforeSubmitPrompt: ({ prompt }) => ({ status: "working", lastPrompt: text(prompt) }),
  stop: () => ({ status: "idle" }),
  sessionEnd: () => ({ ended: true }),
};

const id = "5d0e9c1a-0b7f-4f7e-8a33-90aa12bb34cc";
const transcript = `/home/dev/.cursor/projects/home-dev-project/agent-transcripts/${id}/${id}.jsonl`;

function told(event: string, rest: object, word: Said | null): HookExample {
  return { event, payload: { conversation_id: id, transcript_path: transcript, ...rest }, word };
}

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, payload) {
    const given = fields(payload);
    const said = own(EVENTS, event)?.(given);
    return said ? { ...SILENT, ...place(given), ...said } : null;
  },
  examples: [
    told("sessionStart", {}, { status: "idle", nativeId: id, transcript }),
    told("sessionStart", { workspace_roots: ["/home/dev/project"] }, { cwd: "/home/dev/project" }),
    told(
      "beforeSubmitPrompt",
      { prompt: "rename the module", transcript_path: null },
      {
        status: "working",
        lastPrompt: "rename the module",
        transcript: null,
      },
    ),
    // The prompt before stays.
    told("stop", {}, { status: "idle", lastPrompt: null, nativeId: id }),
    told("sessionEnd", {}, { ended: true, status: null, nativeId: id }),
    { event: "stop", payload: { session_id: id }, word: { status: "idle", nativeId: id } },
    told("beforeShellExecution", { command: "ls" }, null),
  ],
};

function place(payload: Fields): Said {
  return {
    nativeId: text(payload.conversation_id) ?? text(payload.session_id),
    cwd: text(list(payload.workspace_roots)[0]),
    transcript: text(payload.transcript_path),
  };
}
