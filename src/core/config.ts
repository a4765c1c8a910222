/**
 * What `ccmux.json` says, checked: text in, settings and problems out. A bad entry is named and left
 * out alone, an agent as a whole: half of its rules would tell wrong things. A file that does not
 * parse is void as a whole.
 */
import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";
import type { z } from "zod";
import { formatKey, formatValue, type ConfigProblem, type Path } from "./config-problem.ts";
import {
  AGENT,
  AGENT_NAME,
  HINTS,
  keysOf,
  MAX_AGENTS,
  MAX_SOCKETS,
  RESERVED_NAMES,
  SETTINGS,
  TMUX_SOCKET,
  type AgentEntry,
} from "./config-schema.ts";
import { didYouMean } from "./near.ts";

export interface Config {
  /** More tmux servers to track: paths, or labels as for `tmux -L`. */
  tmuxSockets: readonly string[];
  /** From scan to scan while there are agents or somebody listens, in milliseconds. */
  scanMs: number;
  /** The same while there are none and nobody does. */
  idleScanMs: number;
  /** How long the feed is kept. */
  feedDays: number;
  /** How large the state database may grow for it. */
  feedMegabytes: number;
  /** `ps`: by `ps` and `lsof`, even where there is a `/proc`. */
  discovery: "auto" | "ps";
  /** By name. */
  agents: Readonly<Record<string, AgentEntry>>;
}

export interface CheckedConfig {
  config: Config;
  problems: readonly ConfigProblem[];
  /** Nothing of the file could be told: `config` is the defaults. */
  isVoid?: true;
}

export const DEFAULTS: Config = {
  tmuxSockets: [],
  scanMs: 1000,
  idleScanMs: 5000,
  discovery: "auto",
  feedDays: 30,
  feedMegabytes: 64,
  agents: {},
};

/** As it is posted to threads: empty when there are none, which is the rule. */
export function agentsToJson({ agents }: Config): string {
  return Object.keys(agents).length > 0 ? JSON.stringify(agents) : "";
}

/** Never throws. */
export function readConfig(text: string): CheckedConfig {
  try {
    return check(text);
  } catch {
    // Thousands of brackets, one in the other: the parser gives up.
    return voidFile("ccmux.json", "is nested too deeply", "Write an object of settings.");
  }
}

/** Nothing of the file counts. */
export function voidFile(key: string, message: string, hint: string): CheckedConfig {
  return { config: DEFAULTS, problems: [{ key, value: "", message, hint }], isVoid: true };
}

function check(text: string): CheckedConfig {
  const source = text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) {
    const words = printParseErrorCode(error.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
    const hint = "Mend it there: until the file parses, a running daemon keeps what it has.";
    const key = `ccmux.json:${placeOf(source, error.offset)}`;
    return voidFile(key, `does not parse: ${words.toLowerCase()}`, hint);
  }
  const root: unknown = tree && getNodeValue(tree);
  if (root === undefined) return { config: DEFAULTS, problems: [] };
  if (!isObject(root)) return voidFile("ccmux.json", "is no object", "Write { … } around it.");

  const problems: ConfigProblem[] = [];
  const config = { ...DEFAULTS };
  for (const [key, value] of Object.entries(root)) {
    if (key === "$schema") continue;
    if (key === "agents") config.agents = checkAgents(value, problems);
    else if (key === "tmuxSockets") config.tmuxSockets = checkSockets(value, problems);
    else if (isSetting(key)) {
      const found = take(SETTINGS[key], value, [key], problems);
      if (found !== null) Object.assign(config, { [key]: found });
    } else problems.push(unknownKey([key], value, Object.keys(DEFAULTS)));
  }
  return { config, problems };
}

function checkSockets(value: unknown, problems: ConfigProblem[]): string[] {
  if (!Array.isArray(value) || value.length > MAX_SOCKETS) {
    const message = Array.isArray(value) ? `has more than ${MAX_SOCKETS} entries` : "is no list";
    problems.push(problem(["tmuxSockets"], value, message));
    return [];
  }
  return value.flatMap((one, at) => take(TMUX_SOCKET, one, ["tmuxSockets", at], problems) ?? []);
}

function checkAgents(value: unknown, problems: ConfigProblem[]): Config["agents"] {
  if (!isObject(value)) {
    problems.push(problem(["agents"], value, "is no object"));
    return {};
  }
  const entries: [string, AgentEntry][] = [];
  for (const [name, one] of Object.entries(value)) {
    const path = ["agents", name];
    const refuse = (message: string, hint: string): void =>
      void problems.push({ ...problem(path, one, message), hint });
    if (!AGENT_NAME.test(name) || RESERVED_NAMES.includes(name)) {
      const taken = RESERVED_NAMES.join(" or ");
      refuse(
        "is no name for an agent",
        `Use lower-case letters, digits and hyphens, at most 32, and not ${taken}.`,
      );
    } else if (entries.length === MAX_AGENTS) {
      refuse(`comes after ${MAX_AGENTS} others`, `Keep ${MAX_AGENTS} agents at most.`);
    } else {
      const entry = take(AGENT, one, path, problems);
      if (entry) entries.push([name, entry]);
    }
  }
  return Object.fromEntries(entries);
}

/** Null when it does not fit; then each thing that is wrong is a problem. */
function take<S extends z.ZodType>(
  schema: S,
  value: unknown,
  path: Path,
  problems: ConfigProblem[],
): z.output<S> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const at = [...path, ...issue.path];
    const found = valueAt(value, issue.path);
    if (issue.code !== "unrecognized_keys")
      problems.push(problem(at, found, messageOf(issue, found)));
    else
      for (const key of issue.keys)
        problems.push(unknownKey([...at, key], valueAt(found, [key]), keysOf(lastName(at))));
  }
  return null;
}

const TYPES: Readonly<Record<string, string>> = { int: "whole number", array: "list" };

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "is missing";
  switch (issue.code) {
    case "custom":
      return issue.message;
    case "invalid_type":
      return `is no ${TYPES[issue.expected] ?? issue.expected}`;
    case "too_small":
      return typeof value === "number" ? `is less than ${issue.minimum}` : "is empty";
    case "too_big":
      return `${typeof value === "number" ? "is more" : "is longer"} than ${issue.maximum}`;
    case "invalid_value":
      return `is none of ${issue.values.join(", ")}`;
    default:
      return "has another form";
  }
}

function unknownKey(path: Path, value: unknown, known: readonly string[]): ConfigProblem {
  const hint = `${didYouMean(String(path.at(-1)), known)}Use one of: ${known.join(", ")}.`;
  return { key: formatKey(path), value: formatValue(value), message: "is no key of ccmux's", hint };
}

function problem(path: Path, value: unknown, message: string): ConfigProblem {
  const name = lastName(path);
  const hint = HINTS[name] ?? `Give an object with some of: ${keysOf(name).join(", ")}.`;
  return { key: formatKey(path), value: formatValue(value), message, hint };
}

/** The last key that has a name, but for the agent's own, which may be any. */
function lastName(path: Path): string {
  if (path.length === 2 && path[0] === "agents") return "agent";
  return String(path.findLast((part) => typeof part !== "number"));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (isObject(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined),
    value,
  );
}

function isSetting(key: string): key is keyof typeof SETTINGS {
  return Object.hasOwn(SETTINGS, key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `line:column`, both from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
