import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { examples } from "./examples.ts";
import { commandOf, cursorLayout } from "./layout.ts";

const rules: readonly ScreenRule[] = [
  {
    name: "trust",
    region: "heading",
    match: /(?:^|\n) *(?:⚠ *)?(?:Workspace Trust Required|Do you trust\b)/,
    status: "waiting",
    kind: "trust",
  },
  {
    name: "permission-command",
    region: "heading",
    match: /(?:^|\n) *Run\s+this\s+command\?/,
    status: "waiting",
    kind: "permission",
    tool: "Command",
    text: commandOf,
  },
  {
    name: "permission-fetch",
    region: "heading",
    match: /(?:^|\n) *Allow\s+this\s+web\s+fetch\?/,
    status: "waiting",
    kind: "permission",
    tool: "WebFetch",
  },
  {
    // Why not, which it asks after No.
    name: "permission-refused",
    region: "dialog",
    match: /^ *(?:→ +)?Reason for rejection \(/,
    status: "waiting",
    kind: "permission",
  },
  {
    // In other words: one key says yes, another no.
    name: "permission-keys",
    region: "options",
    match: /^(?=[^]*\(y\)(?:\n|$))(?=[^]*\((?:esc or )?[np]\b)/,
    status: "waiting",
    kind: "permission",
    text: commandOf,
  },
  { name: "dialog-open", region: "dialog", match: /\S/, status: "waiting", kind: "other" },
  { name: "stop-hint", region: "status", match: / {2}ctrl\+c to stop *[│┃]?$/, status: "working" },
  {
    name: "stop-below",
    region: "footer",
    match: /(?:^ *|[·•] )ctrl\+c to stop\b/,
    status: "working",
  },
  {
    name: "spinner",
    region: "status",
    match: /^ *(?:[⠀-⣿]{1,2}|[⬡⬢]) [A-Z]\S*ing\b/,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  layout: cursorLayout,
  rules,
  placeholder: /^(?:Plan, search, build anything|Add a follow-up)$/,
  between: /(?!)/,
  titleSpeaks: () => false,
  background: () => null,
  failure: /(?!)/,
  // Nobody has seen whether its hint stays while text streams.
  quiet: true,
  examples,
});
