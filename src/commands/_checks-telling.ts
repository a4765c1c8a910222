import { dirname } from "node:path";
import { markersOf, type Env } from "../core/paths.ts";
import { ok, warning, type Check } from "./_check.ts";

/** A session whose agent has hooks of ours that it should run. */
export interface Teller {
  id: string;
  /** The agent's. */
  title: string;
  /** The file that has its hooks. */
  settings: string;
  /** It began before that file was written last. */
  isOlder: boolean;
  /** A hook of its has told something since it began. */
  hasTold: boolean;
  /** It has begun a turn: then hooks should have run. */
  hadTurn: boolean;
  /** Where its hooks leave their markers; null: nobody can tell. */
  markers: Place | null;
}

export interface Place {
  folder: string;
  /** There, or a hook can make it. */
  isUsable: boolean;
  /** The daemon reads it. */
  isRead: boolean;
}

/** The daemon's side: what hooks write is for it. */
export interface Reader {
  /** Its own folder of markers. */
  folder: string;
  /** It reads those that the environments of agents name, too. */
  follows: boolean;
}

export interface Folders {
  isThere(path: string): boolean;
  mayWrite(path: string): boolean;
}

/** Where the hooks of an agent with this environment write: as they choose it themselves. @param known by setup */
export function placeOf(
  env: Env,
  known: string,
  { folder: own, follows }: Reader,
  disk: Folders,
): Place {
  const named = markersOf(env, "") ?? known;
  const folder = disk.isThere(named) || !disk.isThere(known) ? named : known;
  return {
    folder,
    isUsable: disk.mayWrite(disk.isThere(folder) ? folder : dirname(folder)),
    isRead: folder === own || (follows && folder === named),
  };
}

/** Whether those that should tell do, and what keeps them from it. Pure. @param read the daemon's own folder */
export function checkTelling(tellers: readonly Teller[], read: string): Check[] {
  const groups = Map.groupBy(tellers, (one) => JSON.stringify([one.title, ...judge(one, read)]));
  return [...groups].map(([key, those]) => {
    const [title, before, after, hint] = JSON.parse(key) as [string, ...Finding];
    const message = `${title}: ${before} ${nameSome(those.map(({ id }) => id))}${after}`;
    return hint === null ? ok(NAME, message) : warning(NAME, message, hint);
  });
}

const NAME = "hooks";

/** What is said before and after the names, and what to do; null: nothing. */
type Finding = [before: string, after: string, hint: string | null];

function judge({ hasTold, isOlder, hadTurn, settings, markers }: Teller, read: string): Finding {
  if (hasTold) return ["heard from", "", null];
  if (markers && !markers.isUsable) {
    const why = `: its hooks can't write to ${markers.folder}`;
    return [DEAF, why, "Start it with a HOME, XDG_CONFIG_HOME or CCMUX_HOME that is there."];
  }
  if (markers && !markers.isRead) {
    const why = `: its hooks write to ${markers.folder}, and the daemon reads ${read}`;
    return [DEAF, why, "Give both the same CCMUX_HOME and XDG_CONFIG_HOME, and start them again."];
  }
  if (isOlder) {
    const why = `, begun before ${settings} was written`;
    return ["not heard from", why, "A restart helps: an agent reads its hooks when it starts."];
  }
  if (!hadTurn) return ["no turn yet in", "", null];
  const hint =
    "Try a restart; if nothing comes then either, look at what the agent says of its hooks.";
  return ["not heard from", ", though it had a turn", hint];
}

const DEAF = "nothing can be heard from";
const SHOWN = 3;

function nameSome(names: readonly string[]): string {
  const more = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
