/** Settings as people have them, for an agent whose hooks stand in lists. */
import type { JsonPlace } from "../../src/agents/_setup.ts";

export interface Case {
  name: string;
  text: string;
  /** What an uninstall leaves; absent: the text. */
  left?: string;
}

/** A text with the same words as JSON has, in a layout of somebody's own. */
export function corpus(agent: string, place: JsonPlace, event: string): Case[] {
  const hook = (command: string): object => place.hook(command);
  const item = (command: string): object =>
    place.group ? { matcher: "Bash", hooks: [hook(command)] } : hook(command);
  const lists = (lists: object): object =>
    place.at.reduceRight<object>((inner, key) => ({ [key]: inner }), lists);
  const ours = `/old/place/ccmux-hook.sh ${agent} ${event}`;
  const mine = {
    model: "opus",
    ...lists({ [event]: [item("echo mine")], Other: [] }),
    last: [1, 2],
  };
  const pretty = (value: object, space: string | number = 2): string =>
    `${JSON.stringify(value, null, space)}\n`;
  const key = place.at.at(-1)!;
  return [
    { name: "empty", text: "" },
    { name: "one newline", text: "\n" },
    { name: "an empty object", text: "{}" },
    { name: "an empty object on two lines", text: "{\n}\n" },
    { name: "only a comment", text: "// nothing yet\n" },
    { name: "an object with only a comment", text: "{\n  // nothing yet\n}\n" },
    { name: "the user's own hooks", text: pretty(mine) },
    { name: "tabs", text: pretty(mine, "\t") },
    { name: "four spaces", text: pretty(mine, 4) },
    { name: "CRLF", text: pretty(mine).replaceAll("\n", "\r\n") },
    { name: "a byte order mark", text: `\uFEFF${pretty(mine)}` },
    { name: "no newline at the end", text: pretty(mine).trimEnd() },
    { name: "one line", text: JSON.stringify(mine) },
    {
      name: "keys in odd order",
      text: pretty({ z: 1, ...lists({ Zebra: [item("z")], [event]: [item("a")] }), a: { b: {} } }),
    },
    {
      name: "comments and trailing commas",
      text: `// of mine\n{\n  "model": "opus", // the best\n  /* "old": 1, */\n  "${key}": {\n    // at the end\n    "${event}": [\n      ${JSON.stringify(item("echo mine"))}, // ring\n    ],\n  }, // that was it\n  "last": [1, 2,],\n}\n// bye\n`,
    },
    { name: "a comment behind the last", text: `{\n  "a": 1 // last\n  // bye\n}\n` },
    { name: "words of other tongues", text: pretty({ name: "Ærøskøbing 東京 👩‍💻", ...lists({}) }) },
    {
      name: "a brace on the line",
      text: `{ "a": 1,\n  "${key}": {"${event}": [${JSON.stringify(item("echo mine"))}]},\n  "b": 2}`,
    },
    {
      name: "huge",
      text: pretty({
        ...mine,
        many: Array.from({ length: 15_000 }, (_, at) => ({ at, text: "x".repeat(30) })),
      }),
    },
    {
      name: "hooks of another product named ccmux",
      text: pretty(
        lists({
          [event]: [
            item("/home/dev/.agent/hooks/ccmux-session-start.sh"),
            item("ccmux-hook.sh --notify"),
          ],
        }),
      ),
    },
    {
      name: "an older ccmux",
      text: pretty({
        a: 1,
        ...lists({
          [event]: [item("echo mine"), old(ours)],
          Gone: [old(`'/old place/ccmux-hook.sh' ${agent} Gone`)],
        }),
      }),
      left: pretty({ a: 1, ...lists({ [event]: [item("echo mine")] }) }),
    },
    ...(place.group
      ? [
          {
            name: "the user's own in a group with ours",
            text: pretty(
              lists({
                [event]: [
                  { matcher: "Bash", hooks: [hook("echo mine"), hook(ours), hook("echo too")] },
                ],
              }),
            ),
            left: pretty(
              lists({
                [event]: [{ matcher: "Bash", hooks: [hook("echo mine"), hook("echo too")] }],
              }),
            ),
          },
        ]
      : []),
  ];

  function old(command: string): object {
    return place.group ? { ...place.group, hooks: [hook(command)] } : hook(command);
  }
}
