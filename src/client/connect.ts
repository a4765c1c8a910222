import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type * as Said from "../core/answers.ts";
import { AppError, fromFailure, mayBeDone } from "../core/errors.ts";
import { query, sessionPath, type Query } from "../core/request-path.ts";
import type { SnapshotJson } from "../core/session.ts";
import type { Line } from "../io/outlast.ts";
import { waitForTurn } from "../io/turn-on.ts";
import { waitOn } from "../io/wait-on.ts";
import { openDoor, unreachable, wasHeard, type Asked, type DoorOptions } from "./door.ts";
import { followEvents } from "./events.ts";
import type { Client, Target, WriteOptions } from "./types.ts";

export interface ConnectOptions extends DoorOptions {
  /** Starts the daemon when none answers; needs Node on PATH. Not with `socket` or `url`. @default false */
  start?: boolean;
}

const WAIT_MS = 300_000;
/** By Node or Bun alike: the launcher finds the Node that it needs. */
const LAUNCHER = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));

/**
 * Connects to the daemon, and makes sure that it answers.
 * @throws CcmuxError E_DAEMON_DOWN when it does not; E_UNAUTHORIZED with a wrong token; E_UNAVAILABLE when the socket
 * is another account's
 */
export async function connect({ start = false, ...options }: ConnectOptions = {}): Promise<Client> {
  const canStart = start && options.socket === undefined && options.url === undefined;
  const first = await createClient(options);
  try {
    await first.health();
    return first;
  } catch (error) {
    await first.close();
    if (!canStart || (error as AppError).code !== "E_DAEMON_DOWN") throw error;
  }
  await startDaemon();
  const client = await createClient(options);
  await client.health();
  return client;
}

async function createClient(options: DoorOptions): Promise<Client> {
  const door = await openDoor(options);
  const ending = new AbortController();
  const until = (signal?: AbortSignal): AbortSignal =>
    signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;

  const ask = async <T>(path: string, { signal, ...asked }: Partial<Asked> = {}): Promise<T> => {
    const response = await door.ask(path, { ...asked, signal: until(signal) });
    try {
      return (await response.json()) as T;
    } catch (error) {
      until(signal).throwIfAborted();
      throw unreachable(door.name, error);
    }
  };
  const get = <T>(path: string, params: Query, signal?: AbortSignal): Promise<T> =>
    ask<T>(`${path}${query(params)}`, signal && { signal });
  const post = <T>(target: Target, verb: string, body: object, signal?: AbortSignal): Promise<T> =>
    ask<T>(sessionPath(refOf(target), verb), { method: "POST", body, ...(signal && { signal }) });
  /** What must not be done twice by mistake. */
  const act = async <T>(
    target: Target,
    verb: string,
    body: object,
    signal?: AbortSignal,
  ): Promise<T> => {
    try {
      return await post<T>(target, verb, body, signal);
    } catch (error) {
      throw wasHeard(error) ? mayBeDone(verb, refOf(target), error) : error;
    }
  };
  const lineOf = (signal?: AbortSignal): Line => ({
    get: (path) => ask(path, signal && { signal }),
    signal: until(signal),
  });
  const verdict =
    (verb: string) =>
    (target: Target, o: WriteOptions = {}) =>
      act<Said.DialogAnswer>(target, verb, seen(target, o), o.signal);
  const transcript: Client["transcript"] = (target, { signal, ...params } = {}) =>
    get(sessionPath(refOf(target), "transcript"), params, signal);
  const close = async (): Promise<void> => {
    ending.abort();
    door.close();
  };

  return {
    health: (o) => get("/v1/health", {}, o?.signal),
    agents: async (o) => (await get<Said.AgentsJson>("/v1/agents", {}, o?.signal)).agents,
    async sessions({ signal, status, ...params } = {}) {
      const asked = { ...params, status: joined(status) };
      return (await get<SnapshotJson>("/v1/sessions", asked, signal)).sessions;
    },
    session: async (target, o) =>
      (await get<Said.SessionAnswer>(sessionPath(refOf(target)), {}, o?.signal)).session,
    async wait(targets, { signal, until = "idle", kind, timeoutMs = WAIT_MS, ...params } = {}) {
      const refs = [targets].flat().map((one) => refOf(one as Target));
      const condition = { ...params, until: joined(until)!, kind: joined(kind) };
      const line = lineOf(signal);
      return waitOn({ ...condition, refs, timeoutMs }, line.get, line);
    },
    async send(target, text, { signal, generation = null, waitMs, ...how } = {}) {
      const waits = waitMs === undefined ? {} : { waitMs: 0 };
      const body = { ...how, ...waits, text, session: idOf(target), generation };
      const sent = await (how.dryRun ? post : act)<Said.SendAnswer>(target, "send", body, signal);
      return waitMs === undefined ? sent : waitForTurn(sent, waitMs, lineOf(signal));
    },
    approve: verdict("approve"),
    deny: verdict("deny"),
    answer: (target, text, o = {}) => act(target, "answer", { text, ...seen(target, o) }, o.signal),
    interrupt: (target, { signal, generation = null } = {}) =>
      act(target, "interrupt", { session: idOf(target), generation }, signal),
    keys: (target, keys, { force = false, ...o } = {}) =>
      act(target, "keys", { keys, force, ...seen(target, o) }, o.signal),
    screen: (target, { signal, ...params } = {}) =>
      get(sessionPath(refOf(target), "screen"), params, signal),
    last: async (target, o) => (await transcript(target, o)).turns.at(-1)?.answer ?? null,
    transcript,
    explain: (target, o) => get(sessionPath(refOf(target), "explain"), {}, o?.signal),
    label: (target, label, o) => post(target, "label", { label, session: idOf(target) }, o?.signal),
    seen: (target, o) => post(target, "seen", { session: idOf(target) }, o?.signal),
    kill: (target, { force = false, signal } = {}) =>
      act(target, "kill", { force, session: idOf(target) }, signal),
    dismiss: (target, o) => post(target, "dismiss", { session: idOf(target) }, o?.signal),
    search: (words, { signal, ...params } = {}) =>
      get("/v1/search", { ...params, q: words }, signal),
    events: ({ since = null, signal } = {}) => followEvents(door, since, until(signal)),
    feed: ({ signal, session, type, ...params } = {}) => {
      const asked = { ...params, type: joined(type), session: session && refOf(session) };
      return get("/v1/feed", asked, signal);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const refOf = (target: Target): string => (typeof target === "string" ? target : target.id);
const idOf = (target: Target): string | null => (typeof target === "string" ? null : target.id);
const joined = (words?: string | readonly string[]): string | undefined =>
  typeof words === "object" ? words.join(",") : words;

/** What it was decided on. */
function seen(target: Target, { generation }: WriteOptions) {
  const dialog = typeof target === "string" ? null : (target.attention?.generation ?? null);
  return { session: idOf(target), generation: generation ?? dialog };
}

function startDaemon(): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(LAUNCHER, ["daemon", "start", "--json"], (error, _stdout, stderr) => {
      if (!error) return resolve();
      const told = /^\{"error":.*\}$/m.exec(stderr)?.[0];
      const failure = told ? (JSON.parse(told) as { error: unknown }).error : null;
      reject(failure ? fromFailure(failure) : unreachable(LAUNCHER, error));
    });
  });
}
