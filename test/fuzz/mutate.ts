import { pick, type Random } from "../faults/random.ts";

/** What attackers write: what a terminal, a shell, tmux, a path or a parser may obey. */
const TOKENS = [
  "\x1b[31m",
  "\x1b]0;title\x07",
  "\x1b]52;c;cm0=\x1b\\",
  "\x9b2J",
  "\x90q\x9c",
  "\x1b[201~",
  "\0",
  "\r",
  "\n",
  "\t",
  "\x7f",
  "\u202e",
  "\u2066",
  "\u200f",
  "\u2028",
  "\ud800",
  "\ufeff",
  "#{pane_id}",
  "#(touch x)",
  "$(touch x)",
  "`id`",
  "';",
  ";",
  "../",
  "/../../etc",
  "%0",
  "-",
  "--",
  "__proto__",
  "constructor",
  '"',
  "\\",
  "\\u0000",
  "[",
  "{",
  '{"a":',
  "]",
  "}",
  ",",
  "null",
  "true",
  "1e999",
  "-0",
  "99999999999999999999",
  "NaN",
  "│",
  "❯",
  "●",
  "✻",
  "⎿",
  "─",
  "👩‍👩‍👧",
  "e\u0301",
  "漢",
  " ",
  "  ",
];
const MOST = 64 << 10;
const REPEATS = [2, 8, 64, 1024];

type Mutation = (text: string, random: Random, other: string) => string;

const at = (text: string, random: Random): number => Math.floor(random() * (text.length + 1));

/** A stretch of it, most of them short. */
function stretch(text: string, random: Random): [from: number, to: number] {
  const from = at(text, random);
  const length = Math.floor((text.length - from) * random() ** 4);
  return [from, from + length];
}

const MUTATIONS: readonly Mutation[] = [
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => text.slice(at(text, random)),
  (text, random) => {
    const [from, to] = stretch(text, random);
    return text.slice(0, from) + text.slice(to);
  },
  (text, random) => {
    const [from, to] = stretch(text, random);
    const times = pick(random, REPEATS);
    return (
      text.slice(0, from) +
      text
        .slice(from, to)
        .slice(0, MOST / times)
        .repeat(times) +
      text.slice(to)
    );
  },
  (text, random) => {
    const from = at(text, random);
    return text.slice(0, from) + pick(random, TOKENS) + text.slice(from);
  },
  (text, random) => {
    const from = at(text, random);
    const token = pick(random, TOKENS).repeat(pick(random, REPEATS));
    return text.slice(0, from) + token + text.slice(from);
  },
  (text, random) => {
    const from = at(text, random);
    const unit = String.fromCharCode(Math.floor(random() * (random() < 0.7 ? 256 : 65_536)));
    return text.slice(0, from) + unit + text.slice(from + 1);
  },
  // A value in place of another.
  (text, random) => {
    const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+|true|false|null/g)].slice(0, 500);
    if (values.length === 0) return text;
    const { index, 0: value } = pick(random, values);
    return text.slice(0, index) + pick(random, TOKENS) + text.slice(index + value.length);
  },
  // Half of one and half of another.
  (text, random, other) => text.slice(0, at(text, random)) + other.slice(at(other, random)),
  // Lines in another order.
  (text, random) => {
    const lines = text.split("\n");
    const from = Math.floor(random() * lines.length);
    return [...lines.splice(from), ...lines].join("\n");
  },
];

/** Another input, from one or two of these. At most 64 KiB, as the parsers' own limits are. */
export function mutate(seeds: readonly string[], random: Random): string {
  let text = pick(random, seeds);
  const steps = 1 + Math.floor(random() * 4);
  for (let step = 0; step < steps; step++)
    text = pick(random, MUTATIONS)(text, random, pick(random, seeds)).slice(0, MOST);
  return text;
}
