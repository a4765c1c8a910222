/** What is measured is what is meant: the inputs of the bench do what the figures say, in small. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AGENTS, logOf, worklogOf } from "../bench/corpus.ts";
import { isKept, quantile, show, type Figure } from "../bench/measure.ts";
import { plot, slopes, type Sample } from "../bench/plot.ts";
import { attachTo, makeLog } from "../bench/questions/attach.ts";
import { foldAll } from "../bench/questions/folding.ts";
import { questions } from "../bench/questions/index.ts";
import { putTable } from "../bench/table.ts";
import { createWorld } from "../bench/world.ts";
import { eventually } from "./lab/eventually.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it("there is one question for each line of design 11, each named as its file", () => {
  expect(questions.map(({ name }) => name).toSorted()).toEqual(
    [
      "attach folding growth idle list memory processes",
      "redraws screens snapshot start tab words",
    ].flatMap((names) => names.split(" ")),
  );
});

describe("logs", () => {
  it.each(AGENTS)("%s's say the same with and without the outputs between their lines", (agent) => {
    const dir = folder();
    const read = (name: string, bytes: Buffer) => {
      const path = join(dir, name);
      writeFileSync(path, bytes);
      return foldAll(agent, path).log;
    };
    const dense = read("dense.jsonl", logOf(agent, 1));
    expect(dense.lastPrompt).not.toBeNull();
    expect(read("work.jsonl", worklogOf(agent, 1))).toEqual(dense);
    expect(worklogOf(agent, 1).length).toBeGreaterThan(5 * logOf(agent, 1).length);
  });

  it("the one of 1 GB is, and its end is what was read", () => {
    const path = join(folder(), "log.jsonl");
    makeLog(path);
    expect(statSync(path).size).toBe(2 ** 30);
    const { offset, log } = attachTo(path);
    expect(offset).toBe(2 ** 30);
    expect(log.lastPrompt).not.toBeNull();
  });
});

describe("the made-up machine", () => {
  it("has a settled row for each, and each change of it is an event", async () => {
    const world = createWorld(40);
    onTestFinished(() => world.close());
    await eventually(
      async () => world.store.rows.size,
      (rows) => rows === 40,
    );
    const rowOf = (at: number) =>
      [...world.store.rows.values()].find(({ pid }) => pid === 1000 + at)!;
    expect([rowOf(0).source, rowOf(1).source]).toEqual(["published", "hook"]);
    const statusOf = async (at: number, status: string) =>
      eventually(
        async () => rowOf(at).status,
        (now) => now === status,
      );
    world.publish(0);
    expect(await statusOf(0, "working")).toBe("working");
    const before = rowOf(1).attention?.text;
    world.hook(1);
    const text = await eventually(
      async () => rowOf(1).attention?.text,
      (now) => now !== before,
    );
    expect(text).toMatch(/^make \d+$/);
    const { captures } = world.scheduler.counters();
    world.draw(3);
    const more = await eventually(
      async () => world.scheduler.counters().captures - captures,
      (count) => count >= 1,
    );
    expect(more).toBeGreaterThanOrEqual(1);
  });
});

describe("figures", () => {
  const figure = (value: number, more: Partial<Figure>): Figure => ({
    name: "f",
    value,
    unit: "ms",
    bound: null,
    budget: null,
    ...more,
  });
  it.each<[Figure, boolean | null]>([
    [figure(3, {}), null],
    [figure(3, { budget: { atMost: 3 } }), true],
    [figure(3.1, { budget: { atMost: 3 } }), false],
    [figure(3, { budget: { atLeast: 4 } }), false],
    [figure(30, { bound: { by: "sh", value: 20 }, budget: { atMost: 2 } }), true],
    [figure(30, { bound: { by: "sh", value: 20 }, budget: { atLeast: 2 } }), false],
    [figure(Number.NaN, { budget: { atMost: 2 } }), false],
  ])("%o are kept: %s", (one, kept) => {
    expect(isKept(one)).toBe(kept);
    expect(show(one).includes("MISSED")).toBe(kept === false);
  });

  it("of many values the middle, and what 99 of 100 keep below", () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([quantile(values, 0.5), quantile(values, 0.99)]).toEqual([51, 100]);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

it("the table stands between its two marks, and nothing else changes", () => {
  const begin = "<!-- bench: npm run bench -- --only table -->";
  const text = `a\n${begin}\nold\n<!-- /bench -->\nb\n`;
  expect(putTable(text, "new")).toBe(`a\n${begin}\nnew\n<!-- /bench -->\nb\n`);
  expect(() => putTable("a", "new")).toThrow("README.md has no");
});

it("what grew in half an hour is told", () => {
  const samples = Array.from({ length: 90 }, (_, at): Sample => {
    const rest = { descriptors: 40, threads: 13, processes: 1, cpu: 5 };
    return { minute: at / 3, memory: 100 + at, ...rest };
  });
  expect(slopes(samples)[0]).toBe("memory: 144.5 in the second third, 174.5 in the last: 20.8 %");
  expect(slopes(samples)[1]).toContain(": 0.0 %");
  const picture = plot("title", samples);
  expect(picture.match(/<polyline/g)).toHaveLength(5);
  expect(picture).toContain("100.0 – 189.0");
});
