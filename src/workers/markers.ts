import { SILENT, type HookWord } from "../agents/_hook.ts";
import { registry } from "../agents/_registry.ts";
import { parseCutJson } from "../core/cut-json.ts";
import { readHead, type MarkerHead } from "../core/marker.ts";

/** What a hook wrote last about one conversation. */
export interface Marker {
  head: MarkerHead;
  /** Null: the event says nothing that matters. */
  word: HookWord | null;
}

/**
 * A marker: a line of ours, then what the agent gave its hook. Older scripts wrote one JSON document with the state
 * in it. Null when it is neither.
 */
export function parseMarker(text: string): Marker | null {
  const end = text.indexOf("\n");
  const first = parse(end < 0 ? text : text.slice(0, end)) ?? parse(text);
  const head = readHead(first);
  if (!head) return null;
  if (head.event === null) return { head, word: oldWord(first as Record<string, unknown>) };
  const given = end < 0 ? "" : text.slice(end + 1);
  // A hook passes on no more than 64 KiB: what an event is about stands before the bulk.
  const payload = parse(given) ?? parseCutJson(given);
  const word = registry.get(head.agent)?.hooks?.read(head.event, payload) ?? null;
  return { head, word };
}

const STATES = {
  working: { status: "working", kind: null },
  waiting_permission: { status: "waiting", kind: "permission" },
  waiting_question: { status: "waiting", kind: "question" },
} as const;

/** As the scripts of before wrote it: with the state, the tool and the text named by us. */
function oldWord(marker: Record<string, unknown>): HookWord {
  const text = (name: string): string | null =>
    typeof marker[name] === "string" ? (marker[name] as string).slice(0, 2000) : null;
  const state = text("state");
  const known = Object.entries(STATES).find(([name]) => name === state)?.[1];
  const kind = known?.kind ?? null;
  return {
    ...SILENT,
    // Any other word means that nothing is being done, and no word that nothing is known.
    status: state === null ? null : (known?.status ?? "idle"),
    ask: kind && { kind, tool: text("pending_tool"), text: text("permission_context") },
    lastPrompt: text("last_prompt"),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
