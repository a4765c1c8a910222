/** Agents of the config: how they are told, read, laid over ours, and how they get into a thread. */
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { makeAgents } from "../../src/agents/_custom.ts";
import { identify } from "../../src/agents/_identify.ts";
import { compilePattern } from "../../src/agents/_pattern.ts";
import { registry, useAgents } from "../../src/agents/_registry.ts";
import type { Agent } from "../../src/agents/define.ts";
import { agents as builtIn } from "../../src/agents/index.ts";
import { readConfig } from "../../src/core/config.ts";
import { formatProblem } from "../../src/core/config-problem.ts";
import type { AgentEntry } from "../../src/core/config-schema.ts";
import { recordings } from "../stage/recordings.ts";

const DOCS = new URL("../../docs/configuration.md", import.meta.url);

/** As the config has it: whatever the schema refuses is no case for these tests. */
function entriesOf(agents: Record<string, AgentEntry>): Record<string, AgentEntry> {
  const { config, problems } = readConfig(JSON.stringify({ agents }));
  expect(problems).toEqual([]);
  return config.agents;
}

function make(name: string, entry: AgentEntry): Agent {
  const { agents, problems } = makeAgents(entriesOf({ [name]: entry }), builtIn);
  expect(problems).toEqual([]);
  return agents.get(name)!;
}

const problemsOf = (entry: AgentEntry, name = "helper"): string[] => {
  const made = makeAgents(entriesOf({ [name]: entry, other: HELPER }), builtIn);
  expect([...made.agents.keys()]).toEqual(["other"]);
  return made.problems.map(formatProblem);
};

const HELPER: AgentEntry = { process: { executable: "helper" } };

describe("a process", () => {
  afterEach(() => useAgents(""));

  it.each<
    [process: NonNullable<AgentEntry["process"]>, argv: string[], comm: string, is: string | null]
  >([
    [{ executable: "helper" }, ["helper"], "", "mine"],
    [{ executable: "helper" }, ["/opt/bin/helper", "--fast"], "helper", "mine"],
    [{ executable: "helper" }, ["helper2"], "", null],
    [{ executable: "helper" }, ["my-helper"], "", null],
    [{ executable: "helper" }, ["vim", "helper"], "", null],
    [{ executable: "helper|hlp" }, ["hlp"], "", "mine"],
    [{ executable: "helper-[0-9]+" }, ["helper-12"], "", "mine"],
    [{ executable: "helper", exclude: "^serve\\b" }, ["helper", "serve", "--port=1"], "", null],
    [{ executable: "helper", exclude: "^serve\\b" }, ["helper", "please", "serve"], "", "mine"],
    [{ script: "bin/helper" }, ["node", "/home/dev/bin/helper"], "node", "mine"],
    [{ script: "helper\\.py" }, ["python3", "/home/dev/helper.py", "-x"], "python3", "mine"],
    [{ script: "helper" }, ["/usr/bin/python3.12", "-m", "helper"], "python3", "mine"],
    [{ script: "helper\\.py" }, ["python3", "/home/dev/my-helper.py"], "python3", null],
    [{ script: "helper\\.py" }, ["python3", "tool.py", "helper.py"], "python3", null],
    [{ script: "helper" }, ["sh", "-c", "/usr/bin/helper"], "sh", null],
    // Started by its `#!`: the kernel calls it by the script's name.
    [{ executable: "helper" }, ["/usr/bin/python3", "/usr/local/bin/helper"], "helper", "mine"],
    [{ executable: "helper" }, ["/usr/bin/perl", "rename.pl"], "perl", null],
  ])("by %j: %j (%s) is %s", async (process, argv, comm, is) => {
    await useAgents(JSON.stringify(entriesOf({ mine: { process } })));
    expect(identify(argv, comm)).toBe(is);
  });

  it("of a built-in agent is still found, unless an entry claims it", async () => {
    await useAgents(JSON.stringify(entriesOf({ mine: { process: { executable: "codex" } } })));
    expect(identify(["codex"], "")).toBe("mine");
    expect(identify(["claude"], "")).toBe("claude");
  });
});

