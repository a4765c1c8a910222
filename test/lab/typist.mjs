/**
 * An agent that can be typed to, drawn as Claude Code draws itself: run by a Node that is called `claude`.
 * Everything it reads is appended, as JSON strings, to the file named first; what was submitted to the one
 * named second. `ask` in its text opens a permission (TYPIST_ASKS of them, one after the other), `wonder` a
 * question; `work` lets it work for a second, or for TYPIST_WORK_MS that begin TYPIST_LAG_MS after Enter.
 * It answers with TYPIST_SAYS, and asks about TYPIST_COMMAND.
 * Escape ends its work, but with TYPIST_DEAF. With TYPIST_DRAW_MS it draws late.
 * With TYPIST_BANNER_MS it shows a banner for so long, and loses what is typed meanwhile.
 */
import { appendFileSync } from "node:fs";

const [, , bytesFile, promptsFile] = process.argv;
const RULE = "─".repeat(process.stdout.columns || 80);
/** Input that comes so soon after other input is one paste with it: its Enter is a new line. */
const PASTE_MS = Number(process.env.TYPIST_PASTE_MS ?? 0);
const WORK_MS = Number(process.env.TYPIST_WORK_MS ?? 1000);
const LAG_MS = Number(process.env.TYPIST_LAG_MS ?? 0);
/** What was typed shows so much later. */
const DRAW_MS = Number(process.env.TYPIST_DRAW_MS ?? 0);
let typedAt = 0;
const PERMISSION = process.env.TYPIST_OPTIONS ?? "1. Yes|2. Yes, and don't ask again|3. No";
const QUESTION = process.env.TYPIST_OPTIONS ?? "1. Red|2. Blue|3. Type something.";
let OPTIONS = [];
let field = "";
let draft = process.env.TYPIST_DRAFT ?? "";
let state = "idle";
let at = Number(process.env.TYPIST_SELECTED ?? 0);
let asks = 0;
const said = [];
let pending = "";

function draw() {
  const rows = said.slice(-6);
  if (state === "asks" || state === "wonders") {
    const head =
      state === "asks"
        ? [
            " Bash command",
            ` ${process.env.TYPIST_COMMAND ?? "touch one.txt"}`,
            "",
            " Do you want to proceed?",
          ]
        : [" ☐ Colour", "", "Which colour do you want", ""];
    const shown = OPTIONS.map((label) => (field && isField(label) ? `3. ${field}` : label));
    rows.push("", RULE, ...head);
    rows.push(...shown.map((label, index) => ` ${index === at ? "❯" : " "} ${label}`), "");
    rows.push(
      state === "asks" ? " Esc to cancel" : "Enter to select · ↑/↓ to navigate · Esc to cancel",
    );
  } else {
    if (state === "works") rows.push("", "✻ Working… (1s · ↓ 5 tokens)");
    const lines = draft.length > 800 ? ["[Pasted text #1]"] : draft.split("\n");
    rows.push("", RULE, `❯\u00a0${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`), RULE);
    rows.push(state === "works" ? "  esc to interrupt" : "  ? for shortcuts");
  }
  process.stdout.write(`\x1b[H\x1b[J${rows.join("\r\n")}`);
}

function isField(label) {
  return /Type something/.test(label);
}

function submit() {
  const text = draft;
  draft = "";
  if (!text.trim()) return;
  appendFileSync(promptsFile, `${JSON.stringify(text)}\n`);
  said.push(...`❯ ${text}`.split("\n"));
  if (process.env.TYPIST_SAYS) said.push(`● ${process.env.TYPIST_SAYS}`);
  asks = Number(process.env.TYPIST_ASKS ?? 1);
  state = text.includes("ask") ? "asks" : text.includes("wonder") ? "wonders" : "idle";
  OPTIONS = (state === "asks" ? PERMISSION : QUESTION).split("|");
  if (state === "idle" && text.includes("work")) {
    if (LAG_MS === 0) work();
    else setTimeout(() => (work(), draw()), LAG_MS);
  }
}

function work() {
  state = "works";
  setTimeout(() => ((state = "idle"), draw()), WORK_MS);
}

function take(label) {
  const words = isField(label) ? field : label.replace(/^\d+\. /, "");
  appendFileSync(promptsFile, `${JSON.stringify({ took: words })}\n`);
  state = "idle";
  field = "";
  if (--asks > 0) setTimeout(() => ((state = "asks"), draw()), 250);
}

process.stdin.setRawMode(true);
if (process.env.TYPIST_BANNER_MS) {
  process.stdout.write("\x1b[H\x1b[JWelcome!\r\nLoading your tools");
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.TYPIST_BANNER_MS)));
  process.stdin.read();
}
process.stdin.setEncoding("utf8");
process.stdout.write("\x1b[?2004h");
process.stdin.on("data", (chunk) => {
  appendFileSync(bytesFile, `${JSON.stringify(chunk)}\n`);
  pending += chunk;
  // A long paste comes in pieces.
  if (pending.lastIndexOf("\x1b[200~") > pending.lastIndexOf("\x1b[201~")) return;
  const input = pending;
  pending = "";
  for (const [part] of input.matchAll(/\x1b\[200~[^]*?\x1b\[201~|\x1b\[[A-D]|[^]/gu)) {
    if (state === "asks" || state === "wonders") {
      const writes = isField(OPTIONS[at]) && part >= " " && !part.startsWith("\x1b");
      if (writes) field += part;
      else if (part === "\x1b[B" || part === "\x1bOB") at = (at + 1) % OPTIONS.length;
      else if (part === "\x1b[A") at = (at + OPTIONS.length - 1) % OPTIONS.length;
      else if (part === "\r") take(OPTIONS[at]);
      else if (/^\d$/.test(part) && OPTIONS.some((label) => label.startsWith(`${part}.`)))
        take(OPTIONS.find((label) => label.startsWith(`${part}.`)));
      else if (part === "\x1b") take("Escape");
    } else if (part.startsWith("\x1b[200~")) draft += part.slice(6, -6).replaceAll("\r", "\n");
    else if (part === "\r" && Date.now() - typedAt < PASTE_MS) draft += "\n";
    else if (part === "\r") submit();
    else if (part === "\x1b") {
      draft = "";
      if (state === "works" && !process.env.TYPIST_DEAF) state = "idle";
    } else if (part >= " ") draft += part;
    if (part !== "\r") typedAt = Date.now();
  }
  if (DRAW_MS === 0) draw();
  else setTimeout(draw, DRAW_MS);
});
draw();
