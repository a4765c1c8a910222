import type { InputRules } from "../define.ts";

export const input: InputRules = {
  settleMs: 100,
  // Typed key by key, `/x` would become the nearest command, and `@x` a file.
  pastes: true,
  // It steers: heard between two tools, or after the turn.
  queues: true,
  queued: /^ (?:Steering|Follow-up): |^ ↳ .+ to edit all queued messages$/,
  pasted: /\[paste #\d+ (?:\+\d+ lines|\d+ chars)\]$/,
  // A path is no command, and a `!` alone no shell.
  runs: /^\s*(?:\/[^\s/]+(?:\s|$)|!\s*\S)/,
  // A backslash before Enter makes a new line.
  padded: /\\$/,
  interrupt: ["Escape"],
  // What extensions ask. Of trust, what is not saved for good.
  once: /^(?:Yes|Allow(?: once)?|Approve|Trust \(this session only\)|Execute the plan(?: \(track progress\))?)$/,
  no: /^(?:No|Deny|Reject|Block|Do not trust \(this session only\)|Stay in plan mode)$/,
  digitTakes: false,
  walk: ["Up", "Down"],
  follows: {},
  // Of the question tool that Pi brings as an example.
  own: { option: /^Type something\.$/, opens: ["Enter"] },
};
