import { copilot } from "../../agents/copilot.ts";
import { gemini } from "../../agents/gemini.ts";
import { omp } from "../../agents/omp.ts";
import { opencode } from "../../agents/opencode.ts";
import { pi } from "../../agents/pi.ts";
import type { WritingAgent } from "../types.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { fromSigns } from "./screen.ts";

export const WRITING_AGENTS: WritingAgent[] = [
  claude,
  codex,
  fromSigns(opencode, {
    // Behind a paste that it shows as a mark.
    tidy: (prompt) => prompt.replace(/ $/, ""),
    queues: true,
    takesOwnWords: true,
    clear: ["C-c"],
    empty: /(?:Ask anything[^\n]*|┃ *\n *┃ *)\n *┃ *\n *┃ +(?:Build|Plan) · /,
    plan: { isOn: /┃ +Plan · /, turnOn: { press: "Tab" }, told: "has been approved" },
  }),
  fromSigns(pi, { queues: true, takesOwnWords: false, clear: ["C-c"], plan: null }),
  fromSigns(omp, {
    // The status line is laid out anew when it learns something.
    hints: /^ π > ⬢.*$/gm,
    queues: true,
    takesOwnWords: true,
    clear: ["C-c"],
    plan: { isOn: /> 🗺 Plan >/, turnOn: { say: "/plan" }, told: "Plan approved" },
  }),
  fromSigns(gemini, {
    // It goes by itself.
    hints: /^ Press Ctrl\+C again to exit\..*$/gm,
    queues: true,
    takesOwnWords: true,
    clear: ["C-c"],
    plan: { isOn: /^ plan Shift\+Tab/m, turnOn: { press: "BTab" }, told: "Plan approved" },
  }),
  fromSigns(copilot, {
    // It counts the seconds that a tool runs and that it waits for an answer.
    hints: /^ ○ Asking user.*$| {2,}\d+s$/gm,
    pastedFile: /<pasted_content file="([^"]+)"[^>]*\/>/,
    queues: true,
    takesOwnWords: true,
    clear: ["C-c"],
    plan: { isOn: / Plan · Manual/, turnOn: { press: "BTab" }, told: "Plan approved" },
  }),
];