const RULES: NonNullable<AgentEntry["screen"]> = {
  prompt: "> ",
  rules: [
    {
      name: "asks",
      in: "dialog",
      match: "Allow (?P<tool>\\w+) to (?P<text>.+)\\?",
      status: "waiting",
      kind: "permission",
    },
    { name: "any-dialog", in: "options", status: "waiting" },
    {
      name: "title-asks",
      in: "title",
      match: "^\\[!\\]",
      status: "waiting",
      kind: "question",
      tool: "Ask",
    },
    { name: "busy", in: "status", match: "^✻ \\w+ing\\b", except: "^✻ Nothing", status: "working" },
    { name: "queue", in: "footer", match: "to queue$", status: "working" },
    { name: "at-rest", in: "composer", status: "idle" },
    {
      name: "yes-no",
      in: "tail",
      match: "^Continue\\? \\[y/N\\]$",
      status: "waiting",
      kind: "other",
    },
  ],
};

describe("a screen", () => {
  const { screen } = make("helper", { ...HELPER, screen: RULES });
  const read = (text: string, title: string | null = null) =>
    screen!.read({ lines: text.split("\n"), title, project: null });

  const RULE = "─".repeat(40);
  it.each<[what: string, screen: string, title: string, rule: string | null, status: string]>([
    ["its composer", "Hi.\n\n> ", "", "at-rest", "idle"],
    [
      "a composer with a draft of two rows",
      "Hi.\n\n> one\n  two\n\n? for help",
      "",
      "at-rest",
      "idle",
    ],
    ["a composer in a frame", `Hi.\n${RULE}\n> \n${RULE}\n  enter to send`, "", "at-rest", "idle"],
    [
      "a composer in a box",
      "Hi.\n╭──────────╮\n│ >        │\n╰──────────╯\n  ? for help",
      "",
      "at-rest",
      "idle",
    ],
    ["a spinner above its composer", "Hi.\n\n✻ Thinking (3s)\n\n> ", "", "busy", "working"],
    ["what looks like a spinner", "Hi.\n\n✻ Nothing to do\n\n> ", "", "at-rest", "idle"],
    ["a spinner further up", "✻ Thinking\n\nDone.\n\n> ", "", "at-rest", "idle"],
    ["words of a footer", "Hi.\n\n> x\n\n  tab to queue", "", "queue", "working"],
    [
      "a numbered question",
      "Hi.\n\nAllow Bash to run make?\n❯ 1. Yes\n  2. No",
      "",
      "asks",
      "waiting",
    ],
    [
      "a question in a frame",
      `Hi.\n${RULE}\n Allow Bash to run make?\n\n   make all\n\n ❯ 1. Yes\n   2. No\n\n Esc to cancel`,
      "",
      "asks",
      "waiting",
    ],
    [
      "a question in a box",
      "╭────────────╮\n│ Which one? │\n│ ❯ 1. This  │\n│   2. That  │\n╰────────────╯",
      "",
      "any-dialog",
      "waiting",
    ],
    [
      "options with keys below",
      "Which?\n\n› this\n  that\n\nEnter to select · Esc to cancel",
      "",
      "any-dialog",
      "waiting",
    ],
    [
      "the same options, talked about",
      "Allow Bash to run make?\n❯ 1. Yes\n  2. No\n\nso I said.\n\n> ",
      "",
      "at-rest",
      "idle",
    ],
    [
      "the same options, with an answer below",
      "Allow Bash to run make?\n❯ 1. Yes\n  2. No\n\nOk.\n\nSo it is.",
      "",
      null,
      "unknown",
    ],
    ["a title", "Hi.", "[!] Helper", "title-asks", "waiting"],
    ["a line at its very end", "Hi.\n\nContinue? [y/N]", "", "yes-no", "waiting"],
    ["that line long ago", `Continue? [y/N]\n${"x\n".repeat(20)}y`, "", null, "unknown"],
    ["a shell, with a title left over", "Hi.\nContinue? [y/N]\n$", "[!] Helper", null, "unknown"],
    ["nothing", "", "", null, "unknown"],
  ])("is told by %s", (_what, text, title, rule, status) => {
    expect(read(text, title || null)).toMatchObject({ rule, status });
  });

  it("says what is asked, by whom, and where", () => {
    const question = read("Hi.\n\nAllow Bash to run make?\n❯ 1. Yes\n  2. No");
    expect(question.ask).toEqual({ kind: "permission", tool: "Bash", text: "run make" });
    expect(question.where).toEqual({ row: 2, text: "Allow Bash to run make?" });
    expect(read("Hi", "[!] x").ask).toMatchObject({ kind: "question", tool: "Ask" });
    expect(read("Which?\n\n› this\n  that\n\nEnter to select · Esc to cancel").ask).toEqual({
      kind: "other",
      tool: null,
      text: "Which?",
    });
  });

  it("says what was refused, and what is written in its composer", () => {
    expect(read("Hi.\n\n✻ Nothing to do\n\n> ")).toMatchObject({
      refused: [{ rule: "busy", because: "its `except` matches too" }],
      composer: "empty",
    });
    expect(read("Hi.\n\n> dear\n  all")).toMatchObject({ composer: "draft", bodyEnd: 2 });
  });

  it("is taken to stream without a sign, unless the entry says otherwise", () => {
    expect(screen!.quiet).toBe(true);
    expect(make("helper", { ...HELPER, screen: { ...RULES, quiet: false } }).screen!.quiet).toBe(
      false,
    );
  });

  it("is none where the entry has none", () => {
    expect(make("helper", HELPER)).toMatchObject({
      title: "helper",
      screen: null,
      published: null,
    });
  });

  it("never makes it throw", () => {
    const row = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("> ", "❯ 1. Yes", "  2. No", RULE, "│ > │", "", "Esc to cancel"),
    );
    fc.assert(
      fc.property(fc.array(row), fc.option(fc.string()), (lines, title) => {
        const { status, bodyEnd } = screen!.read({ lines, title, project: null });
        expect(["working", "waiting", "idle", "unknown"]).toContain(status);
        expect(bodyEnd).toBeLessThanOrEqual(lines.length);
      }),
    );
  });
});

