import type { Look } from "../types.ts";
import { screenTour, type ScreenAgent } from "./screen-tour.ts";

/** The line below the input names the agent in use; a dialog takes its place. */
const COMPOSER = /^ *┃ +(?:Build|Plan) · Mock Model[^\n]*\n *╹▀/m;
const WORKS = /esc (?:again to )?interrupt/;

export const opencode: ScreenAgent = {
  name: "opencode",
  install: { name: "opencode-ai", version: "1.18.33", folder: "opencode" },
  // It installs this at every start when it is missing, and without a network waits for it.
  also: [{ name: "@opencode-ai/plugin", version: "1.18.33", folder: "opencode-plugin" }],
  // Its plan mode makes it, and the plugin's package is to be in there too.
  leaves: ".opencode",
  args: "",
  promptSign: "┃ ",
  ...screenTour({
    trust: null,
    fresh: /Ask anything…/,
    isWorking: ({ tail }: Look) => WORKS.test(tail) && COMPOSER.test(tail),
    isResting: ({ tail }: Look) => COMPOSER.test(tail) && !WORKS.test(tail),
    slowFirstTurn: true,
    exit: "/exit",
    permission: /△ Permission required[^]*Allow once/,
    edit: /△ Permission required[^]*Edit hello[^]*Allow once/,
    question: /1\. Red[^]*enter submit/,
    plan: { acts: [{ press: "Tab" }], shows: /switch to the build[^]*enter submit/ },
    interrupt: [{ press: "Escape", twice: true }],
    outcome: {
      answered: /^ +done$/m,
      streamed: /word12/,
      rejected: /\$ touch one\.txt/,
      editRejected: /Write hello\.txt/,
      interrupted: /· interrupted/,
      error: /┃  mock error 400/,
      dismissed: /Asked 1 question/,
      chosen: /^ +done$/m,
      planRejected: /plan_exit/,
    },
  }),
  absent: [{ state: "trust dialog", reason: "it asks for trust in no folder" }],
};
