import type { Look } from "../types.ts";
import { screenTour, type ScreenAgent } from "./screen-tour.ts";

/** The last line tells: the mode while it rests, the work while it works. */
const RESTS = /^ (?:← open sidebar · )?(?:Interactive|Plan) · Manual Approval/m;
/** In plan mode the mode stands before it. */
const WORKS = /^ (?:\S[^\n]* · )?\S Working\b/m;
const COMPOSER = /^─{50,}\n❯\s*\n─{50,}/m;

export const copilot: ScreenAgent = {
  name: "copilot",
  install: { name: "@github/copilot", version: "1.0.102", folder: "copilot" },
  args: "",
  promptSign: " ❯",
  launched: { launcher: "/\\.bin/copilot$", program: "/copilot-linux-\\w+/copilot$" },
  ...screenTour({
    trust: { shows: /Confirm folder trust[^]*enter to select/, accept: [{ press: "Enter" }] },
    fresh: /mock-model/,
    isWorking: ({ tail }: Look) => WORKS.test(tail) && COMPOSER.test(tail),
    isResting: ({ tail }: Look) => RESTS.test(tail) && COMPOSER.test(tail) && !WORKS.test(tail),
    exit: "/exit",
    permission: /Do you want to run this command\?[^]*enter to select/,
    edit: /Do you want to create[^]*enter to select/,
    question: /Copilot needs information[^]*enter accept/,
    plan: { acts: [{ press: "BTab" }], shows: /Plan Ready for Review[^]*enter to select/ },
    // Escape would do it twice, but not where a busy machine hands over both at once.
    interrupt: [{ press: "C-c" }],
    outcome: {
      answered: /● done/,
      streamed: /word12/,
      // What may stand below it, "Operation cancelled by user", is not always drawn.
      rejected: /Operation aborted by user/,
      editRejected: /Operation aborted by user/,
      interrupted: /^(?![^]*word30)[^]*word\d/,
      error: /mock error 400/,
      dismissed: /User cancelled the request[^]*● done/,
      chosen: /● done/,
      planRejected: /Plan not approved/,
    },
  }),
};
