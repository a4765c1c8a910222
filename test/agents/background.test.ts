/** Every agent that has background agents: its examples, and that nothing in the files makes it throw. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BACKGROUND_NAME } from "../../src/agents/_background.ts";
import { agents } from "../../src/agents/index.ts";

const all = [...agents].flatMap(([name, { background }]) =>
  background ? [[name, background] as const] : [],
);

describe.each(all)("%s's background agents", (_name, rules) => {
  const { examples } = rules;

  it.each(examples.lists.map((one) => [JSON.stringify(one.body), one] as const))(
    "are listed in %s",
    (_body, { body, listed }) => {
      const read = rules.readList(body);
      expect(read?.length).toBe(listed?.length);
      expect(read ?? []).toMatchObject(listed ?? []);
    },
  );

  it.each(examples.states.map((one) => [JSON.stringify(one.body), one] as const))(
    "say %s",
    (_body, { body, state }) => {
      const read = rules.readState(body);
      expect(read === null).toBe(state === null);
      expect(read ?? {}).toMatchObject(state ?? {});
    },
  );

  it.each(examples.shows.map((one) => [one.argv.join(" "), one] as const))(
    "are shown or not by %s",
    (_line, { argv, name }) => {
      expect(rules.shows(argv)).toBe(name);
    },
  );

  it("may hold anything", () => {
    const [list] = examples.lists.map(({ body }) => body);
    const [state] = examples.states.map(({ body }) => body as Record<string, unknown>);
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(state!)), fc.jsonValue(), (key, value) => {
        rules.readState({ ...state, [key]: value });
        rules.readState(value);
        for (const { name } of rules.readList(value) ?? []) expect(name).toMatch(BACKGROUND_NAME);
        rules.readList({ ...(list as object), workers: value });
        rules.readList({ ...(list as object), workers: { a: value } });
      }),
    );
  });
});
