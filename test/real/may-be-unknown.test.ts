import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAY_BE_UNKNOWN } from "./may-be-unknown.ts";

const rows = readFileSync(join(import.meta.dirname, "../rig/screens/expected.tsv"), "utf8")
  .split("\n")
  .map((line) => line.split("\t"));

describe("the cells that may be unknown", () => {
  it.each(MAY_BE_UNKNOWN)("$agent: $file says why", ({ agent, file, note }) => {
    const row = rows.find(([name]) => name === file);
    expect(row?.[1]).toBe(agent);
    expect(row?.[7]).toMatch(new RegExp(`^${note}`));
  });

  it("are all of which a note says that the screen cannot tell", () => {
    const excused = new Set(MAY_BE_UNKNOWN.map(({ file }) => file));
    const files = rows.filter(
      ([file, ...row]) => /cannot tell/.test(row.at(-1)!) && !file?.includes("/80x24/"),
    );
    expect(files.map(([file]) => file)).toEqual([...excused]);
  });
});
