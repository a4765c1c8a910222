import { fields, own, text } from "../_fields.ts";
import { SILENT, type HookRules, type HookWord } from "../_hook.ts";

/**
 * It has three more, and a hook that answers one of them wrongly denies the tool without a word: they are
 * left alone. There is none for a start, an end or a permission.
 */
const EVENTS: Readonly<Record<string, Partial<HookWord>>> = {
  PreInvocation: { status: "working" },
  Stop: { status: "idle" },
};

const transcriptPath =
  "/home/dev/.gemini/antigravity-cli/brain/conv-77/.system_generated/logs/transcript.jsonl";
const payload = { conversationId: "conv-77", transcriptPath };

export const hooks: HookRules = {
  events: Object.keys(EVENTS),
  read(event, given) {
    const said = own(EVENTS, event);
    if (!said) return null;
    const { conversationId, transcriptPath: transcript } = fields(given);
    return {
      ...SILENT,
      ...said,
      nativeId: text(conversationId),
      transcript: text(transcript),
    };
  },
  examples: [
    {
      event: "PreInvocation",
      payload,
      word: {
        status: "working",
        nativeId: "conv-77",
        transcript: transcriptPath,
        lastPrompt: null,
      },
    },
    { event: "Stop", payload, word: { status: "idle", nativeId: "conv-77" } },
    { event: "Stop", payload: null, word: { status: "idle", nativeId: null } },
    { event: "PreToolUse", payload, word: null },
    { event: "PostToolUse", payload, word: null },
  ],
};
