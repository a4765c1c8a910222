import { ATTENTION_KINDS, STATUSES } from "../core/types.ts";
import type { ApiContext } from "./context.ts";

interface Family {
  name: string;
  type: "gauge" | "counter";
  help: string;
  samples: readonly (readonly [labels: Readonly<Record<string, string | number>>, value: number])[];
}

/**
 * `GET /v1/metrics`: Prometheus text. Labels come from sets that are bounded (agents, statuses, kinds), never
 * from a session: no path, title or prompt is in it.
 */
export function renderMetrics(context: ApiContext): string {
  return collect(context).map(render).join("");
}

function collect(context: ApiContext): Family[] {
  const { store, counts } = context;
  const rows = [...store.rows.values()];
  const work = context.counters();
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const sessions = [...context.agents.keys()].flatMap((agent) =>
    STATUSES.map((status) => {
      const own = rows.filter((row) => row.agent === agent && row.status === status);
      return [{ agent, status }, own.length] as const;
    }),
  );
  const attention = ATTENTION_KINDS.map(
    (kind) => [{ kind }, rows.filter((row) => row.attention?.kind === kind).length] as const,
  );
  return [
    gauge("build_info", "The daemon's version.", [[{ version: context.version }, 1]]),
    one("start_time_seconds", "When the daemon started.", context.startedAt / 1000),
    gauge("sessions", "Sessions by agent and status.", sessions),
    gauge("attention", "Sessions that wait for somebody, by what they ask.", attention),
    one("unread", "Sessions nobody has looked at yet.", rows.filter((row) => row.unread).length),
    one("degraded", "1 while a part fails.", store.health.state === "ok" ? 0 : 1),
    total("changes_total", "Number of the newest event; goes on over restarts.", store.n),
    total("scans_total", "Scans begun.", work.scans),
    total("scan_seconds_total", "Time that scans took.", work.scanMs / 1000),
    one("scan_late_seconds_max", "How late a scan ever came.", work.maxLateMs / 1000),
    total("ticks_total", "Times that gathered changes were settled.", work.ticks),
    counter("tmux_clients_total", "tmux clients started by scans.", [
      [{ for: "list" }, work.lists],
      [{ for: "capture" }, work.captureClients],
    ]),
    total("captures_total", "Panes captured.", work.captures),
    total("capture_bytes_total", "Bytes that captures brought.", work.bytes),
    one("listeners", "Waits and event readers right now.", work.listeners),
    one("event_readers", "Readers of the event stream right now.", counts.readers),
    total("events_sent_total", "Events sent to readers.", counts.events),
    total("event_cuts_total", "Snapshots for readers that fell behind.", counts.cuts),
    total("event_readers_dropped_total", "Readers dropped, as they did not read.", counts.dropped),
    counter(
      "http_responses_total",
      "Answers by status, refusals included.",
      [...counts.answers].toSorted(([a], [b]) => a - b).map(([code, n]) => [{ code }, n]),
    ),
    total("connections_refused_total", "Connections over the limit.", counts.refusedConnections),
    gauge("memory_bytes", "Memory of the daemon.", [
      [{ kind: "resident" }, memory.rss],
      [{ kind: "heap" }, memory.heapUsed],
      [{ kind: "external" }, memory.external],
    ]),
    total("cpu_seconds_total", "Processor time of the daemon.", (cpu.user + cpu.system) / 1e6),
  ];
}

const gauge = (name: string, help: string, samples: Family["samples"]): Family => ({
  name,
  type: "gauge",
  help,
  samples,
});
const counter = (name: string, help: string, samples: Family["samples"]): Family => ({
  ...gauge(name, help, samples),
  type: "counter",
});
const one = (name: string, help: string, value: number): Family => gauge(name, help, [[{}, value]]);
const total = (name: string, help: string, value: number): Family =>
  counter(name, help, [[{}, value]]);

function render({ name, type, help, samples }: Family): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escape(String(text))}"`);
    return `ccmux_${name}${pairs.length ? `{${pairs.join(",")}}` : ""} ${value}\n`;
  });
  return `# HELP ccmux_${name} ${help}\n# TYPE ccmux_${name} ${type}\n${lines.join("")}`;
}

function escape(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
