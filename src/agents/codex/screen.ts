import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { dialogs } from "./dialogs.ts";
import { codexLayout, commandOf, destinationOf, planOf, restOf } from "./layout.ts";
import { turns } from "./turns.ts";

const rules: readonly ScreenRule[] = [
  {
    name: "trust",
    region: "heading",
    match: /^ *(?:Folder access|Trust this (?:folder|directory)|Do you trust|Hooks\b)/,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "trust-options",
    region: "options",
    match: /^Trust (?:all )?and continue/m,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "plan",
    region: "heading",
    match: /^ *Implement this plan\?/,
    status: "waiting",
    kind: "plan",
    text: planOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /^(?:Yes, implement this plan|No, stay in Plan mode)/m,
    status: "waiting",
    kind: "plan",
    text: planOf,
  },
  {
    name: "question",
    region: "heading",
    match: /^ *Question \d+\/\d+/,
    status: "waiting",
    kind: "question",
    tool: "request_user_input",
    text: restOf,
  },
  {
    name: "question-keys",
    region: "hint",
    match: /\benter to submit (?:answer|all)/,
    status: "waiting",
    kind: "question",
    tool: "request_user_input",
  },
  {
    name: "permission-command",
    region: "heading",
    match: /^ *Would\s+you\s+like\s+to\s+run\s+the\s+following\s+command/,
    status: "waiting",
    kind: "permission",
    tool: "Bash",
    text: commandOf,
  },
  {
    name: "permission-edits",
    region: "heading",
    match: /^ *Would\s+you\s+like\s+to\s+make\s+the\s+following\s+edits/,
    status: "waiting",
    kind: "permission",
    tool: "apply_patch",
    text: destinationOf,
  },
  {
    name: "permission-asked",
    region: "heading",
    match: /^ *(?:Would you like to|Do you want to|Allow |Approve )/,
    status: "waiting",
    kind: "permission",
  },
  {
    name: "permission-options",
    region: "options",
    match: /^(?:Yes, proceed\b|No, and tell Codex\b|Yes, and don.t ask again)/m,
    status: "waiting",
    kind: "permission",
    text: commandOf,
  },
  { name: "dialog-open", region: "dialog", match: /\S/, status: "waiting", kind: "other" },
  {
    name: "action-required",
    region: "title",
    match: /^\[ [!.] \] Action Required\b/,
    status: "waiting",
    kind: "permission",
  },
  {
    name: "working-line",
    region: "status",
    // With a counter: `• Working tree is clean` is an answer.
    match:
      /^[•◦∙·⠁-⣿] (?:Working(?:…|\.{3})?$|[A-Z]\S*ing\b[^(]*\((?:\d+[hms] ?){1,3}(?:[•·]|\)$))/,
    status: "working",
  },
  { name: "queue-hint", region: "footer", match: /^ *tab to queue\b/, status: "working" },
  { name: "title-spinner", region: "title", match: /^[⠁-⣿] /, status: "working" },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: codexLayout,
  rules,
  placeholder:
    /^(?:Ask Codex to do anything|Explain this codebase|Summarize recent commits|Implement \{feature\}|Find and fix a bug in @filename|Write tests for @filename|Improve documentation in @filename|Run \/review on my current changes|Use \/skills to list available skills)$/,
  between: /^• (?:Queued|Messages to be submitted)\b|^ +(?:↳|⌥|shift) /,
  titleSpeaks(title, project) {
    return (
      project !== null &&
      title
        .replace(/^[⠁-⣿] /, "")
        .split(" | ")
        .at(-1) === project
    );
  },
  background(status) {
    const counts = status.flatMap((row) => {
      const match = /^ *(\d+) background terminals? running\b/.exec(row);
      return match ? Number(match[1]) : [];
    });
    return counts[0] ?? null;
  },
  failure:
    /^■ (?!Conversation interrupted)(?=.*(?:error|limit|status|disconnect|failed|exceeded|unavailable))/i,
  // While text streams there is no working line.
  quiet: true,
  examples: [...dialogs, ...turns],
});
