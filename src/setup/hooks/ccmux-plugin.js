// ccmux's part in agents that load code: a plugin of OpenCode, an extension of Pi and omp. It writes down what they
// tell it, as ccmux-hook.sh does for the others: one marker for each conversation, with the event that came last.
// The agent must not notice: nothing here throws, prints, or keeps it waiting.
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";

// Setup fills these in.
const AGENT = "";
const EVENTS = [];
const KNOWN = ""; // The folder of the markers as setup knew it, where this environment does not tell.

const MAX_BYTES = 64 << 10;
const PATIENCE_MS = 500;
/** How much of a payload is kept, until it fits: the length of its strings, and of its lists the last items. */
const CUTS = [
  { chars: 16_000, items: 40 },
  { chars: 2000, items: 20 },
  { chars: 200, items: 5 },
  { chars: 100, items: 1 },
];

export default function ccmux(host) {
  return typeof host?.on === "function" ? extend(host) : plugin();
}

/** Pi and omp: an event, and a context that tells of the conversation. */
function extend(host) {
  for (const name of EVENTS) {
    host.on(name, async (event, context) => {
      // Asked for at once: in a moment it may be another one.
      const sessions = ask(() => context.sessionManager);
      const id = ask(() => sessions.getSessionId());
      await write(name, id, {
        event,
        sessionFile: ask(() => sessions.getSessionFile()),
        cwd: ask(() => context.cwd),
        idle: ask(() => context.isIdle()),
      });
    });
  }
}

/** OpenCode: events of its bus; and hooks, by their names, with an input and an output. */
function plugin() {
  const hook = (name) => async (i, o) => void write(name, i?.sessionID, { i, o });
  return {
    ...Object.fromEntries(EVENTS.map((name) => [name, hook(name)])),
    event: async (given) => {
      const event = given?.event;
      if (!EVENTS.includes(event?.type)) return;
      const { sessionID, info } = event.properties ?? {};
      void write(event.type, sessionID ?? info?.id, event);
    },
  };
}

let writes = 0;
let last = Promise.resolve();

/** In the order of the events. Resolves when it is written, or has taken too long. */
function write(event, id, payload) {
  const text = ask(() => toMarker(event, id, payload));
  const isName = typeof id === "string" && /^[A-Za-z0-9_-]{1,128}$/.test(id);
  const name = `${AGENT}-${isName ? id : process.pid}.json`;
  if (text) last = last.then(() => put(name, text)).catch(() => {});
  return Promise.race([last, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
}

function toMarker(event, id, payload) {
  const [body, truncated] = cut(payload);
  const head = {
    agent_type: AGENT,
    pid: process.pid,
    event,
    timestamp: Date.now() / 1000,
    truncated,
    session_id: id,
    tmux_pane: process.env.TMUX_PANE,
    tmux: process.env.TMUX,
    cwd: ask(() => process.cwd()),
  };
  return `${JSON.stringify(head)}\n${body}`;
}

/** JSON that fits, and whether something is missing from it. */
function cut(payload) {
  for (const { chars, items } of CUTS) {
    let truncated = false;
    const shorten = (_key, value) => {
      const isText = typeof value === "string";
      if (isText ? value.length <= chars : !Array.isArray(value) || value.length <= items)
        return value;
      truncated = true;
      return isText ? `${value.slice(0, chars)}…` : value.slice(-items);
    };
    const text = ask(() => JSON.stringify(payload, shorten));
    if (text && Buffer.byteLength(text) <= MAX_BYTES) return [text, truncated];
  }
  return ["null", true];
}

/** Whoever reads the folder sees whole markers only. */
async function put(name, text) {
  const folder = await findFolder();
  const fresh = `${folder}/.${AGENT}-${process.pid}-${(writes += 1)}.new`;
  try {
    await writeFile(fresh, text, { mode: 0o600 });
    await rename(fresh, `${folder}/${name}`);
  } catch {
    await rm(fresh, { force: true });
  }
}

async function findFolder() {
  const { CCMUX_HOME: home, XDG_CONFIG_HOME: xdg } = process.env;
  const config = xdg?.startsWith("/") ? xdg : `${homedir()}/.config`;
  const folder = `${home?.startsWith("/") ? home : `${config}/ccmux`}/session-pids`;
  if (await isFolder(folder)) return folder;
  if (await isFolder(KNOWN)) return KNOWN;
  // A home that was removed stays so: only its last folder is made.
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

function isFolder(path) {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** What the agent answers; undefined when it throws. */
function ask(question) {
  try {
    return question();
  } catch {
    return undefined;
  }
}
