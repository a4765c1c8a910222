import type { InputRules } from "../define.ts";

export const input: InputRules = {
  settleMs: 200,
  queues: true,
  queued: /^ *(?:↳|•) .*\bqueued\b|^ {2}Messages to be submitted/i,
  pasted: /\[Pasted Content \d+ chars\]/,
  // `/` opens commands, `!` runs unasked, `@` and `$` open pickers that eat Enter.
  runs: /^\s*[/!@$]|^\s*\?$/,
  padded: null,
  interrupt: ["Escape"],
  once: /^Yes, (?:proceed|implement this plan)\b|^Trust and continue$/,
  no: /^No, (?:and tell Codex what to do differently|stay in Plan mode)\b/,
  digitTakes: true,
  walk: ["Up", "Down"],
  follows: {},
  own: { option: /^None of the above\b/, opens: ["Tab"] },
};
