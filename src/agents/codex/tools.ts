import type { Ask } from "../../core/types.ts";
import { fields, list, text } from "../_fields.ts";

/** Asks in plan mode only. A plan is approved after the turn, and no tool says so. */
const QUESTION = "request_user_input";

/** The command, the paths of a patch, the questions; null when the input has nothing of the kind. */
export function toolText(input: unknown): string | null {
  const given = fields(input);
  const questions = list(given.questions).flatMap((one) => text(fields(one).question) ?? []);
  if (questions.length > 0) return questions.join("\n");
  const command = commandOf(given.command ?? given.cmd);
  if (command !== null) return pathsOf(command) ?? command.trim();
  return text(given.path) ?? text(given.query) ?? text(given.message);
}

/** What a tool asks by being called. */
export function questionOf(tool: string, input: unknown): Ask | null {
  return tool === QUESTION ? { kind: "question", tool, text: toolText(input) } : null;
}

/** Older versions have it as a list. */
function commandOf(command: unknown): string | null {
  const words = list(command).filter((word) => typeof word === "string");
  return words.length > 0 ? words.join(" ") : text(command);
}

/** What a patch changes. */
function pathsOf(command: string): string | null {
  if (!command.includes("*** Begin Patch")) return null;
  const paths = command
    .split("\n")
    .flatMap((row) => /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(row)?.[1]?.trim() ?? []);
  return paths.length > 0 ? paths.join("\n") : null;
}
