import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { dialogs } from "./dialogs.ts";
import { askedOf, failureAbove, piLayout, questionOf } from "./layout.ts";
import { turns } from "./turns.ts";

/** What an extension asks about → the tool's name. */
const TOOL = /\b(command|bash|write|edit|read)\b/i;

const rules: readonly ScreenRule[] = [
  {
    name: "trust",
    region: "heading",
    match: /^ *(?:Trust (?:project|this|folder)\b|Project trust\b|Do you trust\b)/,
    status: "waiting",
    kind: "trust",
    text: questionOf,
  },
  {
    name: "trust-options",
    region: "options",
    match: /(?:^|\n)(?:Do not trust|Trust \(this session only\)|Trust parent folder)/,
    status: "waiting",
    kind: "trust",
    text: questionOf,
  },
  { name: "loader", region: "heading", match: /^ *[⠁-⣿] \S/, status: "working" },
  {
    name: "plan",
    region: "heading",
    match: /^ *(?:Plan mode\b|(?:Approve|Accept|Execute|Implement)\b[^\n]*\bplan\b)/,
    status: "waiting",
    kind: "plan",
    text: questionOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /(?:^|\n)(?:Execute the plan|Stay in plan mode|Refine the plan)/,
    status: "waiting",
    kind: "plan",
    text: questionOf,
  },
  {
    name: "permission-asked",
    region: "heading",
    match:
      /(?:^|\n) *(?:[^\w\s]+ +)?(?:Allow|Approve|Authorize|Permit|Dangerous|Permission)\b([^\n?]*)/,
    status: "waiting",
    kind: "permission",
    tool: ([, what = ""]) => toTool(what),
    text: askedOf,
  },
  {
    name: "permission-options",
    region: "options",
    match:
      /^(?=(?:[^]*\n)?(?:Yes|Allow|Approve|Accept|Run|Proceed)\b)(?=(?:[^]*\n)?(?:No|Deny|Reject|Block)\b)/,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    // Pi's own menus, which the user has opened.
    name: "menu",
    region: "heading",
    match:
      /^ *(?:Select (?:authentication method|provider|model)|Only showing models|Model Configuration|Thinking Level|Resume Session|Summarize branch\?|>(?:\n|$))/,
    status: "waiting",
    kind: "other",
    text: questionOf,
  },
  {
    // They put dots between their keys,
    name: "menu-keys",
    region: "hint",
    match: / · /,
    status: "waiting",
    kind: "other",
    text: questionOf,
  },
  {
    // or mark what is chosen with a sign of their own.
    name: "menu-list",
    region: "dialog",
    match: /(?:^|\n) {0,3}› \S/,
    status: "waiting",
    kind: "other",
    text: questionOf,
  },
  // All else is an extension's, and those ask.
  {
    name: "question",
    region: "dialog",
    match: /\S/,
    status: "waiting",
    kind: "question",
    text: questionOf,
  },
  {
    // In the composer's upper line.
    name: "working-line",
    region: "status",
    match:
      /^─{1,3} ?(?:[⠁-⣿](?=[ ─])|\S{1,2} [^─]*(?:…|\.\.\.)|(?:\S{1,2} )?(?:Working|Thinking|Retrying|Compacting)\b)/,
    status: "working",
  },
  {
    // Before 1.0 it stood above the composer.
    name: "working-above",
    region: "status",
    match: /^ (?:[⠁-⣿] \S|\S (?:Working|Thinking)(?:…|\.\.\.))/,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

function toTool(what: string): string | null {
  const tool = TOOL.exec(what)?.[1]?.toLowerCase() ?? null;
  return tool === "command" ? "bash" : tool;
}

export const screen = screenRules({
  layout: piLayout,
  rules,
  placeholder: /(?!)/,
  between: /(?!)/,
  // It is the same in every state.
  titleSpeaks: () => false,
  background: () => null,
  failure: failureAbove,
  quiet: false,
  examples: [...dialogs, ...turns],
});
