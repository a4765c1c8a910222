import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { dialogs } from "./dialogs.ts";
import { askedOf, claudeLayout, planOf, questionOf } from "./layout.ts";
import { turns } from "./turns.ts";

/** How a dialog about a tool begins → the tool. */
const TOOLS: Record<string, string> = {
  Bash: "Bash",
  Edit: "Edit",
  Create: "Write",
  Overwrite: "Write",
  Write: "Write",
  Read: "Read",
  Fetch: "WebFetch",
  Enter: "EnterPlanMode",
};

/** A row of the agents at work, below the footer. */
const LISTED = /^ +[◯○] \S+ {2,}\S/;
const JOBS = /^ *(\d+) (?:background )?(?:shell|bash|task|monitor|agent)(?:e?s)?\b/;

const rules: readonly ScreenRule[] = [
  {
    name: "question-tabs",
    region: "heading",
    match: /^ *(?:← +)?[☐☒☑✔□◻◼] +\S/,
    status: "waiting",
    kind: "question",
    text: questionOf,
  },
  {
    name: "permission-tool",
    region: "heading",
    match:
      /^ *(?:(Bash) command|(Edit|Create|Overwrite|Write|Read) file|(Fetch)(?=\n|$)|(Enter) plan mode\?|Edit notebook|Tool use\b)/,
    status: "waiting",
    kind: "permission",
    tool: (match) => TOOLS[match.slice(1).find(Boolean) ?? ""] ?? null,
    text: askedOf,
  },
  {
    name: "plan-heading",
    region: "heading",
    match:
      /^ *(?:Ready\s+to\s+code\?|Exit\s+plan\s+mode\?|Claude\s+has\s+written\s+up\s+a\s+plan|Would\s+you\s+like\s+to\s+proceed)/m,
    status: "waiting",
    kind: "plan",
    tool: "ExitPlanMode",
    text: planOf,
  },
  {
    name: "plan-options",
    region: "options",
    match: /^(?:Yes, (?:and )?manually approve edits|No, keep planning)/m,
    status: "waiting",
    kind: "plan",
    tool: "ExitPlanMode",
    text: planOf,
  },
  {
    name: "trust-folder",
    region: "dialog",
    match:
      /^ *(?:Accessing workspace:|Quick safety check:|Do you trust\b|(?:❯ +)?(?:\d\. +)?Yes, I trust)/m,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "question-options",
    region: "options",
    match: /^(?:\[.\] )?(?:Type something|Chat about this)/m,
    status: "waiting",
    kind: "question",
    text: questionOf,
  },
  {
    name: "permission-asked",
    region: "heading",
    match: /^ *Do\s+you\s+want\s+to\b(?!\s+use\s+this\s+API)/m,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    name: "permission-options",
    region: "options",
    match: /^(?:No, and tell Claude|Yes, and (?:don.t ask again|always allow|allow all))/m,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  { name: "dialog-open", region: "dialog", match: /\S/, status: "waiting", kind: "other" },
  {
    name: "spinner",
    region: "status",
    match:
      /^[·✢✳✶✻✽✺*∗⠁-⣿] (?:\S.*(?:…|\.\.\.)|\S.*\(\d+[hms][^)]*(?:tokens|interrupt)|\S+ for \d)/,
    except: {
      match: /^\S \S+ for (?:\d+h ?)?(?:\d+m ?)?\d+s?\b/,
      because: "past tense: says how long the last turn took",
    },
    status: "working",
  },
  {
    name: "api-retry",
    region: "status",
    match: /^(?:\S | +⎿ ).*\bretrying in \d+ ?s/i,
    status: "working",
  },
  {
    name: "background-agents",
    region: "status",
    match: /^\S Waiting for \d+ background agents?\b/,
    status: "working",
  },
  {
    name: "interrupt-hint",
    region: "footer",
    match: /(?:^ *|· )(?:esc|ctrl\+c) to inter/,
    status: "working",
  },
  { name: "agents-listed", region: "footer", match: LISTED, status: "working" },
  { name: "title-spinner", region: "title", match: /^[⠁-⣿] /, status: "working" },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: claudeLayout,
  rules,
  placeholder: /^(?:Try "|Press up to edit queued messages|Resend your message to try again)/,
  // Hints at the right; queued messages of older versions.
  between: /^ {8,}|^ {2}> /,
  // Newer versions never change theirs: only a spinner in it says something.
  titleSpeaks: (title) => /^[⠁-⣿] /.test(title),
  background(status, footer) {
    const agentsListed = footer.filter((row) => LISTED.test(row)).length;
    const agentsAwaited = status.flatMap((row) => toCount(/^\S Waiting for (\d+) background/, row));
    const jobs = footer.flatMap((row) => row.split("·")).flatMap((part) => toCount(JOBS, part));
    const counts = [agentsAwaited[0] ?? agentsListed, ...jobs].filter((count) => count > 0);
    return counts.length > 0 ? counts.reduce((sum, count) => sum + count) : null;
  },
  failure: /^(?:[●⏺] | +⎿ +)(?:API Error\b|You've hit your\b|Claude (?:AI )?usage limit\b)/,
  quiet: false,
  examples: [...dialogs, ...turns],
});

function toCount(pattern: RegExp, text: string): number | [] {
  const match = pattern.exec(text);
  return match ? Number(match[1]) : [];
}
