import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { examples } from "./examples.ts";
import { askedOf, failedRows, geminiLayout, restOf, titleOf } from "./layout.ts";

/** The name in a dialog → the tool's. */
const TOOLS: Record<string, string> = {
  Shell: "run_shell_command",
  WriteFile: "write_file",
  Edit: "replace",
  WebFetch: "web_fetch",
  ReadFile: "read_file",
};

const rules: readonly ScreenRule[] = [
  {
    name: "plan",
    region: "heading",
    match: /^ *Ready\s+to\s+start\s+implementation/,
    status: "waiting",
    kind: "plan",
    tool: "exit_plan_mode",
    text: restOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /^Yes, (?:automatically|manually) accept edits/m,
    status: "waiting",
    kind: "plan",
    tool: "exit_plan_mode",
    text: restOf,
  },
  {
    name: "question",
    region: "heading",
    match: /^ *Answer Questions\b/,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
    text: restOf,
  },
  {
    name: "trust",
    region: "heading",
    match: /^ *Do\s+you\s+trust\b/,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "trust-options",
    region: "options",
    match: /^(?:Trust (?:parent )?folder\b|Don.t trust)/m,
    status: "waiting",
    kind: "trust",
  },
  {
    // Asked before the turn, of files that a message names.
    name: "permission-read",
    region: "heading",
    match: /^ *The\s+following\s+files\s+are\s+outside\b/,
    status: "waiting",
    kind: "permission",
    tool: "read_file",
  },
  {
    name: "permission-tool",
    region: "heading",
    // A tool's name is one word of several; its other questions begin with `?` too.
    match: /^ *\? +(Shell|WriteFile|WebFetch|Edit|ReadFile|[A-Z][a-z]+[A-Z]\w*|\w+[_-]\w+)/m,
    status: "waiting",
    kind: "permission",
    tool: ([, name = ""]) => TOOLS[name] ?? name,
    text: askedOf,
  },
  {
    name: "permission-options",
    region: "options",
    match: /^(?:(?:Yes, )?allow (?:once|always|for this session)|No, suggest changes)/im,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    name: "question-options",
    region: "options",
    match: /^(?:\[.\] *)?(?:Enter a custom value|All of the above)/m,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
  },
  {
    name: "permission-asked",
    region: "heading",
    match:
      /(?:^|\n) *(?:Apply\s+this\s+change|Allow\s+execution\s+of|Do\s+you\s+want\s+to\s+proceed)\b/,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    name: "plan-keys",
    region: "hint",
    match: /\bto\s+edit\s+plan\b/,
    status: "waiting",
    kind: "plan",
    tool: "exit_plan_mode",
  },
  {
    // Its other lists name keys in brackets, or none.
    name: "question-keys",
    region: "hint",
    match: /^\s*Enter\s+to\s+(?:select|submit)\s+·/,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
  },
  {
    name: "dialog-open",
    region: "dialog",
    match: /\S/,
    status: "waiting",
    kind: "other",
    text: titleOf,
  },
  {
    // Its hooks write to the same row and leave it there: the key tells.
    name: "cancel-hint",
    region: "status",
    match: /(?:^| )\(esc to cancel(?:[,)]|$)/,
    status: "working",
  },
  {
    // A guess of its own about any command that has printed nothing for a while.
    name: "shell-silent",
    region: "status",
    match: /^ *!? ?(?:Interactive shell|Shell) awaiting input\b/,
    status: "working",
  },
  {
    name: "action-required",
    region: "title",
    match: /^✋ +\S/,
    status: "waiting",
    kind: "permission",
  },
  { name: "title-working", region: "title", match: /^[✦⏲] +\S/, status: "working" },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: geminiLayout,
  rules,
  // Not what it says where keys are commands, of a shell or of vim.
  placeholder: /^(?:Type your message or |Press 'Esc' for NORMAL)/,
  // Versions whose row has no place of its own.
  between: /^ *(?:Using: |\d+ GEMINI\.md|accepting edits|YOLO mode|\? for shortcuts)/,
  titleSpeaks: (title) => /^(?:◇ +Ready|[✦⏲] +\S|✋ +\S)/.test(title),
  background(status) {
    const counts = status.flatMap((row) => {
      const match = /(?:^| )(\d+) Background process(?:es)?\b/.exec(row);
      return match ? Number(match[1]) : [];
    });
    return counts[0] ?? null;
  },
  failure: failedRows,
  quiet: false,
  examples,
});
