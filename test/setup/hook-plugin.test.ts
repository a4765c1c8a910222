/** The plugin, loaded by Node: the agents' own loaders are for `npm run test:real`. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { readHead } from "../../src/core/marker.ts";
import { hookFiles } from "../../src/setup/hook-files.ts";
import { parseMarker } from "../../src/workers/markers.ts";
import { STATE_FILE } from "../../src/workers/state-folder.ts";
import { eventually } from "../lab/eventually.ts";
import { makeHome, readMarker } from "./hook.ts";

const recorded = resolve(import.meta.dirname, "../rig/hooks");
const KIB_64 = 64 << 10;

type Handler = (...given: unknown[]) => Promise<unknown>;
type Plugin = (host: unknown) => Record<string, Handler> | undefined;

/** The plugin as setup would write it, loaded with this environment. */
async function load(agent: string, events: readonly string[], env: Record<string, string>) {
  const { home } = makeHome();
  const file = join(home, "plugin.mjs");
  writeFileSync(file, hookFiles(agent, events, env["KNOWN"] ?? "").plugin);
  for (const name of ["CCMUX_HOME", "XDG_CONFIG_HOME", "TMUX", "TMUX_PANE"])
    vi.stubEnv(name, env[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { default: plugin } = (await import(/* @vite-ignore */ file)) as { default: Plugin };
  return plugin;
}

/** As an extension of Pi or omp. */
async function extend(agent: string, events: readonly string[], env: Record<string, string>) {
  const handlers = new Map<string, Handler>();
  const plugin = await load(agent, events, env);
  expect(plugin({ on: (name: string, handler: Handler) => handlers.set(name, handler) })).toBe(
    undefined,
  );
  expect([...handlers.keys()]).toEqual(events);
  return handlers;
}

const context = (sessionFile: string | undefined, id: string, cwd = "/home/dev/project") => ({
  sessionManager: { getSessionFile: () => sessionFile, getSessionId: () => id },
  cwd,
  isIdle: () => true,
});

describe.each(["pi", "omp"])("as an extension of %s", (name) => {
  it("is understood by the daemon, for every event that was recorded", async () => {
    const { hooks } = agents.get(name)!;
    const { home, markers } = makeHome();
    const handlers = await extend(name, hooks!.events, { CCMUX_HOME: home, TMUX_PANE: "%7" });
    let told = 0;
    for (const event of hooks!.events) {
      const file = join(recorded, name, `${event}.json`);
      const payload = readJson(file);
      if (!payload) continue;
      told += 1;
      const sessionFile = String(payload["sessionFile"]);
      const id = /_([^_]*)\.jsonl$/.exec(sessionFile)![1]!;
      const given = context(sessionFile, id);
      expect(await handlers.get(event)!(payload["event"], given)).toBeUndefined();
      const { name: file2, head } = readMarker(markers);
      expect(file2).toBe(`${name}-${id}.json`);
      expect(readHead(head)).toMatchObject({ agent: name, event, pid: process.pid, paneId: "%7" });
      const text = readFileSync(join(markers, file2), "utf8");
      const word = hooks!.read(event, { ...payload, cwd: given.cwd, idle: true });
      expect(parseMarker(text)).toMatchObject({ head: { nativeId: id }, word });
      expect(statSync(join(markers, file2)).mode & 0o777).toBe(0o600);
      rmSync(join(markers, file2));
    }
    expect(told).toBeGreaterThan(3);
  });
});

describe("as an extension", () => {
  it("cuts what is long, and the rest stays JSON: the last items of a list are kept", async () => {
    const { home, markers } = makeHome();
    const handlers = await extend("pi", ["agent_end"], { CCMUX_HOME: home });
    const messages = Array.from({ length: 3000 }, (_, i) => ({ i, text: '"é\n'.repeat(2000) }));
    await handlers.get("agent_end")!({ type: "agent_end", messages }, context(undefined, "x"));
    const { head, payload } = readMarker(markers);
    expect(head).toMatchObject({ truncated: true });
    expect(payload.length).toBeLessThanOrEqual(KIB_64);
    const { event } = JSON.parse(payload.toString());
    expect(event.messages.at(-1).i).toBe(2999);
  });

  it("neither throws nor answers, whatever it is given", async () => {
    const { home, markers } = makeHome();
    const handlers = await extend("pi", ["any"], { CCMUX_HOME: home });
    const loop: Record<string, unknown> = { big: 1n };
    loop["self"] = loop;
    const angry = new Proxy(
      {},
      {
        get: () => {
          throw new Error("stale");
        },
      },
    );
    for (const [event, given] of [
      [undefined, undefined],
      [loop, null],
      [loop, angry],
    ])
      expect(await handlers.get("any")!(event, given)).toBeUndefined();
    const { name, payload } = readMarker(markers);
    expect(name).toBe(`pi-${process.pid}.json`);
    expect(payload.toString()).toBe("null");
  });

  it("is silent where nothing can be written, and makes no home that was removed", async () => {
    const { home } = makeHome();
    for (const CCMUX_HOME of [join(home, "gone"), "/dev/null", "/proc"]) {
      const handlers = await extend("pi", ["any"], { CCMUX_HOME });
      expect(await handlers.get("any")!({}, context("/x", "y"))).toBeUndefined();
    }
    expect(readdirSync(home)).toEqual(["session-pids"]);
  });

  it("writes where setup knew, where the environment names no folder that is there", async () => {
    const { home, markers } = makeHome();
    const env = { CCMUX_HOME: join(home, "gone"), KNOWN: markers };
    const handlers = await extend("omp", ["any"], env);
    await handlers.get("any")!({}, context("/x", "../y"));
    expect(readMarker(markers).name).toBe(`omp-${process.pid}.json`);
  });

  it("keeps the order of events that come at once", async () => {
    const { home, markers } = makeHome();
    const handlers = await extend("pi", ["any"], { CCMUX_HOME: home });
    const all = Array.from({ length: 30 }, (_, i) =>
      handlers.get("any")!({ i }, context("/x", "y")),
    );
    await Promise.all(all);
    expect(JSON.parse(readMarker(markers).payload.toString()).event.i).toBe(29);
  });
});

describe("as a plugin of OpenCode", () => {
  const ID = "ses_dd45a1608ffe48ABk622Bgy2wF";

  it("takes the events it wants from the bus, and the hooks that are none of it", async () => {
    const { home, markers } = makeHome();
    const events = ["session.created", "session.status", "chat.message"];
    const plugin = await load("opencode", events, { CCMUX_HOME: home, TMUX: "/tmp/x,1,0" });
    const hooks = plugin({ client: {}, directory: "/home/dev/project" })!;
    const seen = async (event: string) => {
      const names = await eventually(
        async () => readdirSync(markers),
        (all) => all.some((name) => STATE_FILE.marker.test(name)),
      );
      expect(names).toEqual([`opencode-${ID}.json`]);
      const { head, payload } = readMarker(markers);
      expect(head).toMatchObject({ event, session_id: ID, tmux: "/tmp/x,1,0" });
      rmSync(join(markers, names[0]!));
      return JSON.parse(payload.toString()) as unknown;
    };
    const created = { type: "session.created", properties: { info: { id: ID } } };
    const status = { type: "session.status", properties: { sessionID: ID } };
    for (const event of [created, status]) {
      expect(await hooks["event"]!({ event })).toBeUndefined();
      expect(await seen(event.type)).toEqual(event);
    }
    const [i, o] = [{ sessionID: ID }, { parts: [] }];
    expect(await hooks["chat.message"]!(i, o)).toBeUndefined();
    expect(await seen("chat.message")).toEqual({ i, o });

    for (const given of [undefined, {}, { event: { type: "message.part.updated" } }])
      expect(await hooks["event"]!(given)).toBeUndefined();
    expect(readdirSync(markers)).toEqual([]);
  });
});

function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