describe("an entry of a built-in agent's name", () => {
  const claude = builtIn.get("claude")!;

  it("replaces the title, and nothing else", () => {
    const { title, ...rest } = make("claude", { title: "Mine" });
    expect(title).toBe("Mine");
    const { title: _ours, ...theRest } = claude;
    expect(rest).toEqual(theRest);
  });

  it("replaces how its process is told, part by part", () => {
    const { process, published, screen } = make("claude", { process: { executable: "cld" } });
    expect(process).toEqual({ ...claude.process, executable: expect.anything() });
    expect([process.executable.test("cld"), process.executable.test("claude")]).toEqual([
      true,
      false,
    ]);
    expect([published, screen]).toEqual([claude.published, claude.screen]);
  });

  it("replaces its rules, and leaves its layout", () => {
    const rules = [{ in: "composer" as const, match: "urgent", status: "waiting" as const }];
    const { screen } = make("claude", { screen: { rules } });
    const { lines: drawn, title } = recordings.get("claude-2.1.332/80x24/idle-draft");
    const lines = drawn.map(stripVTControlCharacters);
    const ours = claude.screen!.read({ lines, title, project: null });
    expect(ours).toMatchObject({ status: "idle", composer: "draft" });
    const theirs = screen!.read({ lines, title, project: null });
    expect(theirs).toMatchObject({ composer: "draft", bodyEnd: ours.bodyEnd, status: "unknown" });
    expect(screen!.quiet).toBe(claude.screen!.quiet);
  });

  it("with a defect leaves the built-in one as it is", async () => {
    const entry: AgentEntry = { title: "Mine", process: { executable: "(" } };
    const { problems } = await useAgents(JSON.stringify(entriesOf({ claude: entry })));
    expect(problems.map(({ key }) => key)).toEqual(["agents.claude.process.executable"]);
    expect(registry.get("claude")).toBe(claude);
    await useAgents("");
  });
});

