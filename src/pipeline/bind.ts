import { sessionId, type Host } from "../core/identity.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { PaneInfo } from "../workers/panes.ts";
import { bindJobs } from "./background.ts";
import { bindHidden } from "./hidden.ts";
import type { Job, Occupant, OccupiedPane, Published, ServerView } from "./world.ts";

export interface BindInput {
  processes: ReadonlyMap<number, ProcessInfo>;
  servers: readonly ServerView[];
  /** Valid words only, by pid. */
  published: ReadonlyMap<number, Published>;
  /** The pane that a hook of this process said it ran in, by pid. */
  hookPanes: ReadonlyMap<number, string>;
  /** Background agents that live. */
  jobs: readonly Job[];
  /** Occupants of the last time: one whose pane vanished stays while its process lives. */
  before: ReadonlyMap<string, Occupant>;
  /** Whether the last daemon left a session of this id that has no pane. */
  isPaneless(id: string): boolean;
  /** Agents of this name may start themselves anew as their own children. */
  relaunches(agent: string): boolean;
  host: Host;
}

const ids = new WeakMap<ProcessInfo, readonly [agent: string, id: string]>();

/** Made once for a process: a hash for each of a thousand would be most of what binding costs. */
function idOf(agent: string, process: ProcessInfo, host: Host): string {
  const known = ids.get(process);
  if (known?.[0] === agent) return known[1];
  const id = sessionId(agent, process, host);
  ids.set(process, [agent, id]);
  return id;
}

interface Place {
  socket: string;
  info: PaneInfo;
}

/** Ties agent processes to panes. One outside of every pane is none of ours, but for background agents. Pure. */
export function bind({
  processes,
  servers,
  published,
  hookPanes,
  jobs,
  before,
  isPaneless,
  relaunches,
  host,
}: BindInput): Occupant[] {
  // A closed pane's terminal goes to the next who asks, maybe on another server, before we have listed
  // the panes anew: a pane counts only while its own process has that terminal.
  const isThere = ({ tty, dead, panePid }: PaneInfo): boolean =>
    !dead && tty !== "" && processes.get(panePid)?.tty === tty;
  const places = servers.flatMap(({ socket, panes }) =>
    panes.filter(isThere).map((info): Place => ({ socket, info })),
  );
  const byTty = new Map(places.map((place) => [place.info.tty, place]));
  const byPanePid = new Map(places.map((place) => [place.info.panePid, place]));

  const occupants: Occupant[] = [];
  for (const process of processes.values()) {
    const word = published.get(process.pid);
    const agent = process.agent?.name ?? word?.agent;
    if (agent === undefined) continue;
    // Whoever starts itself anew goes on being who it was: its first process stays above all that follow.
    const first = relaunches(agent) ? outermost(process, processes) : process;
    const id = idOf(agent, first, host);
    const bound = doubt(
      place(process, word, hookPanes.get(process.pid) ?? null, byTty, byPanePid, processes),
      process,
    );
    if (bound) {
      const inFront =
        bound.bound === "ancestry"
          ? hasTerminal(process, bound.place.info.tty, processes)
          : process.foreground;
      const pane: OccupiedPane = { socket: bound.place.socket, info: bound.place.info, inFront };
      occupants.push({ id, agent, process, pane, bound: bound.bound, because: bound.because });
    } else if (before.has(id) || isPaneless(id)) {
      occupants.push({
        id,
        agent,
        process,
        pane: null,
        bound: "none",
        because: "its pane is gone, its process lives on",
      });
    }
  }
  const found = oneInFront(dropWrappers(occupants, processes));
  return [
    ...found,
    ...bindHidden(servers, found, before, host),
    ...bindJobs({ jobs, found, processes, published }),
  ];
}

/** The topmost of those above a process that are the same agent on the same terminal; itself without any. */
function outermost(process: ProcessInfo, processes: ReadonlyMap<number, ProcessInfo>): ProcessInfo {
  let top = process;
  const seen = new Set<number>();
  for (let above: ProcessInfo | undefined = process; above && !seen.has(above.pid);) {
    seen.add(above.pid);
    if (above.agent?.name === process.agent?.name && above.tty === process.tty) top = above;
    above = processes.get(above.ppid);
  }
  return top;
}

