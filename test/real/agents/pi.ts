import type { Look } from "../types.ts";
import { screenTour, type ScreenAgent } from "./screen-tour.ts";

/** An empty line between two rules, then the folder. */
const COMPOSER = /^─{50,}\n\s*\n─{50,}\n~\//m;
/** In the input's upper rule. */
const WORKS = /^── \S Working ─/m;

export const pi: ScreenAgent = {
  name: "pi",
  install: { name: "@earendil-works/pi-coding-agent", version: "1.6.0", folder: "pi24" },
  args: "",
  promptSign: "",
  ...screenTour({
    trust: null,
    fresh: /v1\.6\.0/,
    isWorking: ({ tail }: Look) => WORKS.test(tail),
    isResting: ({ tail }: Look) => COMPOSER.test(tail) && !WORKS.test(tail),
    exit: "/quit",
    permission: /Allow this command\?[^]*enter select/,
    edit: /Allow this write\?[^]*enter select/,
    question: /→ Red[^]*enter select/,
    plan: null,
    interrupt: [{ press: "Escape" }],
    outcome: {
      answered: /^ done\s*$/m,
      streamed: /word12/,
      rejected: /Blocked by user[^]*^ done\s*$/m,
      editRejected: /Blocked by user[^]*^ done\s*$/m,
      interrupted: /Operation aborted/,
      error: /mock error 400/,
      dismissed: /User chose: undefined[^]*^ done\s*$/m,
      chosen: /User chose: Red[^]*^ done\s*$/m,
      planRejected: /never/,
    },
  }),
  absent: [
    {
      state: "gone, /exit",
      reason: "it has no such command, and sends it to the model: `/quit` ends it",
    },
    {
      state: "trust dialog",
      reason: "the rig's settings trust every folder (`defaultProjectTrust`)",
    },
    { state: "plan", reason: "it has no plan mode" },
  ],
};
