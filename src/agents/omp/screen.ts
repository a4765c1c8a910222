import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { dialogs } from "./dialogs.ts";
import { askedOf, bannerAbove, ompLayout, planOf, questionOf } from "./layout.ts";
import { turns } from "./turns.ts";

/** What runs beside the turn, at the end of the status line. A tool that the turn waits for counts too. */
const JOBS = /[◀<·] ⚙ (\d+)\b/;
const SUBAGENTS = /[◀<·] 👥 (\d+)\b/;

const rules: readonly ScreenRule[] = [
  {
    // A paste of a hundred lines: how it should be attached.
    name: "paste-menu",
    region: "heading",
    match: /^[╭┌]─+ Pasted \d+ lines\b/,
    status: "waiting",
    kind: "other",
    text: questionOf,
  },
  {
    name: "permission-tool",
    region: "heading",
    match: /(?:^|\n)(?:[╭┌]─+)? *Allow tool: (\S+)/,
    status: "waiting",
    kind: "permission",
    tool: ([, tool = ""]) => tool,
    text: askedOf,
  },
  {
    name: "plan",
    region: "heading",
    match: /(?:^|\n)(?:[╭┌]─+ Plan Review\b| *Plan mode - next step)/,
    status: "waiting",
    kind: "plan",
    text: planOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /(?:^|\n)(?:Approve and \w|Refine plan)/,
    status: "waiting",
    kind: "plan",
    text: planOf,
  },
  {
    name: "question",
    region: "heading",
    match: /(?:^|\n)[╭┌]─+ (?:Ask\b|Custom answer:|Note for )/,
    status: "waiting",
    kind: "question",
    tool: "ask",
    text: questionOf,
  },
  {
    name: "question-options",
    region: "options",
    match: /(?:^|\n)(?:[○◯◉●☐☑] |\([ o]\) |\[[ x]\] |Other \(type )/,
    status: "waiting",
    kind: "question",
    tool: "ask",
    text: questionOf,
  },
  {
    name: "permission-options",
    region: "options",
    match:
      /^(?=(?:[^]*\n)?(?:Approve|Yes|Allow|Accept|Run)\b)(?=(?:[^]*\n)?(?:Deny|No|Reject|Block)\b)/,
    status: "waiting",
    kind: "permission",
    text: questionOf,
  },
  {
    // An extension's dialog.
    name: "question-keys",
    region: "hint",
    match: /^ *(?:up\/down navigate|enter (?:or \S+ )?submit|ctrl\+q)/,
    status: "waiting",
    kind: "question",
    text: questionOf,
  },
  {
    name: "dialog-open",
    region: "dialog",
    match: /\S/,
    status: "waiting",
    kind: "other",
    text: questionOf,
  },
  {
    // In place of its mark a spinner and the turn's seconds, on the line that the composer hangs on
    name: "status-line",
    region: "status",
    match: /^(?:[╭┌]─{1,3})? ?[^\sπ] (?:\d+[hms] ?){1,3}[·>|/]/,
    status: "working",
  },
  {
    // or below it.
    name: "status-bar",
    region: "footer",
    match: /^ [^\sπ] (?:\d+[hms] ?){1,3}[·>|/]/,
    status: "working",
  },
  {
    // What it does, and that Escape ends it.
    name: "escape-line",
    region: "status",
    match: /^ {1,2}(?:⎋ \S|[⠁-⣿] \S.*⟦)/,
    status: "working",
  },
  {
    // It keeps the `!` of a dialog while the tool that was allowed runs.
    name: "title-spinner",
    region: "title",
    match: /^π [⠁-⣿○◔◑◕●\\|/:-](?: |$)/,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: ompLayout,
  rules,
  placeholder: /(?!)/,
  between: /(?!)/,
  titleSpeaks: (title) => /^π [>⠁-⣿○◔◑◕●\\|/:-](?: |$)/.test(title),
  background(status, footer) {
    const counts = [...status, ...footer].flatMap((row) =>
      [JOBS, SUBAGENTS].flatMap((pattern) => Number(pattern.exec(row)?.[1] ?? [])),
    );
    const running = counts.filter(Boolean);
    return running.length > 0 ? running.reduce((sum, count) => sum + count) : null;
  },
  failure: bannerAbove,
  quiet: false,
  examples: [...dialogs, ...turns],
});
