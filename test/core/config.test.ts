import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentsToJson, DEFAULTS, readConfig } from "../../src/core/config.ts";
import { formatProblem } from "../../src/core/config-problem.ts";

const agent = (entry: string) => `{"agents": {"good": {"title": "G"}, "h": ${entry}}}`;
const rule = (fields: string) =>
  agent(`{"screen": {"rules": [{"in": "title", "status": "idle"}, {${fields}}]}}`);
const GOOD = { good: { title: "G" } };

describe("a bad entry is named, and left out alone:", () => {
  it.each<[text: string, problem: string, rest: object]>([
    ['{"scanMs": 5, "idleScanMs": 9000}', "scanMs: 5 is less than 100", { idleScanMs: 9000 }],
    ['{"scanMs": 60001}', "scanMs: 60001 is more than 60000", {}],
    ['{"scanMs": 1.5}', "scanMs: 1.5 is no whole number", {}],
    ['{"scanMs": "1s"}', 'scanMs: "1s" is no number', {}],
    ['{"scanMs": null}', "scanMs: null is no number", {}],
    ['{"scanMs": 1e999}', "scanMs: null is no number", {}],
    ['{"idleScanMs": 100, "scanMs": 200}', "idleScanMs: 100 is less than 500", { scanMs: 200 }],
    ['{"discovery": "proc"}', 'discovery: "proc" is none of auto, ps', {}],
    ['{"scanms": 500, "scanMs": 600}', "scanms: 500 is no key of ccmux's", { scanMs: 600 }],
    ['{"toString": 1}', "toString: 1 is no key of ccmux's", {}],
    ['{"__proto__": {"scanMs": 1}}', '__proto__: {"scanMs":1} is no key of ccmux\'s', {}],
    ['{"tmuxSockets": "work"}', 'tmuxSockets: "work" is no list', {}],
    [
      '{"tmuxSockets": ["work", "a/b", "/c"]}',
      'tmuxSockets[1]: "a/b" has another form',
      { tmuxSockets: ["work", "/c"] },
    ],
    ['{"tmuxSockets": [7, "-x"]}', "tmuxSockets[0]: 7 is no string", {}],
    [`{"tmuxSockets": ["/${"x".repeat(200)}"]}`, "tmuxSockets[0]: ", {}],
    ['{"agents": []}', "agents: [] is no object", {}],
    [agent("5"), "agents.h: 5 is no object", { agents: GOOD }],
    [
      '{"agents": {"good": {"title": "G"}, "My Agent": {}}}',
      "agents.My Agent: {} is no name for an agent",
      { agents: GOOD },
    ],
    [
      '{"agents": {"good": {"title": "G"}, "self": {}}}',
      "agents.self: {} is no name for an agent",
      { agents: GOOD },
    ],
    [
      '{"agents": {"good": {"title": "G"}, "__proto__": {}}}',
      "agents.__proto__: {} is no name for an agent",
      { agents: GOOD },
    ],
    [agent('{"title": " "}'), 'agents.h.title: " " is empty', { agents: GOOD }],
    [
      agent('{"processMatch": "^h$"}'),
      'agents.h.processMatch: "^h$" is no key of ccmux\'s',
      { agents: GOOD },
    ],
    [agent('{"process": "h"}'), 'agents.h.process: "h" is no object', { agents: GOOD }],
    [
      agent('{"process": {"executable": ""}}'),
      'agents.h.process.executable: "" is empty',
      { agents: GOOD },
    ],
    [
      agent(`{"process": {"script": "${"x".repeat(301)}"}}`),
      "agents.h.process.script: ",
      { agents: GOOD },
    ],
    [
      agent('{"process": {"exe": "h"}}'),
      'agents.h.process.exe: "h" is no key of ccmux\'s',
      { agents: GOOD },
    ],
    [
      agent('{"screen": {"quiet": "no"}}'),
      'agents.h.screen.quiet: "no" is no boolean',
      { agents: GOOD },
    ],
    [
      agent('{"screen": {"cursor": "a]"}}'),
      'agents.h.screen.cursor: "a]" has another form',
      { agents: GOOD },
    ],
    [agent('{"screen": {"rules": []}}'), "agents.h.screen.rules: [] is empty", { agents: GOOD }],
    [
      rule('"in": "body", "status": "idle"'),
      'agents.h.screen.rules[1].in: "body" is none of title, heading',
      { agents: GOOD },
    ],
    [rule('"in": "tail"'), "agents.h.screen.rules[1].status is missing", { agents: GOOD }],
    [
      rule('"in": "tail", "status": "unknown"'),
      'agents.h.screen.rules[1].status: "unknown" is none of',
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "idle", "match": 5'),
      "agents.h.screen.rules[1].match: 5 is no string",
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "idle", "kind": "plan"'),
      'agents.h.screen.rules[1].kind: "plan" stands beside a status other',
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "waiting", "kind": "x"'),
      'agents.h.screen.rules[1].kind: "x" is none of',
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "working", "tool": "x"'),
      'agents.h.screen.rules[1].tool: "x" stands beside',
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "working", "name": "No"'),
      'agents.h.screen.rules[1].name: "No" has another form',
      { agents: GOOD },
    ],
    [
      rule('"in": "tail", "status": "working", "regex": "x"'),
      'agents.h.screen.rules[1].regex: "x" is no key',
      { agents: GOOD },
    ],
  ])("%s → %s", (text, expected, rest) => {
    const { config, problems } = readConfig(text);
    expect(formatProblem(problems[0]!)).toContain(expected);
    expect(problems[0]!.hint).toMatch(/^(?:Did you mean "\w+"\? )?(?:Give|Use) .+\.$/);
    expect(config).toEqual({ ...DEFAULTS, ...rest });
  });
});

