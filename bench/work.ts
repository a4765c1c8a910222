import { closeSync, constants, openSync, write } from "node:fs";
import { paint } from "../src/stage/paint.ts";
import type { Actor } from "../src/stage/actor.ts";
import type { Fleet } from "./fleet.ts";

/** Stand-ins at work. */
export interface Work {
  /** How often the slowest of them has drawn. */
  readonly rounds: number;
  stop(): void;
}

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/**
 * Has these stand-ins draw their whole screen ten times a second, with a title that spins.
 * @param grows their logs grow too, twice a second, and a hook speaks every two seconds
 */
export function startWork(fleet: Fleet, actors: readonly Actor[], grows: boolean): Work {
  const terminals = actors.map(({ pane }) =>
    openSync(pane!.tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK),
  );
  let rounds = 0;
  const timer = setInterval(() => {
    rounds++;
    for (const [at, actor] of actors.entries()) {
      const title = `${SPINNER[rounds % SPINNER.length]} ${actor.title}`;
      // One whose terminal is full draws the next time.
      write(terminals[at]!, paint(actor.screen, title), () => {});
      if (!grows) continue;
      if ((rounds + at) % 5 === 0) fleet.saidOf(actor).grow();
      if ((rounds + at) % 20 === 0) fleet.saidOf(actor).mark("PostToolUse");
    }
  }, 100);
  return {
    get rounds() {
      return rounds;
    },
    stop() {
      clearInterval(timer);
      terminals.forEach((fd) => closeSync(fd));
    },
  };
}

/** Stand-ins that show work, the first so many of them. */
export function workers({ stage }: Fleet, count: number): Actor[] {
  return stage.actors.filter(({ screen }) => screen.status === "working").slice(0, count);
}
