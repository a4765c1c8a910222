import { agents } from "../src/agents/index.ts";
import { COMMON, type Command } from "../src/commands/_command.ts";
import { COMMANDS } from "../src/commands/index.ts";

/** What completes an argument: names of sessions, files, one of some words, or nothing that is known. */
export type Value =
  | { kind: "session" | "file" | "free"; hint: string }
  /** `isList`: several of them, joined by commas. */
  | { kind: "words"; hint: string; words: readonly string[]; isList: boolean };

export interface Flag {
  /** Without its dashes. */
  name: string;
  /** Every command has it. */
  isCommon: boolean;
  /** One letter; null: none. */
  short: string | null;
  description: string;
  /** Null: it takes none. */
  value: Value | null;
  fallback: string | null;
}

/** A command as shells and the manual see it. */
export interface Verb {
  /** Its name, then its aliases. */
  names: readonly string[];
  description: string;
  positionals: readonly (Value & { isRequired: boolean; description: string })[];
  /** Any number after those. */
  rest: Value | null;
  flags: readonly Flag[];
  examples: readonly (readonly [line: string, does: string])[];
}

/** No row of the table, but a word where a command can stand; a command is its argument. */
export const HELP = { names: ["help"], description: "Help of a command" } as const;

/** The command table with everything in it. */
export async function readTable(): Promise<Verb[]> {
  const rows = COMMANDS.filter(({ hidden }) => !hidden);
  return Promise.all(
    rows.map(async (row) => {
      const command = await row.load();
      const names = [row.name, ...(row.aliases ?? [])];
      return { names, description: row.description, ...readCommand(command) };
    }),
  );
}

function readCommand(command: Command): Pick<Verb, "positionals" | "rest" | "flags" | "examples"> {
  const entries = Object.entries(command.args);
  const flags = entries.filter(([, { type }]) => type !== "positional");
  const positionals = entries.filter(([, { type }]) => type === "positional");
  return {
    positionals: positionals.map(([name, { required, description = "" }]) => ({
      ...valueOf(name, command),
      isRequired: required !== false,
      description,
    })),
    rest: command.rest ? valueOf(command.rest, command) : null,
    flags: flags.map(([name, definition]) => ({
      name,
      isCommon: name in COMMON,
      short: ("alias" in definition && [definition.alias].flat()[0]) || null,
      description: definition.description ?? "",
      value: definition.type === "boolean" ? null : valueOf(name, command),
      fallback: definition.default === undefined ? null : String(definition.default),
    })),
    examples: command.examples ?? [],
  };
}

function valueOf(name: string, { args, completes = {} }: Command): Value {
  const definition = args[name] ?? {};
  const hint = ("valueHint" in definition && definition.valueHint) || name;
  const known = name === "agent" ? [...agents.keys()] : completes[name];
  const words = known ?? ("options" in definition && definition.options);
  const isList = definition.type === "enum" || hint.endsWith(",…");
  if (words) return { kind: "words", hint, words, isList };
  if (name === "ref" || hint === "ref") return { kind: "session", hint };
  return { kind: hint === "file" || hint === "path" ? "file" : "free", hint };
}
