import { mkdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { AttentionKind, ProcessRef, Status } from "../core/types.ts";
import type { Screen } from "./screens.ts";

export interface ActorSpec {
  /** What it shows first; says also which agent it is. */
  screen: Screen;
  /** Name of its project, `<dir>/work/<project>`, shared by all that name it. @default one of its own, `<dir>/work/<n>/project` */
  project?: string;
  /** Its folder instead, absolute; made when missing. */
  cwd?: string;
  /** The tmux session it stands in. @default "main" */
  session?: string;
  /** Keeps Claude's state file, which says the same as the screens that `show` draws. @default false */
  publishes?: boolean;
  /** Variables of its process, such as `CODEX_HOME`. */
  env?: Readonly<Record<string, string>>;
}

/** Claude's words for what it does. */
export type PublishedStatus = "busy" | "waiting" | "idle" | "shell";

export interface Pane {
  /** `%N`. */
  id: string;
  /** `@N`. */
  window: string;
  session: string;
  /** `session:window.pane`, as it was made: the stage moves no windows. */
  target: string;
  tty: string;
  /** The shell that outlives the agent: tmux's `pane_pid`. */
  shell: ProcessRef;
  server: ProcessRef;
}

/** A stand-in: what the stage started, and what it last made of it. */
export interface Actor {
  readonly spec: ActorSpec;
  /** Place in the order in which they were added, from 0. */
  readonly index: number;
  readonly agent: string;
  readonly cwd: string;
  readonly project: string;
  /** Null while its server is down. */
  pane: Pane | null;
  /** The agent itself; null once `end` has ended it. */
  process: ProcessRef | null;
  /** The parent of the agent that only started it; null where there is none. */
  launcher: ProcessRef | null;
  screen: Screen;
  title: string;
  /** New with each process, as a conversation is. */
  nativeId: string;
  published: { status: PublishedStatus; waitingFor: string | null } | null;
  /** True when the screen was drawn after the last word was published. */
  screenIsNewer: boolean;
}

/** What ccmux must say about a stand-in that lives. */
export interface ExpectedRow {
  agent: string;
  status: Status;
  kind: AttentionKind | null;
  /** The evidence that should win while no hook and no log speaks. */
  source: "published" | "screen";
  paneId: string;
  socket: string;
  target: string;
  tty: string;
  pid: number;
  startTicks: number;
  cwd: string;
  project: string;
  title: string;
  /** Known only from what is published. */
  nativeId: string | null;
}

export function createActor(spec: ActorSpec, index: number, work: string): Actor {
  const { screen, project } = spec;
  const folder = project ? join(work, project) : join(work, String(index), "project");
  const cwd = spec.cwd ?? folder;
  mkdirSync(cwd, { recursive: true });
  return {
    spec,
    index,
    agent: screen.agent,
    // Resolved, because that is how a process sees its folder.
    cwd: realpathSync(cwd),
    project: basename(cwd),
    pane: null,
    process: null,
    launcher: null,
    screen,
    title: "",
    nativeId: "",
    published: null,
    screenIsNewer: false,
  };
}

const KIND_OF: Readonly<Record<string, AttentionKind>> = {
  "permission prompt": "permission",
  "input needed": "question",
  "dialog open": "other",
};

/** What ccmux must say, worked out from what was started and shown. Null when there is nothing to say. */
export function expectedOf(actor: Actor, socket: string): ExpectedRow | null {
  const { agent, pane, process, cwd, project, title, published } = actor;
  if (!pane || !process) return null;
  return {
    agent,
    ...expectedVerdict(actor),
    paneId: pane.id,
    socket,
    target: pane.target,
    tty: pane.tty,
    ...process,
    cwd,
    project,
    title,
    nativeId: published ? actor.nativeId : null,
  };
}

function expectedVerdict(actor: Actor): Pick<ExpectedRow, "status" | "kind" | "source"> {
  const { screen, published, screenIsNewer } = actor;
  const shown = { status: screen.status, kind: screen.kind, source: "screen" } as const;
  if (!published) return shown;
  const { status, waitingFor } = published;
  if (status === "waiting") {
    // Published does not tell a plan from a permission: the dialog on the screen does.
    const kind = screen.kind ?? KIND_OF[waitingFor ?? ""] ?? "other";
    return { status, kind, source: "published" };
  }
  if (status !== "busy") return { status: "idle", kind: null, source: "published" };
  // A dialog drawn after the word is the one thing that the screen knows better.
  if (screen.status === "waiting" && screenIsNewer) return shown;
  return { status: "working", kind: null, source: "published" };
}
