import type { Agent } from "../agents/define.ts";
import type { HostClock } from "../io/host.ts";
import type { Source } from "../core/types.ts";
import { assignHooks, type Assignment } from "./assign-hooks.ts";
import { refuseWord } from "./bind.ts";
import type { HookState } from "./fold-hook.ts";
import type { LogState } from "./fold-log.ts";
import type { LogLink } from "./link-logs.ts";
import type { Hooked } from "./marker-source.ts";
import type { ProcessSource } from "./process-source.ts";
import type { Occupant, Published, Refusal } from "./world.ts";

export interface SaidPorts {
  agents: ReadonlyMap<string, Agent>;
  processes: Pick<ProcessSource, "table">;
  /** State that agents publish, by pid. */
  words: ReadonlyMap<number, Published>;
  /** Markers of hooks, by path. */
  hooked: ReadonlyMap<string, Hooked>;
  /** What a session's log has told. */
  logOf(id: string): { link: LogLink; log: LogState } | null;
  host: HostClock;
  home: string;
}

/** All that is said of one occupant, not drawn. */
export interface Said {
  file: Published | null;
  /** Why `file` is not believed. */
  refusal: string | null;
  hook: HookState | null;
  log: LogState | null;
  transcript: string | null;
  /** Where all of this was read, and why it is believed to be this occupant's: for `explain`. */
  ties: readonly { source: Source; path: string; because: string }[];
  /** Hooks that were not believed. */
  refused: readonly Refusal[];
}

/** Whose every published word, marker and log is. */
export interface SaidBy {
  /** Of a live process, believed only. */
  wordOf(pid: number): Published | null;
  published(): Map<number, Published>;
  /** The pane that a hook of a process said it ran in, by pid. */
  hookPanes(): Map<number, string>;
  of(occupant: Occupant): Said;
  /** Ties the markers to these occupants; gives those whose hooks say something new. */
  assign(occupants: ReadonlyMap<string, Occupant>, changed?: readonly Hooked[]): Occupant[];
  /** The log as the agent or its hooks name it. */
  namedLog(occupant: Occupant): LogLink | null;
}

export function createSaidBy(ports: SaidPorts): SaidBy {
  const { agents, host } = ports;
  let { assigned, refused }: Assignment = { assigned: new Map(), refused: new Map() };

  const wordOf = (pid: number): Published | null => {
    const file = ports.words.get(pid);
    return file && refuseWord(file, ports.processes.table.get(pid), host) === null ? file : null;
  };

  return {
    wordOf,
    published: () =>
      new Map(
        [...ports.words.keys()].flatMap((pid) => {
          const word = wordOf(pid);
          return word ? [[pid, word] as const] : [];
        }),
      ),
    hookPanes: () =>
      new Map(
        [...ports.hooked.values()].flatMap(({ head: { pid, paneId } }) =>
          paneId === null ? [] : [[pid, paneId] as const],
        ),
      ),
    of(occupant) {
      const file = ports.words.get(occupant.process.pid) ?? null;
      const known = ports.logOf(occupant.id);
      const tied = assigned.get(occupant.id);
      return {
        file,
        refusal: file && refuseWord(file, occupant.process, host),
        hook: tied?.hooked.hook ?? null,
        log: known?.log ?? null,
        transcript: known?.link.path ?? null,
        ties: [
          ...(tied
            ? [{ source: "hook" as const, path: tied.hooked.path, because: tied.because }]
            : []),
          ...(known
            ? [{ source: "log" as const, path: known.link.path, because: known.link.because }]
            : []),
        ],
        refused: refused.get(occupant.id) ?? [],
      };
    },
    assign(occupants, changed = []) {
      const before = assigned;
      ({ assigned, refused } = assignHooks({
        occupants: [...occupants.values()].filter(({ bound }) => bound !== "unverified"),
        hooked: ports.hooked.values(),
        isAlive: (pid) => ports.processes.table.has(pid),
        startedAt: ({ process }) => host.startedAt(process.startTicks),
        nativeIdOf: ({ id, process }) =>
          wordOf(process.pid)?.word.nativeId ?? ports.logOf(id)?.log.nativeId ?? null,
        holdsMany: (agent) => agents.get(agent)?.hooks?.holdsMany ?? false,
      }));
      const spoke = new Set(changed.map(({ path }) => path));
      return [...occupants.values()].filter(({ id }) => {
        const hooked = assigned.get(id)?.hooked;
        return hooked !== before.get(id)?.hooked || (hooked && spoke.has(hooked.path));
      });
    },
    namedLog({ id, agent, process }) {
      const rules = agents.get(agent)?.log;
      if (!rules) return null;
      const hooked = assigned.get(id)?.hooked;
      const because = `its hook names it (${hooked?.path})`;
      const path = hooked?.hook.transcript;
      if (path && rules.path.test(path)) return { path, nativeId: null, because };
      const place = { env: process.agent?.env ?? {}, home: ports.home };
      if (rules.database && hooked?.hook.nativeId) {
        const { nativeId, cwd } = hooked.hook;
        return { path: rules.database.path({ ...place, cwd }), nativeId, because };
      }
      const file = wordOf(process.pid);
      const nativeId = file?.word.nativeId;
      const cwd = file?.word.cwd ?? process.agent?.cwd ?? null;
      const [folder] = rules.folders({ ...place, cwd });
      const name = nativeId && rules.named?.(nativeId);
      if (!folder || !name || !file) return null;
      return {
        path: `${folder}/${name}`,
        nativeId: null,
        because: `${file.path} names the conversation`,
      };
    },
  };
}
