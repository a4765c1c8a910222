import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { examples } from "./examples.ts";
import { antigravityLayout, askedOf, questionOf } from "./layout.ts";

const rules: readonly ScreenRule[] = [
  {
    name: "trust",
    region: "heading",
    match: /(?:^|\n) *(?:Accessing workspace:|Do you trust\b)/,
    status: "waiting",
    kind: "trust",
    text: questionOf,
  },
  {
    name: "permission-asked",
    region: "heading",
    match: /(?:^|\n) *(?:Requesting permission for:|Do you want to proceed\?)/,
    status: "waiting",
    kind: "permission",
    tool: "Command",
    text: askedOf,
  },
  {
    // Of files, and in other words.
    name: "permission-options",
    region: "options",
    match: /^(?=(?:[^]*\n)?Yes\b)(?=(?:[^]*\n)?No\b)/,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    name: "question",
    region: "heading",
    match: /(?:^|\n) *Question \d+\/\d+\b/,
    status: "waiting",
    kind: "question",
    text: questionOf,
  },
  {
    name: "survey",
    region: "heading",
    match: /^ *How's the CLI experience so far\?/,
    status: "idle",
  },
  { name: "dialog-open", region: "dialog", match: /\S/, status: "waiting", kind: "other" },
  { name: "cancel-hint", region: "footer", match: /^ {0,2}esc to cancel\b/, status: "working" },
  {
    name: "spinner",
    region: "status",
    match: /^ {0,2}[⠁-⣿] {1,2}\S.*(?:…|\.\.\.)/,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: antigravityLayout,
  rules,
  placeholder: /(?!)/,
  between: /(?!)/,
  titleSpeaks: () => false,
  background: () => null,
  failure: /(?!)/,
  // Nobody has seen whether its hint stays while text streams.
  quiet: true,
  examples,
});
