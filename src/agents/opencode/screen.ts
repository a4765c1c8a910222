import type { Dialog } from "../_dialog.ts";
import { toText, widthOf } from "../_rows.ts";
import { screenRules } from "../_screen.ts";
import type { ScreenRule } from "../_spec.ts";
import { examples } from "./examples.ts";
import { failedRows } from "./failure.ts";
import { openCodeLayout } from "./layout.ts";
import { withoutOverlays } from "./over.ts";

/** How the row below `Permission required` begins → the tool. */
const TOOLS: readonly (readonly [RegExp, string])[] = [
  [/^. Edit /, "edit"],
  [/^. Read /, "read"],
  [/^. List /, "list"],
  [/^. Glob /, "glob"],
  [/^. Grep /, "grep"],
  [/^. WebFetch /, "webfetch"],
  [/^. .*Web Search /, "websearch"],
  [/^. .*Code Search /, "codesearch"],
  [/^. Access external directory /, "external_directory"],
  [/^. Continue after /, "doom_loop"],
  [/^# .* Task$/, "task"],
  [/^# /, "bash"],
];

function toolOf(title: string): string | null {
  const called = /^⚙ Call tool (\S+)/.exec(title)?.[1];
  return called ?? TOOLS.find(([pattern]) => pattern.test(title))?.[1] ?? null;
}

/** The command, up to the answers; else what the row of the tool names. */
function askedOf(dialog: Dialog): string | null {
  const { rows } = dialog.heading;
  const from = rows.findIndex((row) => /^ *\$ /.test(row));
  if (from >= 0) return textOf(dialog, rows.slice(from))?.replace(/^\$ /, "") ?? null;
  const title = rows.findIndex((row) => /^ *△ /.test(row));
  const named = /^ *△ Permission/.test(rows[title] ?? "")
    ? rows.findIndex((row, at) => at > title && row === "")
    : -1;
  const text = textOf(dialog, rows.slice(title + 1, named < 0 ? undefined : named)) ?? "";
  return (
    text.replace(/^[^\w\s] (?:(?:Edit|Read|List|WebFetch|Access external directory) )?/, "") || null
  );
}

/** Without the row of its tabs. */
function questionOf(dialog: Dialog): string | null {
  return textOf(
    dialog,
    dialog.heading.rows.filter((row) => !/ {2,}Confirm$/.test(row)),
  );
}

/** Its answers and keys, or a wrapped row of its words, reach to its right edge. */
function textOf({ top, heading, hint }: Dialog, rows: readonly string[]): string | null {
  const all = [...heading.rows.slice(Math.max(0, top - heading.row)), ...hint.rows];
  return toText(rows, widthOf(all) + 2);
}

const rules: readonly ScreenRule[] = [
  {
    name: "plan",
    region: "heading",
    match: /^ *Plan\s+at\s+\S[^]*\bswitch\s+to\s+the\s+build\s+agent\b/,
    status: "waiting",
    kind: "plan",
    tool: "plan_exit",
    text: questionOf,
  },
  {
    name: "plan-options",
    region: "dialog",
    match: /^ +(?:Switch\s+to\s+(?:the\s+)?build|Stay\s+with\s+(?:the\s+)?plan)\s+agent\b/m,
    status: "waiting",
    kind: "plan",
    tool: "plan_exit",
    text: questionOf,
  },
  {
    // Only of a subagent.
    name: "reject-reason",
    region: "heading",
    match: /^ *△ +Reject permission/,
    status: "waiting",
    kind: "permission",
  },
  {
    name: "permission",
    region: "heading",
    match: /^ *△ +(?:Permission required|Always allow)(?:\n *(\S .*))?/,
    status: "waiting",
    kind: "permission",
    tool: ([, title = ""]) => toolOf(title),
    text: askedOf,
  },
  {
    name: "permission-options",
    region: "options",
    match: /^(?:Allow (?:once|always)|Reject)$/m,
    status: "waiting",
    kind: "permission",
    text: askedOf,
  },
  {
    name: "question-keys",
    region: "hint",
    match: /\besc +dismiss\b|(?:^| )enter +(?:submit|toggle)\b/m,
    status: "waiting",
    kind: "question",
    tool: "question",
    text: questionOf,
  },
  {
    name: "question-options",
    region: "options",
    match: /^(?:\[.\] *)?Type your own answer/m,
    status: "waiting",
    kind: "question",
    tool: "question",
    text: questionOf,
  },
  { name: "dialog-open", region: "dialog", match: /\S/, status: "waiting", kind: "other" },
  {
    name: "interrupt-hint",
    region: "footer",
    match: /^ *(?:\S.* {2,})?esc (?:again to )?interrupt\b/,
    status: "working",
  },
  {
    // The key can be another one.
    name: "moving-blocks",
    region: "footer",
    match: /^ *(?:[■⬝]{4,}|\[⋯\])(?: |$)/,
    status: "working",
  },
  { name: "composer-at-rest", region: "composer", match: /^/, status: "idle" },
];

export const screen = screenRules({
  clean: withoutOverlays,
  layout: openCodeLayout,
  rules,
  placeholder: /^(?:Ask anything|Run a command)(?:…|\.\.\.)/,
  between: /^$/,
  // Names the session, in every state.
  titleSpeaks: () => false,
  background: () => null,
  failure: failedRows,
  quiet: false,
  examples,
});
