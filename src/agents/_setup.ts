import type { Env } from "../core/paths.ts";
import type { Fields } from "./_fields.ts";

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
  /** Events that came later than the rest → the version that they came with: others may refuse a file with them. */
  since?: Readonly<Record<string, string>>;
  /** The first version that has hooks; absent: any. */
  from?: string;
  /** What else decides whether hooks run; absent: nothing. */
  gate?: Gate;
}

/** A file of settings by which hooks that are there run or do not. */
export interface Gate {
  /** Below the folder. */
  file: string;
  format: "json" | "toml";
  /** Pure, never throws. `settings` is what the file says, an empty object when there is none. */
  read(settings: Fields, hooks: readonly PlacedHook[]): Standing;
}

/** A hook of ours as the agent finds it. */
export interface PlacedHook {
  event: string;
  command: string;
  /** The names that the agent may know its file by. */
  files: readonly string[];
  /** In the list of its event: which group, and which hook in it; 0-based. */
  group: number;
  index: number;
  /** SHA-256, in hexadecimal. */
  hash(text: string): string;
}

export interface Standing {
  /** The setting that stops all hooks; null: none does. */
  off: string | null;
  /** Events whose hooks a person has yet to trust; null: the agent does not ask for that. */
  untrusted: readonly string[] | null;
  /** What the person does then. */
  hint: string;
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
}

/** A folder of which it loads every file; ours is one of them. */
export interface PluginPlace {
  kind: "plugin";
  /** Below the folder. */
  file: string;
}
