import { createApp } from "../../src/api/app.ts";
import type { ApiContext } from "../../src/api/context.ts";
import { ROUTES } from "../../src/api/routes.ts";
import { AppError } from "../../src/core/errors.ts";
import { createMarks } from "../../src/pipeline/marks.ts";
import { createBehind } from "../api/behind.ts";
import { session } from "../session.ts";
import type { Target } from "./fuzz.ts";

/** More than any answer about two sessions, or the document of all routes, which is the longest. */
const MOST_BYTES = 512 << 10;
/** Per route what it takes; a reference is `claude-a`. */
const QUERIES: Readonly<Record<string, string>> = {
  sessions: "status=idle,waiting&agent=claude&project=p&here=true",
  screen: "lines=5&ansi=true&all=false",
  transcript: "turns=3",
  search: "q=two+words&limit=20",
  wait: "ref=claude-a&ref=claude-b&until=idle,waiting&kind=permission&any=true&timeoutMs=5&stableMs=1",
  events: "since=e-1",
  feed: "since=15m&session=claude-a&agent=claude&type=created,status&limit=3",
};
const DECIDED = { generation: "g", session: "claude-a" };
const BODIES: Readonly<Record<string, object>> = {
  send: { text: "go", enter: true, force: false, dryRun: false, waitMs: null, ...DECIDED },
  keys: { keys: ["Enter", "C-c"], force: false, ...DECIDED },
  answer: { text: "yes", ...DECIDED },
  label: { label: "docs", session: null },
  kill: { force: true, session: null },
};

const requests = ROUTES.map(({ route, name }) => {
  const [method, path] = route.replace(":ref", "claude-a").split(" ");
  const query = QUERIES[name] === undefined ? "" : `?${QUERIES[name]}`;
  const body = method === "POST" ? JSON.stringify(BODIES[name] ?? DECIDED) : "";
  const head = ["ccmux-cwd: %2Fhome", "ccmux-pane: %250", "last-event-id: e-1"];
  return [`${method} ${path}${query}`, ...head, "", body].join("\n");
});

function createFuzzed() {
  const { context, store, errors } = createBehind("/nowhere");
  const refuse = (): never => {
    throw new AppError("E_REFUSED", "Nothing was typed.", "Look again.");
  };
  Object.assign(context, {
    judge: () => null,
    wait: async () => ({ outcome: "timeout", sessions: [], met: [], gone: [] }),
    feed: () => ({ events: [], more: false, complete: true }),
    marks: createMarks(store, Date.now),
    transcript: async () => ({ source: "log", path: null, turns: [] }),
    screen: async () => ({ ok: true, lines: ["a", ""], title: "t", width: 80, height: 2 }),
    target: refuse,
    kill: refuse,
    dismiss() {},
    search: async () => ({ found: [], complete: true }),
    stop() {},
  } satisfies Partial<ApiContext>);
  store.apply({ set: [session("claude-a"), session("claude-b")], remove: [] }, 1);
  return { app: createApp(context), errors };
}

/** As a server would hand it on; null: none would. */
function toRequest(input: string): Request | null {
  const end = input.indexOf("\n\n");
  const [first = "", ...lines] = (end < 0 ? input : input.slice(0, end)).split("\n");
  const [method = "", path = ""] = first.split(" ", 2);
  const body = end < 0 ? "" : input.slice(end + 2);
  try {
    const headers = new Headers({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    });
    for (const line of lines) headers.set(line.split(":", 1)[0]!, line.replace(/^[^:]*:/, ""));
    const isRead = method === "GET" || method === "HEAD";
    return new Request(new URL(path, "http://localhost"), {
      method,
      headers,
      ...(!isRead && { body }),
    });
  } catch {
    return null;
  }
}

const fuzzed = createFuzzed();

async function give(input: string): Promise<void> {
  const request = toRequest(input);
  if (!request) return;
  const answer = await fuzzed.app.fetch(request);
  const reader = answer.body?.getReader();
  let bytes = 0;
  // Events never end: their beginning is enough.
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
    bytes += (part.value as Uint8Array).length;
    if (isStream || bytes > MOST_BYTES) break;
  }
  await reader?.cancel();
  const [defect] = fuzzed.errors.splice(0) as Error[];
  if (defect) throw defect;
  if (answer.status >= 500 && answer.status !== 503)
    throw new Error(`was answered with ${answer.status}`);
  if (bytes > MOST_BYTES) throw new Error("the answer has no end");
}

export const HTTP: readonly Target[] = [
  { name: "HTTP queries", seeds: requests.filter((one) => one.startsWith("GET")), run: give },
  { name: "HTTP bodies", seeds: requests.filter((one) => one.startsWith("POST")), run: give },
];
