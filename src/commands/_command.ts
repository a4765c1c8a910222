import type { ParseArgsConfig } from "node:util";
import type { ArgsDef, CommandDef } from "citty";
import { AppError } from "../core/errors.ts";
import { didYouMean } from "../core/near.ts";

// See `src/io/client.ts` for why it is not imported.
const { parseArgs } = process.getBuiltinModule("node:util");

/** What a table's arguments are once parsed: `parse` has checked them. */
type Values<T extends ArgsDef> = {
  [K in keyof T]: T[K] extends { type: "boolean" }
    ? boolean | undefined
    : T[K] extends { required: true } | { default: string }
      ? string
      : string | undefined;
};

/** One command: citty's shape, plus lines for `--help`. */
export interface Command<T extends ArgsDef = ArgsDef> extends Omit<
  CommandDef<T>,
  "meta" | "args" | "run"
> {
  meta: { name: string; description: string };
  args: T;
  /** Command lines, each with what it does. */
  examples?: readonly (readonly [line: string, does: string])[];
  /** Takes any number of positionals after those that `args` names. */
  rest?: string;
  /** For completions: words that an argument may be, where it is no enum, no `agent` and no `ref`. */
  completes?: Readonly<Record<string, readonly string[]>>;
  run(context: { args: Values<T & typeof COMMON>; rest: string[] }): Promise<void> | void;
}

/** Whom a command is about. */
export const REF = {
  type: "positional",
  required: true,
  description: "An agent: id, %3, main:2.0, self, label, agent or project name",
} as const satisfies ArgsDef[string];

/** Every command has these. */
export const COMMON = {
  json: { type: "boolean", description: "One JSON document on stdout" },
  help: { type: "boolean", alias: "h", description: "Show this help" },
} as const satisfies ArgsDef;

export function command<const T extends ArgsDef>(definition: Command<T>): Command {
  return { ...definition, args: { ...definition.args, ...COMMON } } as unknown as Command;
}

/**
 * Parses by the command's own table, and strictly: citty's parser takes what it does not know for a
 * positional, which is too kind for a tool that types. `--` ends flags.
 * @throws AppError E_USAGE
 */
export function parse(
  command: Command,
  argv: readonly string[],
): { args: Record<string, unknown>; rest: string[] } {
  const usage = (message: string, also = ""): AppError =>
    new AppError("E_USAGE", message, `${also}Run \`ccmux ${command.meta.name} --help\`.`);
  const positionals = Object.entries(command.args).filter(([, { type }]) => type === "positional");
  const parsed = ((): ReturnType<typeof parseArgs> => {
    try {
      return parseArgs({
        args: [...argv],
        options: toOptions(command.args),
        allowPositionals: true,
        strict: true,
      });
    } catch (error) {
      const message = String((error as Error).message);
      const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
      if (unknown === undefined) throw usage(sayValue(message));
      const flags = Object.keys(toOptions(command.args)).map((name) => `--${name}`);
      throw usage(`Unknown option "${unknown}".`, didYouMean(unknown, flags));
    }
  })();

  const args: Record<string, unknown> = { ...parsed.values };
  const words = [...parsed.positionals];
  for (const [name, definition] of positionals) {
    const value = words.shift();
    if (value === undefined && definition.required !== false && !args.help)
      throw usage(`<${name}> is missing.`);
    args[name] = value;
  }
  if (words.length > 0 && !command.rest) throw usage(`Unexpected argument "${words[0]}".`);
  for (const [name, definition] of Object.entries(command.args)) {
    const allowed = definition.type === "enum" ? (definition.options ?? []) : [];
    const value = args[name] ?? definition.default;
    if (value === undefined) continue;
    args[name] = value;
    const wrong =
      allowed.length > 0 &&
      String(value)
        .split(",")
        .find((one) => !allowed.includes(one));
    if (wrong !== false && wrong !== undefined)
      throw usage(`--${name}: "${wrong}" is none of ${allowed.join(", ")}.`);
  }
  return { args, rest: words };
}

/** Node's words for a flag with a value too few or too many, as ours. */
function sayValue(message: string): string {
  const [, flag, what] =
    /^Option '(?:-\w, )?(--[^ ']+)[^']*' (argument missing|argument is ambiguous|does not take)/.exec(
      message,
    ) ?? [];
  if (what === undefined) return message;
  if (what === "does not take") return `${flag} takes no value.`;
  const dash = what === "argument missing" ? "" : `; one that begins with a dash: ${flag}=-x`;
  return `${flag} needs a value${dash}.`;
}

function toOptions(args: ArgsDef): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, { type }]) => type !== "positional")
      .map(([name, definition]) => {
        const short = "alias" in definition ? [definition.alias].flat()[0] : undefined;
        return [
          name,
          { type: definition.type === "boolean" ? "boolean" : "string", ...(short && { short }) },
        ] as const;
      }),
  );
}
