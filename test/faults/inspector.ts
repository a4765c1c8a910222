/** The daemon's own inspector, opened by SIGUSR1: the one way to break a thread or a clock inside of a live process. */
import { setTimeout as sleep } from "node:timers/promises";

const PORT = 9229;

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string; message?: string };
  result?: unknown;
  error?: { message: string };
}

export interface Inspector {
  /** Evaluates it in the main thread and returns its value. */
  inMain(expression: string): Promise<unknown>;
  /** Has it evaluated in each thread of the pool, and does not wait: it may never return. @returns their number */
  inThreads(expression: string, most?: number): Promise<number>;
  /** Closes the inspector's port too. */
  close(): Promise<void>;
}

/** @throws when the port is taken by another process's inspector */
export async function inspect(pid: number): Promise<Inspector> {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await debuggerUrl());
  const waiting = new Map<number, (message: Message) => void>();
  const threads: string[] = [];
  let id = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    if (message.method === "NodeWorker.attachedToWorker") threads.push(message.params!.sessionId!);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const call = (method: string, params: object = {}): Promise<Message> =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const inMain = async (expression: string): Promise<unknown> => {
    const { result, error } = await call("Runtime.evaluate", { expression, returnByValue: true });
    if (error) throw new Error(`The inspector says ${error.message}`);
    return (result as { result?: { value?: unknown } }).result?.value;
  };
  if ((await inMain("process.pid")) !== pid) {
    socket.close();
    throw new Error(`The inspector at ${PORT} is none of process ${pid}`);
  }
  await call("NodeWorker.enable", { waitForDebuggerOnStart: false });
  return {
    inMain,
    async inThreads(expression, most = threads.length) {
      const some = threads.slice(0, most);
      for (const sessionId of some) {
        const message = JSON.stringify({
          id: 1,
          method: "Runtime.evaluate",
          params: { expression },
        });
        await call("NodeWorker.sendMessageToWorker", { sessionId, message });
      }
      return some.length;
    },
    async close() {
      // Node 24 ends with SIGSEGV, once in some fifty times, where its inspector closes with sessions of threads open.
      await call("NodeWorker.disable");
      // Not by a call: the port would close under its answer.
      await inMain('setTimeout(() => process.getBuiltinModule("node:inspector").close(), 50); 0');
      socket.close();
      await sleep(100);
    },
  };
}

async function debuggerUrl(): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      const listed = await fetch(`http://127.0.0.1:${PORT}/json/list`);
      return ((await listed.json()) as { webSocketDebuggerUrl: string }[])[0]!.webSocketDebuggerUrl;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(50);
    }
  }
}
