import { expect, it } from "vitest";
import { createNamedFolders } from "../../src/pipeline/named-folders.ts";

const scan = (named: ReturnType<typeof createNamedFolders>, times: number): boolean[] =>
  Array.from({ length: times }, () => named.keeps("/a"));

it("a folder is kept while an agent names it, and half a minute longer", () => {
  const named = createNamedFolders();
  named.set(["/a"]);
  expect(scan(named, 100)).not.toContain(false);
  named.set(["/b"]);
  expect(scan(named, 30)).not.toContain(false);
  // An agent that is started anew names it again.
  named.set(["/a"]);
  expect(named.keeps("/a")).toBe(true);
  named.set([]);
  expect(scan(named, 31)).toEqual([...Array.from({ length: 30 }, () => true), false]);
});
