import fc from "fast-check";
import { expect, it } from "vitest";
import { parseCutJson } from "../../src/core/cut-json.ts";

it.each([
  ['{"a":1,"b":{"c":"x","d":"long wor', { a: 1, b: { c: "x" } }],
  ['{"a":"say \\"hi\\", {[","b":"x\\', { a: 'say "hi", {[' }],
  ['{"a":[1,2,{"b":3},4', { a: [1, 2, { b: 3 }] }],
  ['{"a":1,"b"', { a: 1 }],
  ['{"a":1,"b":', { a: 1 }],
  ["{", {}],
  ['["a", tru', ["a"]],
  ['{"a":1}', { a: 1 }],
  ["", null],
  ["no JSON, at all", null],
  ["}]{", null],
])("%s", (text, value) => {
  expect(parseCutJson(text)).toEqual(value);
});

it("is the whole where nothing is missing, and a part of it where something is", () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(record, fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      expect(parseCutJson(text)).toEqual(JSON.parse(text));
      const part = parseCutJson(text.slice(0, 1 + (cut % text.length))) as object;
      for (const name of Object.keys(part))
        expect(Object.hasOwn(JSON.parse(text) as object, name)).toBe(true);
    }),
  );
});
