/** What every agent's log rules promise, and a notation in which a whole log can be written down. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LogEntry, LogRules } from "../../src/agents/_log.ts";

export function recorded(path: string): readonly string[] {
  const file = new URL(`../rig/transcripts/${path}`, import.meta.url);
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}

export function checkLog(log: LogRules, lines: readonly string[]): void {
  it.each(log.examples.map((example) => [example.line.slice(0, 160), example] as const))(
    "reads %s",
    (_line, { line, entries }) => {
      expect(log.read(JSON.parse(line))).toEqual(entries);
    },
  );

  it("looks at no line without a needle, and misses nothing by that", () => {
    const all = [...lines, ...log.examples.map((example) => example.line)];
    const unread = all.filter((line) => !log.needles.some((needle) => line.includes(needle)));
    // A database is asked for the rows that matter, and those are all read.
    expect(log.database ? [] : unread.filter((line) => read(log, [line]).length > 0)).toEqual([]);
  });

  it("never throws, and gives nothing but entries", () => {
    const shapes = lines.map((line) => JSON.parse(line) as unknown);
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...shapes).chain(damaged));
    const sound = fc.property(odd, (value) =>
      log.read(value).every((entry) => typeof entry.type === "string"),
    );
    expect(fc.check(sound, { numRuns: 300 })).toMatchObject({ failed: false });
  });
}

/** A recorded line with one of its values replaced. */
export function damaged(shape: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(), fc.jsonValue()).map(([at, value]) => {
    let left = at % 40;
    return JSON.parse(JSON.stringify(shape), (key, kept: unknown) =>
      key !== "" && left-- === 0 ? value : kept,
    );
  });
}

/** One word or two an entry, so that a log can be compared with what a person reads in it. */
export function brief(entries: readonly LogEntry[]): readonly string[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case "meta": {
        const { type: _, ...facts } = entry;
        return `meta ${Object.entries(facts)
          .map(([name, value]) => `${name}=${value}`)
          .join(" ")}`;
      }
      case "prompt":
      case "answer":
        return `${entry.type} ${entry.text.trim()}`;
      case "tool":
        return `tool ${entry.name}: ${entry.text}`;
      case "asks":
        return `asks ${entry.ask.kind}: ${entry.ask.text}`;
      case "turnEnd":
        return ["turnEnd", entry.outcome, entry.error?.code].filter(Boolean).join(" ");
      case "usage":
        return `usage ${entry.tokens}`;
      case "subagent":
        return `subagent ${entry.running ? "begins" : "ends"}`;
      case "again":
        return `again ${entry.on ? "begins" : "ends"}`;
      default:
        return entry.type;
    }
  });
}

export function read(log: LogRules, lines: readonly string[]): readonly LogEntry[] {
  return lines.flatMap((line) => log.read(JSON.parse(line)));
}
