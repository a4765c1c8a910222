import { readFileSync } from "node:fs";
import { clean } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import { formatSpan } from "../core/duration.ts";
import { VERSION } from "../core/version.ts";
import { request } from "../io/client.ts";
import { readLock } from "../io/lock-file.ts";
import { saveMemory } from "../io/save-memory.ts";
import { DAEMON_ENV, isStopped, reachDaemon } from "../io/start-daemon.ts";
import { ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { haltDaemon } from "./_halt.ts";
import { paint, print, printJson } from "./_output.ts";
import { token } from "./_token.ts";

interface HealthAnswer {
  state: "ok" | "degraded";
  reasons: string[];
  version: string;
  pid: number;
  socket: string;
  port: number | null;
  startedAt: string;
  uptimeMs: number;
  sessions: number;
}

/** After it the start is over, and memory is worth more to a daemon than speed. */
const STARTED_MS = 10_000;

const VERBS = ["start", "stop", "restart", "status", "logs", "token", "run"] as const;

export default command({
  meta: { name: "daemon", description: "Start, stop and look at the daemon" },
  args: {
    verb: {
      type: "positional",
      required: true,
      description: "start, stop, restart, status, logs, token, or run (in the foreground)",
    },
    lines: {
      type: "string",
      valueHint: "n",
      description: "With logs: the last n lines, 50 unless told",
    },
    rotate: { type: "boolean", description: "With token: make a new one, the old one is void" },
  },
  completes: { verb: VERBS },
  examples: [["ccmux daemon status --json", "whether one runs, and how it is"]],
  async run({ args }) {
    for (const [flag, verb] of [
      ["lines", "logs"],
      ["rotate", "token"],
    ] as const)
      if (args[flag] !== undefined && args.verb !== verb)
        throw new AppError(
          "E_USAGE",
          `--${flag} belongs to \`daemon ${verb}\`.`,
          `Leave it out, or run \`ccmux daemon ${verb} --${flag}\`.`,
        );
    const verbs: Record<(typeof VERBS)[number], () => Promise<void>> = {
      start: () => start(args.json),
      stop: () => stop(args.json),
      restart: async () => {
        await haltDaemon();
        await start(args.json);
      },
      status: () => status(args.json),
      logs: () => logs(args.lines, args.json),
      token: () => token(args.rotate, args.json),
      run,
    };
    const verb = VERBS.find((one) => one === args.verb);
    if (!verb)
      throw new AppError(
        "E_USAGE",
        `Unknown verb "${args.verb}".`,
        `Use one of: ${VERBS.join(", ")}.`,
      );
    await verbs[verb]();
  },
});

/** The foreground form: what `start` detaches. */
async function run(): Promise<void> {
  const { startDaemon } = await import("../daemon.ts");
  // It has worked by now, and is nothing for what we start.
  for (const name of Object.keys(DAEMON_ENV)) delete process.env[name];
  const daemon = await startDaemon(process.env, process.stderr.isTTY ? await watched() : undefined);
  setTimeout(saveMemory, STARTED_MS).unref();
  process.removeAllListeners("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => daemon.stop());
  await daemon.ended;
  process.exit(0);
}

/** Whoever runs it in a terminal sees its log there. */
async function watched(): Promise<(level: "info" | "warn" | "error", text: string) => void> {
  const { consola } = await import("consola");
  return (level, text) => consola[level](text);
}

async function start(json: boolean | undefined): Promise<void> {
  const paths = ourPaths();
  await reachDaemon(paths, { rests: false });
  const health = await askHealth();
  if (!health)
    throw new AppError(
      "E_DAEMON_DOWN",
      "The daemon started and ended at once.",
      `See ${paths.log}.`,
    );
  await (json ? printJson({ running: true, ...health }) : print(describe(health)));
}

async function stop(json: boolean | undefined): Promise<void> {
  const ended = await haltDaemon();
  await (json
    ? printJson({ running: false, stopped: ended })
    : print(ended ? `Stopped the daemon (pid ${ended}).` : "No daemon ran."));
}

async function status(json: boolean | undefined): Promise<void> {
  const holder = readLock(ourPaths().lock);
  const health = await askHealth();
  if (!health) {
    process.exitCode = 69;
    const why = holder
      ? isStopped(holder.pid)
        ? `stopped by a signal (pid ${holder.pid}): let it go on with \`kill -CONT ${holder.pid}\``
        : `not answering (pid ${holder.pid}): \`ccmux doctor\` may say why, \`ccmux daemon restart\` starts another`
      : null;
    if (json)
      return printJson({
        running: false,
        pid: holder?.pid ?? null,
        version: holder?.version ?? null,
        socket: ourPaths().socket,
        port: null,
        uptimeMs: null,
        health: null,
      });
    return print(
      why
        ? `The daemon is ${why}.`
        : "No daemon runs. `ccmux list` starts one, and so does `ccmux daemon start`.",
    );
  }
  const { state, reasons, ...rest } = health;
  if (json) return printJson({ running: true, ...rest, health: { state, reasons } });
  await print(describe(health));
}

async function askHealth(): Promise<HealthAnswer | null> {
  const paths = ourPaths();
  const holder = readLock(paths.lock);
  try {
    return JSON.parse(
      await request(holder?.socket ?? paths.socket, { path: "/v1/health", timeoutMs: 2000 }),
    ) as HealthAnswer;
  } catch {
    return null;
  }
}

function describe({
  version,
  pid,
  uptimeMs,
  sessions,
  socket,
  state,
  reasons,
}: HealthAnswer): string {
  const other =
    version === VERSION
      ? []
      : [paint("yellow", `This ccmux is ${VERSION}: run \`ccmux daemon restart\`.`)];
  return [
    `ccmux ${version} runs (pid ${pid}, up ${formatSpan(uptimeMs)}), ${sessions} agents, ${paint(state === "ok" ? "green" : "yellow", state)}`,
    ...reasons.map((reason) => `  ${clean(reason)}`),
    `  ${socket}`,
    ...other,
  ].join("\n");
}

async function logs(lines = "50", json: boolean | undefined): Promise<void> {
  const count = /^[1-9]\d{0,5}$/.test(lines) ? Number(lines) : Number.NaN;
  if (Number.isNaN(count))
    throw new AppError(
      "E_USAGE",
      `--lines: "${lines}" is no number of lines.`,
      "Give 1 to 999999.",
    );
  const path = ourPaths().log;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new AppError(
      "E_NOT_FOUND",
      `There is no log at ${path}.`,
      "Start the daemon with `ccmux daemon start`.",
    );
  }
  const last = text.trimEnd().split("\n").slice(-count);
  await (json ? printJson({ path, lines: last }) : print(last.join("\n")));
}