describe("an entry with a defect is left out, and named:", () => {
  const rule = (match: string): AgentEntry => ({
    ...HELPER,
    screen: {
      rules: [
        { in: "tail", status: "idle" },
        { in: "tail", match, status: "waiting" },
      ],
    },
  });
  const at = "agents.helper.screen.rules[1].match:";
  it.each<[AgentEntry, string]>([
    [rule("("), `${at} "(" can't be used: it is no regular expression: missing closing )`],
    [rule("a)(b"), `${at} "a)(b" can't be used: it is no regular expression: unexpected )`],
    [rule("(?=x)"), `${at} "(?=x)" can't be used: it looks ahead, behind or back`],
    [rule("(?<!x)y"), `${at} "(?<!x)y" can't be used: it looks ahead, behind or back`],
    [rule("(a)\\1"), `${at} "(a)\\\\1" can't be used: it looks ahead, behind or back`],
    [rule("a{1000}"), `${at} "a{1000}" can't be used: it repeats something more than 99 times`],
    [rule("(a{30}){30}"), `${at} "(a{30}){30}" can't be used: it is too large`],
    [{ screen: RULES }, "agents.helper.process: {} does not tell by which process"],
    [{ ...HELPER, screen: { quiet: true } }, 'agents.helper.screen: {"quiet":true} has no rules'],
    [
      { process: { executable: ".*" } },
      'agents.helper.process.executable: ".*" claims the empty name',
    ],
    [
      { process: { executable: "[a-z]+" } },
      'agents.helper.process.executable: "[a-z]+" claims every sh',
    ],
    [
      { process: { executable: "node" } },
      'agents.helper.process.executable: "node" claims every node',
    ],
    [
      { process: { executable: "helper", script: "*" } },
      'agents.helper.process.script: "*" can\'t be used',
    ],
  ])("%j", (entry, problem) => {
    expect(problemsOf(entry).join("\n")).toContain(problem);
  });
});

