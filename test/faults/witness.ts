import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ownProcesses } from "../lab/own-processes.ts";
import type { World } from "./world.ts";

/** Files of a person, where ours and the agents' are. */
const FILES: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{ "hooks": {} }\n',
  ".codex/config.toml": 'model = "of-the-user"\n',
  ".config/notes.txt": "mine\n",
};
const CONFIG = '{\n  // mine\n  "scanMs": 1000\n}\n';
/** Names that may lie in our own folders; anything else was left over. */
const OURS: Readonly<Record<string, RegExp>> = {
  ".": /^(ccmux\.json|session-pids|state|run|cache)$/,
  state:
    /^(lock|lock\.db(-journal)?|state\.db(-wal|-shm)?|state\.db\.damaged-\d+(-wal|-shm)?|daemon\.log(\.\d)?|crashes\.json)$/,
  run: /^(ccmux\.sock|token|sessions\.tsv)$/,
  "session-pids": /^[a-z]+-[A-Za-z0-9_-]+\.json$/,
};

/** What no blow may touch, as it was and as it is. */
export interface Seen {
  /** By pid and start: the id of each session. */
  ids: ReadonlyMap<string, string>;
  pid: number;
  files: string;
}

export function layFiles({ lab, home }: World): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(lab.stage.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(join(home, "ccmux.json"), CONFIG);
}

export async function look(world: World): Promise<Seen> {
  const sessions = await world.sessions();
  const keyed = sessions.map(({ pid, startedAt, id }) => [`${pid} ${startedAt}`, id] as const);
  return { ids: new Map(keyed), pid: world.daemonPid(), files: fingerprint(world) };
}

/** A person's files, all of them together. */
function fingerprint({ lab, home }: World): string {
  const hash = createHash("sha256");
  const paths = Object.keys(FILES).map((name) => join(lab.stage.home, name));
  for (const path of [...paths, join(home, "ccmux.json")])
    hash
      .update(existsSync(path) ? readFileSync(path) : "gone")
      .update(String(lstatSync(path).mode));
  return hash.digest("hex");
}

/** Names in our folders that nobody expects there. */
export function leftovers({ home, lab }: World): string[] {
  const ours = Object.entries(OURS).flatMap(([folder, names]) => {
    const path = join(home, folder);
    return (existsSync(path) ? readdirSync(path) : [])
      .filter((name) => !names.test(name))
      .map((name) => join(folder, name));
  });
  const theirs = readdirSync(lab.stage.home).filter(
    (name) => ![".claude", ".codex", ".config", ".local", ".cache"].includes(name),
  );
  return [...ours, ...theirs];
}

export interface Costs {
  rssMb: number;
  descriptors: number;
  /** Processes of ours beside the daemon. */
  children: number;
}

export function costs({ home, daemonPid }: World): Costs {
  const pid = daemonPid();
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    rssMb: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    children: ownProcesses(home).filter((one) => one !== pid).length,
  };
}

/** Panes, but for one, that show this text: keys went astray. */
export async function panesThatShow(world: World, text: string): Promise<string[]> {
  const panes = world.lab.stage.actors.flatMap(({ pane, process }) =>
    pane && process ? [pane.id] : [],
  );
  if (panes.length === 0) return [];
  const words = panes.flatMap((id) => [
    "display-message",
    "-p",
    "-t",
    id,
    `pane ${id}`,
    ";",
    "capture-pane",
    "-p",
    "-t",
    id,
    ";",
  ]);
  const printed = await world.lab.stage.tmux(...words.slice(0, -1));
  return printed
    .split(/^pane /m)
    .filter((block) => block.includes(text))
    .map((block) => block.split("\n", 1)[0]!);
}
