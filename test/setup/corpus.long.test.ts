/** Each agent with each way that people keep its settings: before, a dry run, an install, another, an uninstall. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { knownAgents } from "../../src/setup/survey.ts";
import { corpus } from "./corpus.ts";
import { fileOf, makeWorld, put, settingsOf } from "./world.ts";

/** With the events that every version has: without programs, nobody can tell which one it is. */
const known = knownAgents().map(({ agent, rules }) => ({
  name: agent.name,
  events: agent.hooks!.events.filter((event) => !rules.since?.[event]),
  place: rules.place,
}));

it("knows nine agents", () =>
  expect(known.map(({ name }) => name).toSorted()).toEqual(
    "antigravity claude codex copilot cursor gemini omp opencode pi".split(" "),
  ));

const listed = known.flatMap(({ name, events, place }) =>
  place.kind === "json"
    ? corpus(name, place, events.at(-1)!).map((one) => ({
        ...one,
        agent: name,
        events,
        title: `${name}: ${one.name}`,
      }))
    : [],
);

it.each(listed)("$title", async ({ agent, events, text, left = text }) => {
  const world = makeWorld(null);
  const path = settingsOf(world, agent);
  put(path, text, 0o640);
  const read = (): string => readFileSync(path, "utf8");

  expect(fileOf(await world.look("install", [agent]), agent)).toMatchObject({
    change: "edit",
    done: false,
  });
  expect(read()).toBe(text);

  const first = fileOf(await world.run("install", [agent]), agent);
  expect(first).toMatchObject({ state: "installed", done: true, refused: null });
  const installed = read();
  const script = world.paths.config.replace("ccmux.json", "hooks/ccmux-hook.sh");
  for (const event of events)
    expect(installed.split(`"${script} ${agent} ${event}"`), event).toHaveLength(2);
  expect(installed).not.toContain("/old");
  for (const [comment] of text.matchAll(/\/\/ .*|\/\*.*\*\//g))
    expect(installed).toContain(comment);
  expect(installed.includes("\r\n")).toBe(text.includes("\r\n"));
  expect(statSync(path).mode & 0o777).toBe(0o640);

  const second = await world.run("install", [agent]);
  expect(second).toMatchObject({ ok: true, script: { change: null } });
  expect(fileOf(second, agent)).toMatchObject({
    state: "installed",
    change: null,
    events: expect.anything(),
  });
  expect(read()).toBe(installed);

  const undone = await world.run("uninstall", [agent]);
  expect(undone).toMatchObject({ ok: true, script: { change: "remove", done: true } });
  expect(read()).toBe(left);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(existsSync(script)).toBe(false);
});

it.each(listed.filter(({ text }) => text.length < 10_000))(
  "$title, and edited afterwards",
  async ({ agent, text, left = text }) => {
    const world = makeWorld(null);
    const path = settingsOf(world, agent);
    put(path, text);
    await world.run("install", [agent]);
    const edited = readFileSync(path, "utf8").replace("{", '{"edited":true,');
    writeFileSync(path, edited);
    expect(fileOf(await world.run("install", [agent]), agent)).toMatchObject({ change: null });
    expect(readFileSync(path, "utf8")).toBe(edited);

    const file = fileOf(await world.run("uninstall", [agent]), agent);
    expect(file).toMatchObject({
      done: true,
      notes: ["is not as setup left it: only what is ccmux's goes"],
    });
    const after = readFileSync(path, "utf8");
    expect(after).not.toContain("ccmux-hook.sh " + agent);
    expect(prune(parse(after.replace(/^\uFEFF/, "")))).toEqual(
      prune({ edited: true, ...(parse(left.replace(/^\uFEFF/, "")) as object) }),
    );
  },
);

it.each(known)(
  "$name without settings: what is made goes again, with its folders",
  async ({ name }) => {
    const world = makeWorld(null);
    const path = settingsOf(world, name);
    const report = await world.run("install", [name]);
    expect(fileOf(report, name)).toMatchObject({ change: "make", done: true, state: "installed" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(fileOf(await world.run("install", [name]), name).change).toBeNull();
    expect(await world.run("uninstall", [name])).toMatchObject({ ok: true });
    expect(existsSync(path.slice(0, path.indexOf("/", world.home.length + 1)))).toBe(false);
    expect(existsSync(world.paths.state + "/setup.json")).toBe(false);
  },
);

describe.each(known.filter(({ place }) => place.kind === "plugin"))(
  "the plugin of $name",
  ({ name }) => {
    it("takes an older one's place, and goes", async () => {
      const world = makeWorld(null);
      const path = settingsOf(world, name);
      put(path, "// ccmux's part in agents that load code: an older one\n");
      expect(fileOf(await world.look("install", [name]), name)).toMatchObject({
        state: "outdated",
        change: "edit",
      });
      expect(fileOf(await world.run("install", [name]), name).done).toBe(true);
      expect(readFileSync(path, "utf8")).toContain(`const AGENT = "${name}"`);
      expect((await world.run("uninstall", [name])).ok).toBe(true);
      expect(existsSync(path)).toBe(false);
    });

    it("leaves another's file of that name alone", async () => {
      const world = makeWorld(null);
      const path = settingsOf(world, name);
      put(path, "// mine\n");
      const report = await world.run("install", [name]);
      expect(report.ok).toBe(false);
      expect(fileOf(report, name).refused?.message).toBe("is there already, and is not ccmux's");
      expect((await world.run("uninstall", [name])).ok).toBe(true);
      expect(readFileSync(path, "utf8")).toBe("// mine\n");
    });
  },
);

/** Without lists and objects that say nothing. */
function prune(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).map(([key, one]) => [key, prune(one)] as const);
  return Object.fromEntries(
    kept.filter(
      ([key, one]) =>
        key !== "version" && (typeof one !== "object" || Object.keys(one as object).length > 0),
    ),
  );
}
