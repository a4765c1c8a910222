import { identify } from "../agents/_identify.ts";
import { sessionId, type Host } from "../core/identity.ts";
import type { PaneInfo } from "../workers/panes.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { Occupant, ServerView } from "./world.ts";

/** What a pane shows after its agent has ended; any other name may be a program that the agent runs. */
const SHELL = /^-?(?:ba|z|fi|da|k|c|tc|a)?sh$/;

/**
 * Agents of servers whose processes cannot be seen, because they run in another PID namespace: all there is
 * is tmux's word that a pane runs a program of that name. Such an agent has no pid and no start, so one that
 * is restarted in its pane keeps its id. Pure.
 */
export function bindHidden(
  servers: readonly ServerView[],
  found: readonly Occupant[],
  before: ReadonlyMap<string, Occupant>,
  host: Host,
): Occupant[] {
  const taken = new Set(found.map(({ pane }) => pane && keyOf(pane.socket, pane.info)));
  return servers
    .filter(({ isHidden }) => isHidden)
    .flatMap(({ socket, panes }) =>
      panes
        .filter((info) => !info.dead && !taken.has(keyOf(socket, info)))
        .flatMap((info) => {
          const there = `${socket} ${info.serverPid}`;
          const idOf = (agent: string): string =>
            sessionId(
              agent,
              { pid: info.panePid, startTicks: 0 },
              { ...host, pidNamespace: there },
            );
          const named = identify([info.command], "");
          const agent = named ?? stays(info, idOf, before);
          return agent === null ? [] : toOccupant(idOf(agent), agent, socket, info, named !== null);
        }),
    );
}

/** The agent that was there, while nothing says that it has ended. */
function stays(
  { command }: PaneInfo,
  idOf: (agent: string) => string,
  before: ReadonlyMap<string, Occupant>,
): string | null {
  if (SHELL.test(command)) return null;
  const held = [...before.values()].find(
    ({ id, agent, process }) => process.pid === 0 && id === idOf(agent),
  );
  return held?.agent ?? null;
}

function toOccupant(
  id: string,
  agent: string,
  socket: string,
  info: PaneInfo,
  inFront: boolean,
): Occupant {
  const unverified = "runs in another PID namespace";
  const process: ProcessInfo = {
    pid: 0,
    ppid: 0,
    startTicks: 0,
    tty: null,
    foreground: inFront,
    stopped: false,
    agent: { name: agent, cwd: null, repo: null, env: {}, unverified },
    tmuxSockets: null,
  };
  return {
    id,
    agent,
    process,
    pane: { socket, info, inFront },
    bound: "unverified",
    because: `tmux says that the pane runs "${info.command}", but it ${unverified} and cannot be seen: never written to`,
  };
}

const keyOf = (socket: string, { id }: PaneInfo): string => `${socket} ${id}`;
