/** Makes agents of the config's entries. Pure. */
import { formatKey, formatValue, type ConfigProblem, type Path } from "../core/config-problem.ts";
import type { AgentEntry, RuleEntry } from "../core/config-schema.ts";
import { genericLayout } from "./_generic-layout.ts";
import { compilePattern, type PatternForm } from "./_pattern.ts";
import { screenRules } from "./_screen.ts";
import type { ScreenRule, ScreenSpec } from "./_spec.ts";
import type { Agent, ProcessRules, ScreenRules } from "./define.ts";

/** Agents come as scripts of these too. Shells are none of them: `sh -c` names anything. */
const INTERPRETER = /^(?:node|nodejs|bun|deno|[Pp]ython[\d.]*|ruby|perl)$/;
/** An agent that claims one of these claims every one of them, and would have text typed into it. */
const NEVER_AGENTS = [
  "",
  ...words("sh bash dash zsh fish ksh tcsh nu login su sudo ssh tmux"),
  ...words("node bun deno python python3 ruby perl vi vim nvim less"),
];
const NEVER = /^(?!)/;
const CURSOR = "❯›▶►➤●>";

export interface CustomAgents {
  agents: ReadonlyMap<string, Agent>;
  problems: readonly ConfigProblem[];
}

/**
 * An entry of a built-in agent's name replaces the parts that it gives and leaves the rest. An entry
 * with a defect is left out as a whole: the built-in agent stays as it is.
 */
export function makeAgents(
  entries: Readonly<Record<string, AgentEntry>>,
  builtIn: ReadonlyMap<string, Agent>,
): CustomAgents {
  const agents = new Map<string, Agent>();
  const problems: ConfigProblem[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const found: ConfigProblem[] = [];
    const maker = createMaker(["agents", name], found);
    const agent = makeAgent(name, entry, builtIn.get(name), maker);
    if (found.length === 0) agents.set(name, agent);
    problems.push(...found);
  }
  return { agents, problems };
}

/** What an entry is made with: it gathers what is wrong on the way. */
interface Maker {
  /** Null where nothing is given; a pattern with a defect becomes a problem, and matches nothing. */
  pattern(source: string | undefined, form: PatternForm, path: Path): RegExp | null;
  refuse(path: Path, value: unknown, message: string, hint: string): void;
}

const PATTERN_HINT =
  "Write it in RE2's syntax, with a backslash before a sign that stands for itself.";

function createMaker(base: Path, problems: ConfigProblem[]): Maker {
  const maker: Maker = {
    pattern(source, form, path) {
      if (source === undefined) return null;
      const compiled = compilePattern(source, form);
      if (compiled.ok) return compiled.pattern;
      maker.refuse(path, source, `can't be used: ${compiled.because}`, PATTERN_HINT);
      return NEVER;
    },
    refuse(path, value, message, hint) {
      const key = formatKey([...base, ...path]);
      problems.push({ key, value: formatValue(value), message, hint });
    },
  };
  return maker;
}

function makeAgent(name: string, entry: AgentEntry, base: Agent | undefined, make: Maker): Agent {
  return {
    published: null,
    verified: [],
    ...base,
    name,
    title: entry.title ?? base?.title ?? name,
    process: makeProcess(entry, base?.process, make),
    screen: makeScreen(entry.screen, base?.screen ?? null, make),
  };
}

function makeProcess(
  { process = {} }: AgentEntry,
  base: ProcessRules | undefined,
  make: Maker,
): ProcessRules {
  const executable = make.pattern(process.executable, "whole", ["process", "executable"]);
  const script = make.pattern(process.script, "path", ["process", "script"]);
  const exclude = make.pattern(process.exclude, "anywhere", ["process", "exclude"]);
  const claimed = NEVER_AGENTS.find((program) => executable?.test(program));
  if (claimed !== undefined) {
    const what = claimed === "" ? "the empty name" : `every ${claimed}`;
    make.refuse(
      ["process", "executable"],
      process.executable,
      `claims ${what}`,
      "Give the agent's own program; where an interpreter runs it, give process.script.",
    );
  }
  if (!base && !executable && !script) {
    make.refuse(
      ["process"],
      process,
      "does not tell by which process the agent is known",
      'Give process.executable or process.script: {"process": {"executable": "helper"}}.',
    );
  }
  return {
    executable: executable ?? base?.executable ?? NEVER,
    script: script ?? base?.script ?? null,
    ...((script || !base) && { interpreter: INTERPRETER }),
    exclude: exclude ?? base?.exclude ?? null,
    env: base?.env ?? [],
    claims: base?.claims ?? [],
    refuses: base?.refuses ?? [],
  };
}

function makeScreen(
  entry: AgentEntry["screen"],
  base: ScreenRules | null,
  make: Maker,
): ScreenRules | null {
  if (!entry) return base;
  const { prompt, cursor, quiet, rules } = entry;
  const sign = make.pattern(prompt, "start", ["screen", "prompt"]);
  if (!rules && !base?.spec) {
    make.refuse(
      ["screen"],
      entry,
      "has no rules",
      'Give screen.rules: [{"in": "dialog", "status": "waiting"}].',
    );
  }
  const spec = base?.spec ?? GENERIC;
  return screenRules({
    ...spec,
    ...((!base?.spec || prompt || cursor) && { layout: genericLayout(sign, cursor ?? CURSOR) }),
    ...(quiet !== undefined && { quiet }),
    ...(rules && { rules: rules.map((rule, index) => makeRule(rule, index, make)) }),
  });
}

/** What nobody has said of an agent's screen. */
const GENERIC: ScreenSpec = {
  layout: genericLayout(null, CURSOR),
  rules: [],
  placeholder: NEVER,
  between: NEVER,
  titleSpeaks: () => false,
  background: () => null,
  failure: NEVER,
  // Text may stream without any sign of it.
  quiet: true,
  examples: [],
};

function makeRule(rule: RuleEntry, index: number, make: Maker): ScreenRule {
  const path = ["screen", "rules", index];
  const match = make.pattern(rule.match, "anywhere", [...path, "match"]) ?? /(?:)/;
  const except = make.pattern(rule.except, "anywhere", [...path, "except"]);
  return {
    name: rule.name ?? `rule-${index + 1}`,
    region: rule.in,
    match,
    ...(except && { except: { match: except, because: "its `except` matches too" } }),
    status: rule.status,
    ...(rule.kind && { kind: rule.kind }),
    tool: ({ groups }) => groups?.tool ?? rule.tool ?? null,
  };
}

function words(text: string): string[] {
  return text.split(" ");
}
