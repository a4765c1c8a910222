import type { LogRules } from "../agents/_log.ts";
import type { Agent } from "../agents/define.ts";
import type { HostClock } from "../io/host.ts";
import type { Source } from "../core/types.ts";
import {
  assignHooks,
  assignOne,
  hookOf,
  type Assignment,
  type Conversation,
} from "./assign-hooks.ts";
import { jobFile } from "./background.ts";
import type { BindInput } from "./bind.ts";
import type { HookState } from "./fold-hook.ts";
import type { LogState } from "./fold-log.ts";
import type { LogLink } from "./link-logs.ts";
import type { Hooked } from "./marker-source.ts";
import type { Occupancy } from "./occupancy.ts";
import type { ProcessSource } from "./process-source.ts";
import { refuseWord } from "./refuse-word.ts";
import type { Job, Occupant, Published, Refusal } from "./world.ts";

export interface SaidPorts {
  agents: ReadonlyMap<string, Agent>;
  processes: Pick<ProcessSource, "table">;
  /** State that agents publish, by pid. */
  words: ReadonlyMap<number, Published>;
  /** Markers of hooks, by path. */
  hooked: ReadonlyMap<string, Hooked>;
  /** Background agents that live. */
  jobs(): readonly Job[];
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
  /** What is said of who is where. */
  claims(): Pick<BindInput, "published" | "hookPanes" | "jobs">;
  of(occupant: Occupant): Said;
  /** Ties the markers to these occupants; gives those whose hooks say something new. */
  assign(occupants: ReadonlyMap<string, Occupant>): Occupant[];
  /** These markers were written anew, and the occupants are those of the last time. */
  hear(here: Occupancy, changed: readonly Hooked[]): Occupant[];
  /** The log as the agent or its hooks name it. */
  namedLog(occupant: Occupant): LogLink | null;
}

export function createSaidBy(ports: SaidPorts): SaidBy {
  const { agents, host } = ports;
  let hooks: Assignment = { assigned: new Map(), candidates: new Map(), refused: new Map() };

  const wordOf = (pid: number): Published | null => {
    const file = ports.words.get(pid);
    return file && refuseWord(file, ports.processes.table.get(pid), host) === null ? file : null;
  };

  const fileOf = ({ process, job }: Occupant): Published | null =>
    job ? jobFile(job, wordOf(job.listed.pid)) : (ports.words.get(process.pid) ?? null);

  /** Of a background agent all that is known: who it is does not hang on its process. */
  const believed = (one: Occupant): Published | null =>
    one.job ? fileOf(one) : wordOf(one.process.pid);

  const refusalOf = ({ process, job }: Occupant, file: Published): string | null =>
    refuseWord(file, job ? ports.processes.table.get(file.word.pid) : process, host);

  const conversationOf = (one: Occupant): Conversation | null => {
    const published = believed(one)?.word.nativeId;
    if (published) return { nativeId: published, by: "published" };
    const known = ports.logOf(one.id);
    const nativeId = known?.log.nativeId;
    return nativeId ? { nativeId, by: known.link.byHook ? "hook" : "log" } : null;
  };

  const tie = {
    conversationOf,
    holdsMany: (agent: string) => agents.get(agent)?.hooks?.holdsMany ?? false,
  };
  const assignAll = (
    occupants: ReadonlyMap<string, Occupant>,
    changed: readonly Hooked[],
  ): Occupant[] => {
    const before = hooks.assigned;
    hooks = assignHooks({
      ...tie,
      occupants: [...occupants.values()].filter(({ bound }) => bound !== "unverified"),
      hooked: ports.hooked.values(),
      isAlive: (pid) => ports.processes.table.has(pid),
      startedAt: ({ process }) => host.startedAt(process.startTicks),
    });
    const spoke = new Set(changed.map(({ path }) => path));
    return [...occupants.values()].filter(({ id }) => {
      const [now, old] = [hooks.assigned.get(id), before.get(id)];
      const isSame = now?.hooked === old?.hooked && now?.speaks === old?.speaks;
      return !isSame || (now && (spoke.has(now.hooked.path) || spoke.has(now.speaks.path)));
    });
  };

  return {
    wordOf,
    claims: () => ({
      published: new Map(
        [...ports.words.keys()].flatMap((pid) => {
          const word = wordOf(pid);
          return word ? [[pid, word] as const] : [];
        }),
      ),
      hookPanes: new Map(
        [...ports.hooked.values()].flatMap(({ head: { pid, paneId } }) =>
          paneId === null ? [] : [[pid, paneId] as const],
        ),
      ),
      // Before the first look at the processes none of theirs would seem to be there.
      jobs: ports.processes.table.size === 0 ? [] : ports.jobs(),
    }),
    of(occupant) {
      const file = fileOf(occupant);
      const known = ports.logOf(occupant.id);
      const told = hooks.assigned.get(occupant.id);
      return {
        file,
        refusal: file && refusalOf(occupant, file),
        hook: told ? hookOf(told) : null,
        log: known?.log ?? null,
        transcript: known?.link.path ?? null,
        ties: [
          ...(told
            ? [{ source: "hook" as const, path: told.hooked.path, because: told.because }]
            : []),
          ...(known
            ? [{ source: "log" as const, path: known.link.path, because: known.link.because }]
            : []),
        ],
        refused: hooks.refused.get(occupant.id) ?? [],
      };
    },
    assign: (occupants) => assignAll(occupants, []),
    hear(here, changed) {
      const spoke: Occupant[] = [];
      for (const hooked of changed) {
        const own = here.byPid.get(hooked.head.pid);
        const isThere = ports.hooked.get(hooked.path) === hooked;
        const one = own && isThere && assignOne(hooks, hooked, own, tie);
        if (!one) return assignAll(here.all, changed);
        hooks.candidates.set(own.id, one.list);
        hooks.assigned.set(own.id, one.assigned);
        spoke.push(own);
      }
      return spoke;
    },
    namedLog(occupant) {
      const { id, agent, process, job } = occupant;
      const rules = agents.get(agent)?.log;
      if (!rules) return null;
      const file = believed(occupant);
      const published = file?.word.nativeId ?? null;
      const spoke = hooks.assigned.get(id)?.hooked;
      // One that has not heard yet of the conversation that is published speaks of the one before.
      const isOld = published !== null && spoke?.hook.nativeId !== published;
      const hooked = isOld ? undefined : spoke;
      const because = `its hook names it (${hooked?.path})`;
      const path = hooked?.hook.transcript;
      if (path && isLogPath(path, rules)) return { path, nativeId: null, because, byHook: true };
      const place = { env: process.agent?.env ?? {}, home: ports.home };
      if (rules.database && hooked?.hook.nativeId) {
        const { nativeId, cwd } = hooked.hook;
        const path = rules.database.path({ ...place, cwd });
        return { path, nativeId, because, byHook: true };
      }
      const written = job?.state.transcript;
      if (written && isLogPath(written, rules))
        return { path: written, nativeId: null, because: `${job.path} names it` };
      const cwd = file?.word.cwd ?? process.agent?.cwd ?? null;
      const [folder] = rules.folders({ ...place, cwd });
      const name = published && rules.named?.(published);
      if (!folder || !name || !file || !isLogPath(`${folder}/${name}`, rules)) return null;
      return {
        path: `${folder}/${name}`,
        nativeId: null,
        because: `${file.path} names the conversation`,
      };
    },
  };
}

/** What names a log is a claim: it leads to a file that could be one, and nowhere by detours. */
function isLogPath(path: string, rules: LogRules): boolean {
  return path.startsWith("/") && !path.split("/").includes("..") && rules.path.test(path);
}
