import type { Agent } from "../agents/define.ts";
import { markersOf } from "../core/paths.ts";
import { createBackgroundSource, type BackgroundSource } from "./background-source.ts";
import type { FolderPorts } from "./folder-source.ts";
import { createLogSource, type LogPorts, type LogSource } from "./log-source.ts";
import { createMarkerSource, type MarkerSource } from "./marker-source.ts";
import type { Pipeline } from "./pipeline.ts";
import {
  createPublishedSource,
  type FolderUser,
  type PublishedSource,
} from "./published-source.ts";

export interface SaidSourcesPorts extends FolderPorts, Pick<LogPorts, "watchFile"> {
  agents: ReadonlyMap<string, Agent>;
  home: string;
  /** Where hooks write their markers, if the environment of their agent says nothing else. */
  markerFolder: string;
  env: Readonly<Record<string, string | undefined>>;
  pipeline(): Pipeline;
  /** There is something to settle. */
  tick(): void;
  isAlive(pid: number): boolean | null;
  /** Processes may have ended. */
  onEnding(): void;
  now(): number;
}

/** What agents, their hooks and their logs say. */
export interface SaidSources {
  readonly words: PublishedSource["words"];
  readonly hooked: MarkerSource["hooked"];
  readonly jobs: BackgroundSource["jobs"];
  readonly logOf: LogSource["get"];
  /** Something is new about these sessions. */
  onSettled: LogSource["note"];
  /** These agents run: keeps an eye on what they publish, and what their hooks write. */
  follow(users: readonly FolderUser[]): void;
  start(): void;
  scan(): Promise<void>;
  /** After the processes are known: logs are theirs. */
  scanLogs(): Promise<void>;
  close(): void;
}

/** So long after its state file a process may still be there (measured 65–150 ms). */
const ENDING_MS = [100, 250];

export function createSaidSources(ports: SaidSourcesPorts): SaidSources {
  const { pipeline, tick } = ports;
  const published = createPublishedSource({
    ...ports,
    onChange(pids) {
      pipeline().wordsChanged(pids);
      tick();
      // An agent that ends takes its file away first.
      if (pids.some((pid) => !published.words.has(pid)))
        for (const ms of ENDING_MS) setTimeout(ports.onEnding, ms).unref();
    },
  });
  const markers = createMarkerSource({
    ...ports,
    isAlive: ports.isAlive,
    onChange(changed) {
      pipeline().hooksChanged(changed);
      tick();
    },
  });
  const background = createBackgroundSource({
    ...ports,
    onChange(listed) {
      pipeline().rebind();
      tick();
      // Their processes come and go with them.
      if (listed) ports.onEnding();
    },
  });
  const logs = createLogSource({
    ...ports,
    occupants: () => pipeline().occupants,
    namedLog: (occupant) => pipeline().namedLog(occupant),
    startedAt: (occupant) => pipeline().startedAt(occupant),
    onChange(ids) {
      pipeline().mark(ids);
      tick();
    },
  });
  return {
    words: published.words,
    hooked: markers.hooked,
    jobs: background.jobs,
    logOf: logs.get,
    onSettled: logs.note,
    follow(users) {
      published.follow(users);
      background.follow(users);
      const hooking = users.filter(({ name }) => ports.agents.get(name)?.hooks);
      markers.follow(hooking.flatMap(({ env }) => markersOf(env, ports.markerFolder) ?? []));
    },
    start() {
      for (const name of ports.agents.keys())
        for (const source of [published, background]) source.pin({ name, env: ports.env });
      markers.pin(ports.markerFolder);
    },
    async scan() {
      await Promise.all([published, markers, background].map((source) => source.scan()));
    },
    scanLogs: logs.scan,
    close() {
      for (const source of [published, markers, background, logs]) source.close();
    },
  };
}
