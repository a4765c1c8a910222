import { agents } from "../../src/agents/index.ts";
import type { ApiContext } from "../../src/api/context.ts";
import { createCounts } from "../../src/api/counts.ts";
import { createStore, type Store } from "../../src/pipeline/store.ts";
import { countFrom } from "../counter.ts";

export interface Behind {
  store: Store;
  context: ApiContext;
  /** Of waits and event readers. */
  readonly listeners: number;
  /** Defects that were heard of. */
  readonly errors: unknown[];
}

/** What the routes need, with a store that the test changes, and nothing behind it. */
export function createBehind(socket: string): Behind {
  let listeners = 0;
  const errors: unknown[] = [];
  const store = createStore(countFrom());
  const never = (): never => {
    throw new Error("nothing is behind it");
  };
  const work = { lists: 3, captureClients: 2, captures: 5, bytes: 700, maxLateMs: 4 };
  const context: ApiContext = {
    version: "1.2.3",
    pid: 1,
    startedAt: 1000,
    socket,
    port: null,
    agents,
    store,
    look: never,
    now: Date.now,
    ready: async () => {},
    listen() {
      listeners++;
      return () => void listeners--;
    },
    judge: never,
    wait: never,
    feed: never,
    marks: { label: never, seen: never },
    transcript: () => Promise.reject(new Error("nobody asks")),
    screen: never,
    locate: () => null,
    counters: () => ({ scans: 7, scanMs: 90, ticks: 8, listeners, ...work }),
    counts: createCounts(),
    actions: { send: never, turn: never, answer: never, keys: never, interrupt: never },
    target: never,
    kill: never,
    dismiss: never,
    search: never,
    stop: never,
    onError: (error) => void errors.push(error),
  };
  return {
    store,
    context,
    errors,
    get listeners() {
      return listeners;
    },
  };
}