it("names everything that is wrong, not only the first", () => {
  const { problems } = readConfig(
    '{"scanMs": 1, "x": 1, "agents": {"h": {"title": 1, "process": {"a": 1, "b": 2}}}}',
  );
  expect(problems.map(({ key }) => key)).toEqual([
    "scanMs",
    "x",
    "agents.h.title",
    "agents.h.process.a",
    "agents.h.process.b",
  ]);
});

it("counts agents, and what comes after is one too many", () => {
  const agents = Object.fromEntries(Array.from({ length: 34 }, (_, at) => [`a${at}`, {}]));
  const { config, problems } = readConfig(JSON.stringify({ agents }));
  expect(Object.keys(config.agents)).toHaveLength(32);
  expect(problems.map(({ key }) => key)).toEqual(["agents.a32", "agents.a33"]);
});

describe("a file that does not parse is void, and says where:", () => {
  it.each([
    ['{"scanMs": 200', "ccmux.json:1:15", "does not parse: close brace expected"],
    [
      '{\n  "scanMs": 200\n  "discovery": "ps"}',
      "ccmux.json:3:3",
      "does not parse: comma expected",
    ],
    ["{'scanMs': 200}", "ccmux.json:1:2", "does not parse: invalid symbol"],
    ['{"scanMs": 200} x', "ccmux.json:1:17", "does not parse: "],
    ["[]", "ccmux.json", "is no object"],
    ["5", "ccmux.json", "is no object"],
  ])("%s", (text, key, message) => {
    const { config, problems, isVoid } = readConfig(text);
    expect(config).toEqual(DEFAULTS);
    expect(isVoid).toBe(true);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ key, message: expect.stringContaining(message) });
  });
});

it("gives up on brackets within brackets", () => {
  const { config, problems } = readConfig("[".repeat(100_000));
  expect(config).toEqual(DEFAULTS);
  expect(problems.map(({ message }) => message)).toEqual(["is nested too deeply"]);
});

describe("is no problem:", () => {
  it.each([
    ["nothing", "", {}],
    ["blank", " \n\t", {}],
    ["only a comment", "// later", {}],
    ["a schema's name", '{"$schema": "x"}', {}],
    [
      "comments and trailing commas",
      '\uFEFF{\n// quick\n"scanMs": 200, /* so */ "tmuxSockets": ["~/s",],\n}',
      { scanMs: 200, tmuxSockets: ["~/s"] },
    ],
    [
      "an agent named as a word of JavaScript",
      '{"agents": {"constructor": {}}}',
      { agents: { constructor: {} } },
    ],
  ])("%s", (_what, text, config) => {
    expect(readConfig(text)).toEqual({ config: { ...DEFAULTS, ...config }, problems: [] });
  });
});

it("says to threads what there is, and nothing when there is nothing", () => {
  expect(agentsToJson(DEFAULTS)).toBe("");
  expect(agentsToJson(readConfig('{"agents": {"a": {"title": " A "}}}').config)).toBe(
    '{"a":{"title":"A"}}',
  );
});

it("shows what was written in one line that no terminal obeys", () => {
  const { problems } = readConfig(JSON.stringify({ "\u001b[2J": "\u009b\n\u202e".repeat(40) }));
  expect(`${problems[0]!.key}${problems[0]!.value}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(problems[0]!.value.length).toBeLessThan(400);
});

it("never throws", () => {
  const key = fc.constantFrom(
    "scanMs",
    "tmuxSockets",
    "agents",
    "h",
    "process",
    "screen",
    "rules",
    "__proto__",
  );
  const value = fc.oneof(fc.string(), fc.double(), fc.constantFrom(null, true, 200, []));
  const object = fc.object({ key, values: [value], maxDepth: 4, maxKeys: 3 });
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    object.map((it) => JSON.stringify(it)),
  );
  fc.assert(
    fc.property(text, (it) => {
      const { config, problems } = readConfig(it);
      expect(Object.keys(config)).toEqual(Object.keys(DEFAULTS));
      for (const { message, hint } of problems) expect([message, hint]).not.toContain("");
    }),
  );
});
