import { mkdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor, PublishedStatus } from "./actor.ts";
import type { Screen } from "./screens.ts";

/** Claude Code's state files, `<home>/.claude/sessions/<pid>.json`, as 2.1.332 writes them. */
export interface Publisher {
  write(actor: Actor, status: PublishedStatus, waitingFor: string | null): void;
  /** As Claude does when it ends, but for SIGKILL. */
  remove(actor: Actor): void;
}

const WAITING_FOR = {
  permission: "permission prompt",
  plan: "permission prompt",
  question: "input needed",
  other: "dialog open",
} as const;

export function createPublisher(home: string): Publisher {
  const folder = join(home, ".claude", "sessions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (pid: number): string => join(folder, `${pid}.json`);
  return {
    write(actor, status, waitingFor) {
      const { pane, process } = actor;
      if (!pane || !process)
        throw new Error(`Stand-in ${actor.index} does not run: it can't publish`);
      const now = Date.now();
      const body = {
        pid: process.pid,
        sessionId: actor.nativeId,
        cwd: actor.cwd,
        startedAt: now,
        procStart: String(process.startTicks),
        version: actor.screen.version,
        peerProtocol: 1,
        kind: "interactive",
        entrypoint: "cli",
        ...pidDomain(),
        tmux: `${pane.session}:${pane.window}.${pane.id}`,
        name: `${actor.project}-${actor.index}`,
        nameSource: "derived",
        nameSince: now,
        status,
        updatedAt: now,
        statusUpdatedAt: now,
        ...(waitingFor && { waitingFor }),
      };
      const file = fileOf(process.pid);
      writeFileSync(`${file}.tmp`, JSON.stringify(body), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    },
    remove(actor) {
      if (actor.process) rmSync(fileOf(actor.process.pid), { force: true });
    },
  };
}

/** What Claude publishes while it shows this; null while it says nothing yet. */
export function publishedFor(screen: Screen): [PublishedStatus, string | null] | null {
  if (screen.status === "working") return ["busy", null];
  if (screen.status === "idle") return ["idle", null];
  // It asks whether to trust the folder before it has a session to write about.
  if (screen.kind === "trust") return null;
  return ["waiting", WAITING_FOR[screen.kind ?? "other"]];
}

/** Where the pid counts: `linux:<machine>:<PID namespace>`. Nothing on macOS, which has none. */
function pidDomain(): { pidDomain?: string } {
  try {
    return { pidDomain: `linux:${"0".repeat(32)}:${readlinkSync("/proc/self/ns/pid")}` };
  } catch {
    return {};
  }
}
