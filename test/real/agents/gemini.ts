import type { Look } from "../types.ts";
import { screenTour, type ScreenAgent } from "./screen-tour.ts";

const COMPOSER = /^ >   Type your message/m;
const WORKS = /\(esc to cancel/;
const DIALOG = /^[│╰].*(?:Allow once|Esc to cancel)/m;

export const gemini: ScreenAgent = {
  name: "gemini",
  install: { name: "@google/gemini-cli", version: "0.61.0", folder: "gemini" },
  args: "",
  promptSign: " >",
  launched: { launcher: "/\\.bin/gemini$", program: "/\\.bin/gemini$" },
  ...screenTour({
    trust: null,
    fresh: /Gemini CLI v0\.61\.0/,
    isWorking: ({ tail, title }: Look) =>
      !DIALOG.test(tail) && (WORKS.test(tail) || title.startsWith("✦")),
    isResting: ({ tail, title }: Look) =>
      COMPOSER.test(tail) && !WORKS.test(tail) && title.startsWith("◇"),
    exit: "/exit",
    permission: /Allow execution of[^]*Allow once/,
    edit: /Apply this change\?[^]*Allow once/,
    question: /Answer Questions[^]*Enter to select/,
    plan: {
      acts: [{ press: "BTab" }, { press: "BTab" }],
      shows: /Ready to start implementation\?[^]*Enter to select/,
    },
    interrupt: [{ press: "Escape" }],
    outcome: {
      answered: /^✦ done/m,
      streamed: /word12/,
      rejected: /Request cancelled/,
      editRejected: /Request cancelled/,
      interrupted: /Request cancelled/,
      error: /API Error[^]*mock error 400/,
      dismissed: /Request cancelled/,
      chosen: /^✦ done/m,
      planRejected: /Request cancelled/,
    },
  }),
  absent: [{ state: "trust dialog", reason: "none was seen, with `folderTrust.enabled` neither" }],
};
