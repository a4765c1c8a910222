/**
 * An agent that can be typed to, drawn as Claude Code draws itself: run by a Node that is called `claude`.
 * Everything it reads is appended, as JSON strings, to the file named first; what was submitted to the one
 * named second. `ask` in its text opens a permission; `work` lets it work for a second.
 */
import { appendFileSync } from "node:fs";

const [, , bytesFile, promptsFile] = process.argv;
const RULE = "─".repeat(process.stdout.columns || 80);
const OPTIONS = (process.env.TYPIST_OPTIONS ?? "1. Yes|2. Yes, and don't ask again|3. No").split(
  "|",
);
let draft = process.env.TYPIST_DRAFT ?? "";
let state = "idle";
let at = Number(process.env.TYPIST_SELECTED ?? 0);
const said = [];
let pending = "";

function draw() {
  const rows = said.slice(-6);
  if (state === "asks") {
    rows.push("", RULE, " Bash command", " touch one.txt", "", " Do you want to proceed?");
    rows.push(
      ...OPTIONS.map((label, index) => ` ${index === at ? "❯" : " "} ${label}`),
      "",
      " Esc to cancel",
    );
  } else {
    if (state === "works") rows.push("", "✻ Working… (1s · ↓ 5 tokens)");
    const lines = draft.length > 800 ? ["[Pasted text #1]"] : draft.split("\n");
    rows.push("", RULE, `❯\u00a0${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`), RULE);
    rows.push(state === "works" ? "  esc to interrupt" : "  ? for shortcuts");
  }
  process.stdout.write(`\x1b[H\x1b[J${rows.join("\r\n")}`);
}

function submit() {
  const text = draft;
  draft = "";
  if (!text.trim()) return;
  appendFileSync(promptsFile, `${JSON.stringify(text)}\n`);
  said.push(...`❯ ${text}`.split("\n"));
  state = text.includes("ask") ? "asks" : text.includes("work") ? "works" : "idle";
  if (state === "works") setTimeout(() => ((state = "idle"), draw()), 1000);
}

function take(label) {
  appendFileSync(promptsFile, `${JSON.stringify({ took: label.replace(/^\d+\. /, "") })}\n`);
  state = "idle";
}

process.stdin.setRawMode(true);
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
    if (state === "asks") {
      if (part === "\x1b[B" || part === "\x1bOB") at = (at + 1) % OPTIONS.length;
      else if (part === "\x1b[A") at = (at + OPTIONS.length - 1) % OPTIONS.length;
      else if (part === "\r") take(OPTIONS[at]);
      else if (/^\d$/.test(part) && OPTIONS.some((label) => label.startsWith(`${part}.`)))
        take(OPTIONS.find((label) => label.startsWith(`${part}.`)));
      else if (part === "\x1b") take("Escape");
    } else if (part.startsWith("\x1b[200~")) draft += part.slice(6, -6).replaceAll("\r", "\n");
    else if (part === "\r") submit();
    else if (part === "\x1b") draft = "";
    else if (part >= " ") draft += part;
  }
  draw();
});
draw();
