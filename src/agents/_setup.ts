import type { Env } from "../core/paths.ts";

/** How an agent is made to tell ccmux what happens. Plain data, and functions of it. */
export interface SetupRules {
  /** What a person types to start it: the first of these on PATH is asked for its version. */
  programs: readonly string[];
  /** What a person gets from it, in a line. */
  gains: string;
  /** The folder of its settings. */
  folder(env: Env, home: string): string;
  /** What is written there. */
  place: JsonPlace | PluginPlace;
  /** What is to be known of the events, by their names. */
  since?: Readonly<Record<string, string>>;
  /** The first version that has hooks at all; absent: any. */
  from?: string;
}

/** A file of settings that holds, somewhere, lists of hooks by event. */
export interface JsonPlace {
  kind: "json";
  /** Below the folder. */
  file: string;
  /** Where the lists are. */
  at: readonly string[];
  /**
   * What stands in such a list: the hooks themselves, or groups that have them as `hooks`; then what else a group of
   * ours has.
   */
  group: Readonly<Record<string, unknown>> | null;
  /** A hook that runs this command. */
  hook(command: string): Readonly<Record<string, unknown>>;
  /** What a file needs beside the lists, where it has none yet. */
  base?: Readonly<Record<string, unknown>>;
  /** A setting that stops all hooks, and the value that does. */
  off?: { at: readonly string[]; value: unknown };
}

/** A folder of which it loads every file; ours is one of them. */
export interface PluginPlace {
  kind: "plugin";
  /** Below the folder. */
  file: string;
}
