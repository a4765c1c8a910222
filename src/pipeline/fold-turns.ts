import type { LogEntry } from "../agents/_log.ts";
import { MAX_ANSWER, type Turn } from "../core/turns.ts";
import { MAX_AGAIN_MS } from "./fold-log.ts";

/** Makes turns of what a log says, the oldest first. What comes again by its id stands in place of the first. Pure. */
export function foldTurns(entries: readonly LogEntry[]): Turn[] {
  const turns: (Turn & { parts: Map<string, string> })[] = [];
  let newest = 0;
  let againSince: number | null = null;
  const begin = (prompt: string | null, promptAt: number | null): void => {
    turns.push({
      prompt,
      promptAt,
      answer: null,
      answerAt: null,
      ended: false,
      parts: new Map(),
    });
  };
  const prompts = new Map<string, number>();
  for (const entry of entries) {
    const at: number = ("at" in entry ? entry.at : null) ?? newest;
    if (entry.type === "again") againSince = entry.on ? (againSince ?? newest) : null;
    if (againSince !== null && at <= againSince + MAX_AGAIN_MS) continue;
    againSince = null;
    newest = Math.max(newest, at);
    if (entry.type === "prompt") {
      const known = entry.id === null ? undefined : prompts.get(entry.id);
      if (known !== undefined) turns[known]!.prompt = entry.text;
      else begin(entry.text, entry.at);
      if (entry.id !== null && known === undefined) prompts.set(entry.id, turns.length - 1);
    } else if (entry.type === "answer" && entry.text.trim() !== "") {
      if (turns.length === 0) begin(null, null);
      const turn = turns.at(-1)!;
      turn.parts.set(entry.id ?? `#${turn.parts.size}`, entry.text.trim());
      turn.answerAt = entry.at ?? turn.answerAt;
    } else if (entry.type === "turnEnd" && turns.length > 0) turns.at(-1)!.ended = true;
  }
  return turns.map(({ parts, ...turn }) => ({
    ...turn,
    answer: parts.size > 0 ? endOf([...parts.values()].join("\n\n")) : null,
  }));
}

function endOf(text: string): string {
  return text.length <= MAX_ANSWER ? text : `… ${text.slice(-MAX_ANSWER)}`;
}
