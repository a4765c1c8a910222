import type { Agent } from "../agents/define.ts";
import type { Listed } from "../agents/_background.ts";
import type { BackgroundScan, Stamp } from "../workers/background.ts";
import type { FolderPorts } from "./folder-source.ts";
import { createNamedFolders, MAX_FOLDERS, tooMany } from "./named-folders.ts";
import type { FolderUser } from "./published-source.ts";
import type { Job } from "./world.ts";

export interface BackgroundPorts extends FolderPorts {
  agents: ReadonlyMap<string, Agent>;
  home: string;
  now(): number;
  /** @param listed some came or went, or are other processes now; else one says something new */
  onChange(listed: boolean): void;
}

export interface BackgroundSource {
  /** Those that live, as read. */
  jobs(): Job[];
  /** Keeps an eye on those of an agent with this environment, for ever. */
  pin(user: FolderUser): void;
  /** And on those of these agents, while they run or have any. */
  follow(users: readonly FolderUser[]): void;
  scan(): Promise<void>;
  close(): void;
}

interface Keeper extends Pick<Job, "agent" | "folder" | "env"> {
  list: Stamp | null;
  listed: ReadonlyMap<string, Listed>;
  /** By name; one is a job once its state was read. */
  states: Map<string, Pick<Job, "state" | "repo"> & { stamp: Stamp }>;
  watchers: Map<string, { close(): void } | null>;
  reading: boolean;
  again: boolean;
  isPinned: boolean;
  /** How often its folders were to be watched. */
  tries: number;
}

const PART = "background agents";
const TRY_SCANS = 10;

/** Agents' lists of background agents and the states of those in them: watched, and reconciled. */
export function createBackgroundSource(ports: BackgroundPorts): BackgroundSource {
  const keepers = new Map<string, Keeper>();
  const named = createNamedFolders();
  const rulesOf = (agent: string) => ports.agents.get(agent)?.background;

  const take = (keeper: Keeper, { list, states }: BackgroundScan): void => {
    // One's trouble is not another's, nor gone when another is well.
    const part = `${PART} in ${keeper.folder}`;
    let moved = false;
    if (list === "foreign")
      ports.health.failed(part, "their list has a format that is not known", ports.now(), true);
    else if (list !== "unreadable") ports.health.ok(part);
    if (list === "foreign" || typeof list === "object") {
      const { stamp, listed } = list === "foreign" ? { stamp: null, listed: [] } : list;
      const text = JSON.stringify([...keeper.listed.values()]);
      moved = JSON.stringify(listed) !== text;
      keeper.list = stamp;
      keeper.listed = new Map(listed.map((one) => [one.name, one]));
    }
    for (const { name, ...state } of states) keeper.states.set(name, state);
    for (const name of keeper.states.keys())
      if (!keeper.listed.has(name)) keeper.states.delete(name);
    watch(keeper);
    if (moved || states.length > 0) ports.onChange(moved);
  };

  /** The list's folder, and that of each who is in it. */
  const watch = (keeper: Keeper): void => {
    const rules = rulesOf(keeper.agent);
    if (!rules) return;
    const paths = [rules.list, ...[...keeper.listed.keys()].map(rules.state)];
    const wanted = new Set(paths.map((path) => folderOf(`${keeper.folder}/${path}`)));
    for (const [path, watcher] of keeper.watchers) {
      if (wanted.has(path)) continue;
      watcher?.close();
      keeper.watchers.delete(path);
    }
    // Most have none, ever: what is not there is tried again now and then, and read about each scan all the same.
    const isRare = keeper.listed.size === 0 && keeper.tries++ % TRY_SCANS !== 0;
    for (const path of wanted)
      if (!keeper.watchers.get(path) && !(isRare && keeper.watchers.has(path)))
        keeper.watchers.set(
          path,
          ports.watch(path, "background", () => void read(keeper)),
        );
  };

  const read = async (keeper: Keeper): Promise<void> => {
    if (keeper.reading) return void (keeper.again = true);
    keeper.reading = true;
    const { agent, folder } = keeper;
    try {
      do {
        keeper.again = false;
        const scan = await ports.pool.run("scanBackground", {
          agent,
          folder,
          list: keeper.list,
          known: [...keeper.listed.keys()].map((name) => ({
            name,
            stamp: keeper.states.get(name)?.stamp ?? null,
          })),
        });
        if (keepers.get(folder) === keeper) take(keeper, scan);
      } while (keeper.again);
    } catch (error) {
      ports.onError(error);
    } finally {
      keeper.reading = false;
    }
  };

  const forget = (): void => {
    for (const keeper of keepers.values()) {
      const { folder, isPinned, listed } = keeper;
      if (isPinned || listed.size > 0 || named.keeps(folder)) continue;
      for (const watcher of keeper.watchers.values()) watcher?.close();
      keepers.delete(folder);
    }
  };

  const usedBy = ({ name, env }: FolderUser): string | undefined =>
    rulesOf(name)?.folder(env, env.HOME ?? ports.home);

  const add = (user: FolderUser, isPinned: boolean): void => {
    const { name: agent, env } = user;
    const folder = usedBy(user);
    if (folder === undefined || keepers.has(folder)) return;
    if (keepers.size >= MAX_FOLDERS) return ports.health.failed(PART, tooMany(folder), ports.now());
    const names = ports.agents.get(agent)?.process.env ?? [];
    const keeper: Keeper = {
      agent,
      folder,
      env: Object.fromEntries(
        names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
      ),
      list: null,
      listed: new Map(),
      states: new Map(),
      watchers: new Map(),
      reading: false,
      again: false,
      isPinned,
      tries: 0,
    };
    keepers.set(folder, keeper);
    void read(keeper);
  };

  return {
    jobs: () => [...keepers.values()].flatMap(toJobs),
    scan: () =>
      ports.lane(PART, async () => {
        forget();
        await Promise.all([...keepers.values()].map(read));
        if (keepers.size < MAX_FOLDERS) ports.health.ok(PART);
      }),
    pin: (user) => add(user, true),
    follow(users) {
      named.set(users.flatMap((user) => usedBy(user) ?? []));
      for (const user of users) add(user, false);
    },
    close() {
      for (const { watchers } of keepers.values())
        for (const watcher of watchers.values()) watcher?.close();
      keepers.clear();
    },
  };

  function toJobs({ agent, folder, env, listed, states }: Keeper): Job[] {
    const rules = rulesOf(agent);
    if (!rules) return [];
    return [...listed.values()].flatMap((one) => {
      const known = states.get(one.name);
      if (!known) return [];
      const { state, repo, stamp } = known;
      const path = `${folder}/${rules.state(one.name)}`;
      const { mtimeMs } = stamp;
      const startedAt = state.createdAt ?? one.startedAt;
      const facts = { agent, name: one.name, folder, env, path, mtimeMs, startedAt };
      return [{ ...facts, listed: one, state, repo }];
    });
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
