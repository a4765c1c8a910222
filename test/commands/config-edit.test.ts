import { describe, expect, it } from "vitest";
import { parseKey, setIn, unsetIn } from "../../src/commands/_config-edit.ts";

const COMMENTED = `// mine
{
  /* quick */ "scanMs": 500, // half a second
  // servers
  "tmuxSockets": ["work"],
}
`;

describe("a key", () => {
  it("is named as problems name it", () => {
    expect(parseKey("agents.helper.screen.rules[0].match")).toEqual([
      "agents",
      "helper",
      "screen",
      "rules",
      0,
      "match",
    ]);
  });

  it.each([
    ["scanms", 'Did you mean "scanMs"?'],
    ["agents.claude.tilte", 'Did you mean "title"?'],
    ["agents.claude.screen.rule", 'Did you mean "rules"?'],
    ["agents.claude.screen.rules[0].mach", 'Did you mean "match"?'],
    ["zzz", "Use one of: tmuxSockets, scanMs"],
    ["", "Use one of"],
  ])("%j is none", (key, hint) => {
    const hints = expect.objectContaining({ code: "E_USAGE", hint: expect.stringContaining(hint) });
    expect(() => parseKey(key)).toThrow(hints);
  });
});

describe("a value", () => {
  it.each([
    ["over one that is there", COMMENTED, "scanMs", 250, COMMENTED.replace("500", "250")],
    [
      "at the end, after its comma",
      COMMENTED,
      "discovery",
      "ps",
      COMMENTED.replace('["work"],', '["work"],\n  "discovery": "ps",'),
    ],
    ["into a list", COMMENTED, "tmuxSockets[0]", "play", COMMENTED.replace("work", "play")],
    [
      "after a list's last",
      COMMENTED,
      "tmuxSockets[1]",
      "play",
      COMMENTED.replace('["work"]', '["work", "play"]'),
    ],
    ["into nothing", "", "scanMs", 500, '{\n  "scanMs": 500\n}\n'],
    ["below comments alone", "// mine\n", "scanMs", 500, '// mine\n{\n  "scanMs": 500\n}\n'],
    [
      "with what it stands in",
      "{}",
      "agents.claude.title",
      "Boss",
      '{\n  "agents": {\n    "claude": { "title": "Boss" }\n  }\n}',
    ],
    [
      "with the file's own line ends and mark",
      '\uFEFF{\r\n\t"scanMs": 500\r\n}\r\n',
      "discovery",
      "ps",
      '\uFEFF{\r\n\t"scanMs": 500,\r\n\t"discovery": "ps"\r\n}\r\n',
    ],
    [
      "over the one of two that counts",
      '{"scanMs":1,"scanMs":2}',
      "scanMs",
      3,
      '{"scanMs":1,"scanMs":3}',
    ],
  ])("goes %s", (_where, before, key, value, after) => {
    expect(setIn(before, parseKey(key), value)).toBe(after);
  });

  it("does not go where there is no place", () => {
    expect(() => setIn('{"agents": []}', parseKey("agents.claude.title"), "x")).toThrow(
      "agents has no place for claude",
    );
    expect(() => setIn("{}", parseKey("tmuxSockets[3]"), "x")).toThrow("has no place");
  });
});

describe("without a key", () => {
  it.each([
    [
      "the first",
      COMMENTED,
      "tmuxSockets",
      COMMENTED.replace(/ {2}\/\/ servers\n.*\n/, "  // servers\n"),
    ],
    ["the only one", '{\n  "scanMs": 500\n}\n', "scanMs", "{}\n"],
    ["one of a list", '{"tmuxSockets": ["a", "b"]}', "tmuxSockets[0]", '{"tmuxSockets": ["b"]}'],
    ["one that is not there", COMMENTED, "discovery", null],
    ["one below nothing", "", "agents.claude.title", null],
  ])("%s", (_what, before, key, after) => {
    expect(unsetIn(before, parseKey(key))).toBe(after);
  });
});
