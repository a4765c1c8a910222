/** What may stand in `ccmux.json`, and what to write where something else does. */
import { z } from "zod";
import { ATTENTION_KINDS } from "./types.ts";

const MAX_PATTERN = 300;
const MAX_RULES = 32;

/** A regular expression. Whether it is one, `src/agents` finds out, where it is compiled. */
const PATTERN = z.string().min(1).max(MAX_PATTERN);

/** Where a rule looks: `src/agents/_spec.ts` says what they are. */
const REGIONS = [
  "title",
  "heading",
  "options",
  "hint",
  "dialog",
  "status",
  "composer",
  "footer",
  "tail",
] as const;

const RULE = z
  .strictObject({
    name: z
      .string()
      .max(40)
      .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
      .optional(),
    in: z.enum(REGIONS),
    match: PATTERN.optional(),
    except: PATTERN.optional(),
    status: z.enum(["working", "waiting", "idle"]),
    kind: z.enum(ATTENTION_KINDS).optional(),
    tool: z.string().min(1).max(40).optional(),
  })
  .superRefine((rule, context) => {
    if (rule.status === "waiting") return;
    for (const key of ["kind", "tool"] as const) {
      if (rule[key] === undefined) continue;
      const message = 'stands beside a status other than "waiting"';
      context.addIssue({ code: "custom", path: [key], message });
    }
  });

const PROCESS = z.strictObject({
  executable: PATTERN.optional(),
  script: PATTERN.optional(),
  exclude: PATTERN.optional(),
});

const SCREEN = z.strictObject({
  prompt: PATTERN.optional(),
  // They stand in a character class.
  cursor: z
    .string()
    .regex(/^[^\s\p{L}\p{N}\p{Cc}\p{Cs}\][\\^-]{1,8}$/u)
    .optional(),
  quiet: z.boolean().optional(),
  rules: z.array(RULE).min(1).max(MAX_RULES).optional(),
});

export const AGENT = z.strictObject({
  title: z.string().trim().min(1).max(40).optional(),
  process: PROCESS.optional(),
  screen: SCREEN.optional(),
});

/** An agent of the user's own, or what he changes of ours. Plain data: it crosses threads. */
export type AgentEntry = z.output<typeof AGENT>;
export type RuleEntry = z.output<typeof RULE>;

export const AGENT_NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** Words that a reference or a flag has taken. */
export const RESERVED_NAMES = ["self", "all"];
export const MAX_AGENTS = 32;
export const MAX_SOCKETS = 32;

/** An entry of `tmuxSockets`. */
export const TMUX_SOCKET = z
  .string()
  .max(200)
  .regex(/^(?:~?\/\P{Cc}*|[A-Za-z0-9_][A-Za-z0-9_.-]*)$/u);

/** Settings of one value each. */
export const SETTINGS = {
  scanMs: z.int().min(100).max(60_000),
  idleScanMs: z.int().min(500).max(3_600_000),
  discovery: z.enum(["auto", "ps"]),
  feedDays: z.int().min(1).max(3650),
  feedMegabytes: z.int().min(4).max(10_000),
};

const PATTERN_HINT = `at most ${MAX_PATTERN} characters.`;

/** What to write, by the last name of the key. */
export const HINTS: Readonly<Record<string, string>> = {
  tmuxSockets:
    'Give a list of paths ("/tmp/tmux-1000/work", "~/tmux.sock") or labels as for `tmux -L` ("work").',
  scanMs: "Give whole milliseconds from 100 to 60000.",
  idleScanMs: "Give whole milliseconds from 500 to 3600000.",
  discovery: 'Give "auto", or "ps" to do without /proc.',
  feedDays: "Give whole days from 1 to 3650.",
  feedMegabytes: "Give whole megabytes from 4 to 10000.",
  agents: 'Give an object: {"name": {"process": {…}, "screen": {…}}}.',
  title: "Give its name for people, 1 to 40 characters.",
  executable: `Give the program's name, or a regular expression for all of it, ${PATTERN_HINT}`,
  script: `Give the end of the script's path, or a regular expression for it, ${PATTERN_HINT}`,
  exclude: `Give a regular expression for the arguments of what is no agent, ${PATTERN_HINT}`,
  prompt: `Give a regular expression for how the composer's first row begins, ${PATTERN_HINT}`,
  cursor: 'Give the signs that mark an option as selected, up to 8, as in "❯›".',
  quiet: "Give true or false.",
  rules: `Give a list of 1 to ${MAX_RULES} rules: {"in": "dialog", "match": "…", "status": "waiting"}.`,
  name: "Give lower-case words joined by hyphens, at most 40 characters.",
  in: `Give one of ${REGIONS.join(", ")}.`,
  match: `Give a regular expression, ${PATTERN_HINT}`,
  except: `Give a regular expression, ${PATTERN_HINT}`,
  status: `Give one of ${RULE.shape.status.options.join(", ")}.`,
  kind: `Give one of ${ATTENTION_KINDS.join(", ")}, and only with "status": "waiting".`,
  tool: 'Give the tool\'s name, and only with "status": "waiting".',
};

const KEYS: Readonly<Record<string, readonly string[]>> = {
  agent: Object.keys(AGENT.shape),
  process: Object.keys(PROCESS.shape),
  screen: Object.keys(SCREEN.shape),
  rules: Object.keys(RULE.shape),
};

/** What may stand in an object of that name; `agent` is any agent's. */
export function keysOf(name: string): readonly string[] {
  return KEYS[name] ?? [];
}
