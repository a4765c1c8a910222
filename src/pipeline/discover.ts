import type { AgentProcess } from "../workers/processes.ts";
import type { Health } from "./health.ts";
import type { ProcessSource } from "./process-source.ts";
import type { Servers } from "./servers.ts";

export interface DiscoverPorts {
  processes: ProcessSource;
  servers: Servers;
  health: Health;
  /** Only the sockets of the settings are tracked, whatever else runs. */
  isPinned(): boolean;
  /** All that run. */
  onAgents(agents: readonly AgentProcess[]): void;
  now(): number;
}

/** One look at the processes, for agents and for tmux servers. True when something has changed. */
export async function discover(ports: DiscoverPorts): Promise<boolean> {
  const { processes, servers, health, now } = ports;
  const answered = servers.pids();
  const changed = await processes.scan(now()).catch((error: Error) => {
    // Before the first look there is nothing to go on with: an empty list must not look like "no agents".
    if (processes.table.size === 0) health.failed("process discovery", error.message, now(), true);
    throw error;
  });
  health.ok("process discovery");
  if (processes.trouble === null) health.ok("agents' folders");
  else health.failed("agents' folders", processes.trouble, now());
  // One that had answered before we looked, and was not to be seen, runs in another PID namespace.
  const isHidden = (pid: number): boolean => pid > 0 && !processes.table.get(pid)?.tmuxSockets;
  const moved = servers.hide(new Set([...answered].filter(isHidden)));
  if (!changed && !moved) return false;
  const infos = [...processes.table.values()];
  ports.onAgents(infos.flatMap(({ agent }) => agent ?? []));
  const running = new Set(infos.flatMap(({ tmuxSockets }) => tmuxSockets ?? []));
  if (!ports.isPinned()) servers.setRunning(running);
  return true;
}
