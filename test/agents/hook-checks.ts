/** What every agent's hook rules promise. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SILENT, type HookRules, type HookWord } from "../../src/agents/_hook.ts";
import { damaged } from "./log-checks.ts";

export type Words = Readonly<Record<string, Partial<HookWord> | null>>;

/** Every recorded payload, by its file's name, with the word for it: none is left out. */
export function checkHooks(hooks: HookRules, agent: string, words: Words): void {
  const folder = new URL(`../rig/hooks/${agent}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.map((file) => file.replace(/\.json$/, ""));
  const payload = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

  it.each(hooks.examples.map((example, index) => [example.event, index, example] as const))(
    "%s (example %i)",
    (_event, _index, example) => {
      const word = hooks.read(example.event, example.payload);
      expect({ word }).toMatchObject({ word: example.word });
    },
  );

  it("has a word written down for every payload that was recorded", () => {
    expect(names.toSorted()).toEqual(Object.keys(words).toSorted());
  });

  it.each(Object.entries(words))("recorded: %s", (name, word) => {
    const said = hooks.read(eventOf(name), payload(name));
    expect(said).toEqual(word && { ...SILENT, ...word });
  });

  it("proves every event that it wants by an example", () => {
    const proven = new Set(hooks.examples.map(({ event }) => event));
    expect(hooks.events.filter((event) => !proven.has(event))).toEqual([]);
    expect(new Set(hooks.events).size).toBe(hooks.events.length);
  });

  it("never throws, and asks only while it waits", () => {
    const payloads = names.map(payload);
    const known = [...payloads, ...hooks.examples.map((example) => example.payload)];
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...known).chain(damaged));
    const event = fc.constantFrom(...hooks.events, "constructor", "__proto__", "", "new");
    const sound = fc.property(event, odd, (name, value) => {
      const word = hooks.read(name, value);
      return word === null || (word.ask !== null) === (word.status === "waiting");
    });
    expect(fc.check(sound, { numRuns: 300 })).toMatchObject({ failed: false });
  });
}

/** Files are named `event-x` where a plugin got them as one event among others, and `x-y` for a second of a kind. */
function eventOf(name: string): string {
  return name.replace(/^event-/, "").replace(/-\w+$/, "");
}
