import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { examples } from "./examples.ts";
import {
  copilotLayout,
  questionOf,
  quotedOf,
  restOf,
  titleOf,
  withoutScrollBar,
} from "./layout.ts";

/** What it wants to do with a file → the tool. */
const TOOLS: Record<string, string> = {
  create: "create",
  edit: "edit",
  overwrite: "create",
  delete: "delete",
};

const rules: readonly ScreenRule[] = [
  {
    name: "plan",
    region: "heading",
    match: /^ *Plan\s+Ready\s+for\s+Review\b/i,
    status: "waiting",
    kind: "plan",
    tool: "exit_plan_mode",
    text: restOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /^(?:Accept plan\b|Exit to \w+ (?:execution )?mode without)/m,
    status: "waiting",
    kind: "plan",
    tool: "exit_plan_mode",
    text: restOf,
  },
  {
    name: "trust",
    region: "heading",
    match: /^ *(?:Confirm\s+folder\s+trust|Do\s+you\s+trust)\b/,
    status: "waiting",
    kind: "trust",
    text: quotedOf,
  },
  {
    // A pane so small that its title is above the edge.
    name: "trust-asked",
    region: "heading",
    match: /\bDo\s+you\s+trust\s+the\s+files\s+in\s+this\s+folder\?\s*$/,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "question",
    region: "heading",
    match: /^ *Copilot\s+needs\s+information\b/,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
    text: questionOf,
  },
  {
    name: "question-options",
    region: "options",
    match: /^Other \(type your answer/m,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
  },
  {
    name: "question-keys",
    region: "hint",
    match: /(?:^|·) *(?:ctrl\+d decline|enter accept)\b/m,
    status: "waiting",
    kind: "question",
    tool: "ask_user",
  },
  {
    name: "permission-command",
    region: "heading",
    match: /\bDo\s+you\s+want\s+to\s+run\s+(?:this|these)\s+commands?\?\s*$/,
    status: "waiting",
    kind: "permission",
    tool: "bash",
    text: quotedOf,
  },
  {
    name: "permission-file",
    region: "heading",
    match:
      /(?:^|\n) *Do\s+you\s+want\s+to\s+(create|edit|overwrite|delete)\s+\S[^\n]*(?:\n *\S[^\n]*)?\s*$/,
    status: "waiting",
    kind: "permission",
    tool: ([, verb = ""]) => TOOLS[verb] ?? null,
    text: fileOf,
  },
  {
    name: "permission-asked",
    region: "heading",
    match: /(?:^|\n) *(?:Do\s+you\s+want\s+to|Allow|Approve)\s[^\n]*(?:\n *\S[^\n]*){0,4}\s*$/,
    status: "waiting",
    kind: "permission",
    text: quotedOf,
  },
  {
    name: "permission-options",
    region: "options",
    match: /^(?:No, and tell Copilot|Yes, and (?:don.t ask again|remember|always|allow))/m,
    status: "waiting",
    kind: "permission",
    text: quotedOf,
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
    name: "working-footer",
    region: "footer",
    // In plan mode the mode stands before it.
    match: /^ *(?:[●◉◎○◌◍•∙·⠁-⣿]|\p{Lu}\S* · .*[●◉◎○◌◍⠁-⣿]) \p{Lu}\p{Ll}+ing\b/u,
    status: "working",
  },
  {
    name: "interrupt-hint",
    region: "footer",
    match: /^ *(?:\S.* )?esc (?:to )?interrupt\b/,
    status: "working",
  },
  {
    // Versions before the footer said it.
    name: "working-line",
    region: "status",
    match: /^ ?[●◉◎○∙∴] \S.*\((?:esc|ctrl\+c) to (?:cancel|interrupt|stop)\b/i,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

/** The path, which is asked for in the words right above the options. */
function fileOf(...[dialog, rows]: Parameters<typeof restOf>): string | null {
  const asked = /Do you want to \w+ ([\s\S]+?)\??$/.exec(restOf(dialog, rows) ?? "");
  return asked?.[1] ?? null;
}

export const screen = screenRules({
  clean: withoutScrollBar,
  layout: copilotLayout,
  rules,
  placeholder: /^Enter @ to mention files/,
  between: /^ +(?:└ )?\[pending\b|^Queued \(|^ └ /,
  // Says what was asked first, in every state.
  titleSpeaks: () => false,
  background(_status, footer) {
    // How many it does not say.
    return footer.some((row) =>
      /^ *(?:\p{Lu}\S* · .*)?\S Waiting for background shells?\b/u.test(row),
    )
      ? 1
      : null;
  },
  failure:
    /^ ?✗ (?:\d{3} |(?:Error|API|Failed to get|Execution failed|Request failed|Model call|Rate limit|Sorry, you|You(?:'ve| have))\b)/,
  quiet: false,
  examples,
});
