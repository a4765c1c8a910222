import type { Look } from "../types.ts";
import { screenTour, type ScreenAgent } from "./screen-tour.ts";

/** The status line begins with a spinner and the seconds while it works, with π while it does not. */
const WORKS = /^ [⠀-⣿] \d+\S* > ⬢/m;
const COMPOSER = /^ π > ⬢[^\n]*\n╰─\s*$/m;

export const omp: ScreenAgent = {
  name: "omp",
  install: { name: "@oh-my-pi/pi-coding-agent", version: "18.2.3", folder: "omp" },
  also: [{ name: "bun", version: "1.4.5", folder: "omp" }],
  args: "",
  promptSign: "",
  ...screenTour({
    trust: null,
    fresh: /^ π > ⬢ Mock Model/m,
    isWorking: ({ tail }: Look) => WORKS.test(tail),
    isResting: ({ tail }: Look) => COMPOSER.test(tail) && !WORKS.test(tail),
    exit: "/exit",
    permission: /Allow tool: bash[^]*enter select/,
    edit: /Allow tool: write[^]*enter select/,
    question: /─ Ask ─[^]*Enter select/,
    plan: {
      acts: [{ say: "/plan" }],
      shows: /Plan mode - next step[^]*Approve and execute/,
      endsTurnFirst: true,
    },
    interrupt: [{ press: "Escape" }],
    outcome: {
      answered: /^ done\s*$/m,
      streamed: /word12/,
      rejected: /denied by user[^]*^ done\s*$/m,
      editRejected: /denied by user[^]*^ done\s*$/m,
      interrupted: /^(?![^]*word30)[^]*word\d/,
      error: /mock error 400/,
      dismissed: /cancelled by the user/,
      chosen: /^ done\s*$/m,
      planRejected: /Plan ready for review/,
    },
  }),
  absent: [{ state: "trust dialog", reason: "it asks for trust in no folder" }],
};
