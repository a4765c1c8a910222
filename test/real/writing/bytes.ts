import { judgeLater, views } from "./refusal.ts";
import { seeingRest } from "./rest.ts";
import { judgeWaited, WAIT } from "./sends.ts";
import type { Stage } from "./stage.ts";
import type { Case, Outcome } from "./types.ts";

interface Text {
  row: string;
  text: string;
  /** The agent may take it for a command of its own: refused is right too. */
  mayRun?: true;
  /** Through a file, as pipes do it; else as an argument. */
  inFile?: true;
}

const TEXTS: Text[] = [
  { row: "one line", text: "water the plants" },
  {
    row: "two lines with quotes, `$`, backticks, emoji",
    text: "say \"it's\" $HOME ${x} $(id) `id` \\n \\\\ 100% 🪴\nand 'that' too: naïve 日本語 👩‍🚀",
    inFile: true,
  },
  { row: "a lone `;` (FR-030)", text: ";" },
  { row: "`go;` (FR-030)", text: "go;" },
  { row: "`a\\;` (FR-030)", text: "a\\;" },
  { row: "`x; y;` (FR-030)", text: "x; y;" },
  { row: "ending in `\\`", text: "ends in \\" },
  { row: "three lines, a blank one in the middle (FR-028)", text: "one\n\nthree", inFile: true },
  { row: "leading `/`", text: "/explain this", mayRun: true },
  { row: "leading `!` (FR-036)", text: "!important: read this", mayRun: true },
  { row: "leading `#` (FR-036)", text: "#note", mayRun: true },
  { row: "leading `@`", text: "@someone look here", mayRun: true },
  { row: "leading `-`", text: "- first item" },
  { row: "`check A != B` (FR-036)", text: "check A != B" },
  { row: "`--help me choose` (FR-031)", text: "--help me choose" },
  { row: "`-l` (FR-031)", text: "-l" },
  { row: "`-----BEGIN NOTE-----` (FR-031)", text: "-----BEGIN NOTE-----" },
  { row: "3,163 bytes (FR-029)", text: long(3163, "7f"), inFile: true },
  { row: "100 kB", text: long(100_000, "a9"), inFile: true },
];

/** Here the bytes count: an agent may take seconds to draw a long text. */
const SLOW_MS = 15_000;

/** Byte for byte as the mock received it. */
export const bytes: Case[] = TEXTS.map((text) => ({
  part: "bytes",
  row: text.row,
  run: (stage) => sendExactly(stage, text),
}));

async function sendExactly(stage: Stage, { text, mayRun, inFile }: Text): Promise<Outcome> {
  const input = inFile ? ["--file", await stage.file("prompt.txt", text)] : ["--", text];
  const send = () => seeingRest(stage, () => stage.ccmux("send", stage.id, ...WAIT, ...input));
  if (!mayRun) return judgeWaited(stage, text, await send(), SLOW_MS);
  const before = await views(stage);
  const attempt = await send();
  return attempt.code === 75
    ? { ...(await judgeLater(stage, attempt, before)), note: "refused" }
    : { ...(await judgeWaited(stage, text, attempt, SLOW_MS)), note: "sent" };
}

/** So many bytes in numbered lines, between a first and a last one that name the text. */
function long(size: number, mark: string): string {
  const [first, last] = [`BEGIN-${mark}\n`, `\nEND-${mark}`];
  const room = size - first.length - last.length;
  const lines = Array.from({ length: size / 30 }, (_, i) => `line ${i}: to be kept as it is`);
  return first + lines.join("\n").padEnd(room, "x").slice(0, room) + last;
}