describe("a pattern", () => {
  const compile = (
    source: string,
    form: Parameters<typeof compilePattern>[1] = "anywhere",
  ): RegExp => {
    const compiled = compilePattern(source, form);
    if (!compiled.ok) throw new Error(compiled.because);
    return compiled.pattern;
  };

  it("is a regular expression to whoever uses it", () => {
    const pattern = compile("(?P<letter>[ab])(c)?");
    expect(pattern).toBeInstanceOf(RegExp);
    expect(pattern.exec("xxa")).toEqual(/(?<letter>[ab])(c)?/.exec("xxa"));
    expect(pattern.exec("xxa")).toMatchObject({ index: 2, groups: { letter: "a" } });
    expect("xxbc".replace(pattern, "-")).toBe("xx-");
    expect("xxbc".search(pattern)).toBe(2);
    expect("xx".match(pattern)).toBeNull();
    expect(pattern.flags).not.toMatch(/[gy]/);
    expect(pattern.exec("😀😀a")!.index).toBe("😀😀".length);
  });

  it("loses a space at its end with the row", () => {
    expect(compile("> ", "start").exec("> x")?.[0]).toBe("> ");
    expect(compile("> ", "start").exec(">")?.[0]).toBe(">");
    expect(compile("> ", "start").test(">x")).toBe(false);
    expect(compile("a|b ", "start").test("a")).toBe(true);
  });

  it("sees rows where there are some, and cares for case unless told not to", () => {
    expect(compile("^b$").test("a\nb\nc")).toBe(true);
    expect(compile("^b$", "start").test("a\nb")).toBe(false);
    expect(compile("(?i)^yes").test("YES")).toBe(true);
    expect(compile("^yes").test("YES")).toBe(false);
    expect(compile("a|b", "whole").test("xb")).toBe(false);
    expect(compile("a|b", "path").test("x/b")).toBe(true);
  });

  // Each of them would take an engine that goes back longer than there is time. That it ends is all.
  it.each([
    "(a+)+$",
    "(a|a)*$",
    "(.*a){25}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?:a?){40}a{40}b",
    "\\s+$",
  ])("%s ends on anything", (source) => {
    const pattern = compile(source);
    for (const text of [`${"a".repeat(50_000)}!`, `${" ".repeat(50_000)}!`, "ab".repeat(30_000)]) {
      expect(typeof pattern.test(text)).toBe("boolean");
      pattern.exec(text);
    }
  });

  it("never throws, whatever it is made of", () => {
    const part = fc.constantFrom(
      "(",
      ")",
      "[",
      "]",
      "a",
      "{9}",
      "{2,",
      "*",
      "+",
      "?",
      "|",
      "\\",
      "^",
      "$",
      "(?",
      "P<x>",
      "\\Q",
      ".",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.string(), (parts, text) => {
        const compiled = compilePattern(parts.join(""), "whole");
        if (compiled.ok) compiled.pattern.exec(text);
        expect(compiled.ok || compiled.because).not.toBe("");
      }),
    );
  });
});

describe("the registry", () => {
  afterEach(() => useAgents(""));
  const json = (agents: Record<string, AgentEntry>): string => JSON.stringify(entriesOf(agents));

  it("is ours, and each time what it was last told", async () => {
    expect([...registry]).toEqual([...builtIn]);
    await useAgents(json({ helper: HELPER, pi: { title: "My Pi" } }));
    expect([...registry.keys()].slice(0, 2)).toEqual(["helper", "pi"]);
    expect(registry.size).toBe(builtIn.size + 1);
    expect(registry.get("pi")?.title).toBe("My Pi");
    await useAgents("");
    expect(new Map(registry)).toEqual(builtIn);
  });

  it("says which entries have changed, once", async () => {
    expect((await useAgents(json({ a: HELPER, b: HELPER }))).names).toEqual(["a", "b"]);
    expect((await useAgents(json({ a: HELPER, b: HELPER }))).names).toEqual([]);
    expect((await useAgents(json({ b: { ...HELPER, title: "B" }, c: HELPER }))).names).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect((await useAgents("")).names).toEqual(["b", "c"]);
  });

  it("ends as the last one said, however they overlap", async () => {
    const [, , last] = await Promise.all([
      useAgents(json({ a: HELPER })),
      useAgents(json({ b: HELPER })),
      useAgents(json({ c: HELPER })),
    ]);
    expect(registry.has("c") && !registry.has("a") && !registry.has("b")).toBe(true);
    expect(last.problems).toEqual([]);
  });
});

it("takes the documentation's example", () => {
  const [, text = ""] = /```jsonc\n(.*?)```/s.exec(readFileSync(DOCS, "utf8")) ?? [];
  const { config, problems } = readConfig(text);
  const { agents, problems: more } = makeAgents(config.agents, builtIn);
  expect([...problems, ...more]).toEqual([]);
  const read = (screen: string) =>
    agents.get("helper")?.screen?.read({ lines: screen.split("\n"), title: null, project: null });
  expect(read("Hi.\n\nRun make?\n❯ 1. Yes\n  2. No")?.ask).toEqual({
    kind: "permission",
    tool: "Shell",
    text: "make",
  });
  expect(read("Continue? [y/N]")?.status).toBe("waiting");
  expect(read("✻ Thinking\n\n> ")?.status).toBe("working");
  expect(read("Hi.\n\n> ")?.status).toBe("idle");
});