/** One that has a terminal of its own draws on the pane by way of its nearest ancestor there, if that is in front. */
function hasTerminal(
  { ppid }: ProcessInfo,
  tty: string,
  processes: ReadonlyMap<number, ProcessInfo>,
): boolean {
  const seen = new Set<number>();
  for (let pid = ppid; pid > 1 && !seen.has(pid); pid = processes.get(pid)?.ppid ?? 0) {
    seen.add(pid);
    const above = processes.get(pid);
    if (above?.tty === tty) return above.foreground;
  }
  return false;
}

/** A pane shows one program: whoever is on its own terminal, before who is there by descent. */
function oneInFront(occupants: Occupant[]): Occupant[] {
  const owned = new Set<string>();
  for (const { pane, bound } of occupants)
    if (pane?.inFront && bound !== "ancestry") owned.add(`${pane.socket} ${pane.info.id}`);
  for (const { pane, bound } of occupants)
    if (pane && bound === "ancestry" && owned.has(`${pane.socket} ${pane.info.id}`))
      pane.inFront = false;
  return occupants;
}

type Bound = { place: Place } & Pick<Occupant, "bound" | "because">;

function place(
  process: ProcessInfo,
  word: Published | undefined,
  hookPane: string | null,
  byTty: ReadonlyMap<string, Place>,
  byPanePid: ReadonlyMap<number, Place>,
  processes: ReadonlyMap<number, ProcessInfo>,
): Bound | null {
  const named = process.tty === null ? undefined : byTty.get(process.tty);
  const owner = named && processes.get(named.info.panePid)?.session;
  // Who ends slowly may still seem to have the terminal of its closed pane, which the next pane has got.
  const isStale = owner !== undefined && process.session !== undefined && process.session !== owner;
  const atTty = isStale ? undefined : named;
  // What an agent says of its place is a claim: `%N` exists on every server, so the terminal has to agree.
  const claimed = word?.word.paneId;
  if (claimed && atTty?.info.id === claimed) {
    return {
      place: atTty,
      bound: "published",
      because: `its state file names ${claimed}, whose terminal ${atTty.info.tty} is its own`,
    };
  }
  if (hookPane !== null && atTty?.info.id === hookPane) {
    return {
      place: atTty,
      bound: "marker",
      because: `its hook ran in ${hookPane}, whose terminal ${atTty.info.tty} is its own`,
    };
  }
  if (atTty) {
    const instead = claimed ? `; its state file names ${claimed}, which has another terminal` : "";
    return {
      place: atTty,
      bound: "tty",
      because: `its terminal ${atTty.info.tty} is the pane's${instead}`,
    };
  }
  const seen = new Set<number>();
  for (let pid = process.pid; pid > 1 && !seen.has(pid); pid = processes.get(pid)?.ppid ?? 0) {
    seen.add(pid);
    const above = byPanePid.get(pid);
    if (above)
      return {
        place: above,
        bound: "ancestry",
        because: `it descends from ${pid}, the pane's process`,
      };
    // Whoever has let go of every terminal, as the keeper of background agents, draws on none: nor do its children.
    if (pid !== process.pid && processes.get(pid)?.tty === null) return null;
  }
  return null;
}

function doubt(bound: Bound | null, { agent }: ProcessInfo): Bound | null {
  if (!bound || !agent?.unverified) return bound;
  const because = `${bound.because}, but it ${agent.unverified}: never written to`;
  return { ...bound, bound: "unverified", because };
}

/** npm, brew and mise start agents through processes of the same name: the deepest one is the agent. */
function dropWrappers(
  occupants: Occupant[],
  processes: ReadonlyMap<number, ProcessInfo>,
): Occupant[] {
  const byPid = new Map(occupants.map((occupant) => [occupant.process.pid, occupant]));
  const wrappers = new Set<number>();
  for (const { agent, process } of occupants) {
    const seen = new Set<number>();
    for (let pid = process.ppid; pid > 1 && !seen.has(pid); pid = processes.get(pid)?.ppid ?? 0) {
      seen.add(pid);
      const parent = byPid.get(pid);
      if (parent?.agent === agent && parent.process.tty === process.tty) wrappers.add(pid);
    }
  }
  return occupants.filter(({ process }) => !wrappers.has(process.pid));
}
