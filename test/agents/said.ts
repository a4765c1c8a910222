/** Recorded logs and hook payloads, and what is read from them in short words. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SILENT, type HookRules, type HookWord } from "../../src/agents/_hook.ts";
import type { LogEntry, LogRules } from "../../src/agents/_log.ts";

const RIG = new URL("../rig/", import.meta.url);

export function linesOf(file: string): readonly string[] {
  return readFileSync(new URL(`transcripts/${file}`, RIG), "utf8")
    .trimEnd()
    .split("\n");
}

/** As the daemon reads it: a line without a needle is not even parsed. */
export function readLine(rules: LogRules, line: string): readonly LogEntry[] {
  return rules.needles.some((needle) => line.includes(needle)) ? rules.read(JSON.parse(line)) : [];
}

export function readFile(rules: LogRules, file: string): readonly LogEntry[] {
  return linesOf(file).flatMap((line) => readLine(rules, line));
}

/** What happened, without facts and tokens. */
export function storyOf(entries: readonly LogEntry[]): readonly string[] {
  return entries.flatMap((entry) => {
    switch (entry.type) {
      case "turnStart":
        return ["turn"];
      case "prompt":
        return [`> ${entry.text}`];
      case "answer":
        return [`< ${entry.text}`];
      case "tool":
        return [`${entry.name}: ${entry.text}`];
      case "toolEnd":
        return ["tool ends"];
      case "asks":
        return [`asks ${entry.ask.kind} ${entry.ask.tool}: ${entry.ask.text}`];
      case "answered":
        return ["answered"];
      case "turnEnd":
        return [[entry.outcome, entry.error?.code, entry.error?.text].filter(Boolean).join(" ")];
      case "subagent":
        return [`${entry.id} ${entry.running ? "starts" : "ends"}`];
      default:
        return [];
    }
  });
}

/** Of every fact the last word. */
export function factsOf(entries: readonly LogEntry[]): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const { type, ...rest } of entries)
    if (type === "meta" || type === "usage") Object.assign(facts, rest);
  return facts;
}

/** File of a recorded payload → payload. */
export function payloadsOf(agent: string): ReadonlyMap<string, unknown> {
  const folder = new URL(`hooks/${agent}/`, RIG);
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ""),
      JSON.parse(readFileSync(new URL(name, folder), "utf8")),
    ]),
  );
}

/** A word that says at least this. */
export function saying(word: Partial<HookWord> | null): unknown {
  const said = expect.objectContaining(word ?? {});
  return word && said;
}

/** What every log's rules promise. */
export function checkLog(rules: LogRules): void {
  it.each(rules.examples.map(({ line, entries }) => [line.slice(0, 120), line, entries] as const))(
    "%s",
    (_name, line, entries) => {
      expect(rules.read(JSON.parse(line))).toEqual(entries);
      expect(readLine(rules, line), "no needle finds it").toEqual(entries);
    },
  );

  it("has a needle for no line in vain", () => {
    for (const needle of rules.needles) {
      const found = rules.examples.filter(({ line }) => line.includes(needle));
      expect(found.length, needle).toBeGreaterThan(0);
    }
  });

  it("reads anything", () => {
    const lines = rules.examples.map(({ line }) => JSON.parse(line) as unknown);
    expect(throwsOn(([line]) => rules.read(line), lines)).toBeNull();
  });
}

/** What every hook's rules promise. */
export function checkHooks(rules: HookRules): void {
  it.each(rules.examples)("$event $payload", ({ event, payload, word }) => {
    expect(rules.read(event, payload)).toEqual(saying(word));
  });

  it("has a kind of wait with waiting, and never without", () => {
    for (const { event, payload } of rules.examples) {
      const read = rules.read(event, payload) ?? SILENT;
      expect(read.ask !== null, event).toBe(read.status === "waiting");
    }
  });

  it("reads anything", () => {
    const payloads = rules.examples.map(({ payload }) => payload);
    const read = ([event, payload]: readonly unknown[]) =>
      rules.events.map((name) => [rules.read(name, payload), rules.read(String(event), payload)]);
    expect(throwsOn(read, payloads, fc.string())).toBeNull();
  });
}

/** The first value that it throws on, made of the names and texts of the examples; null when there is none. */
function throwsOn(
  read: (values: readonly unknown[]) => unknown,
  examples: readonly unknown[],
  ...first: readonly fc.Arbitrary<unknown>[]
): unknown {
  const { names, texts } = partsOf(examples);
  const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom(...texts));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.dictionary(fc.constantFrom(...names), tie("tree")),
      fc.array(tie("tree")),
    ),
  }));
  const property = fc.property(fc.tuple(...first, tree), (values) => void read(values));
  return fc.check(property).counterexample;
}

/** Every name and every short text in them, at whatever depth. */
function partsOf(values: readonly unknown[]): { names: string[]; texts: string[] } {
  const names = new Set<string>();
  const texts = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === "string" && value.length <= 60) texts.add(value);
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const part of Object.values(value)) look(part);
  };
  for (const value of values) look(value);
  return { names: [...names], texts: [...texts] };
}
