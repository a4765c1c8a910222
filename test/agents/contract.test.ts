/** What every file in `src/agents` promises, with no list of them here. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { identify } from "../../src/agents/_identify.ts";
import type { ScreenExample } from "../../src/agents/define.ts";
import { agents } from "../../src/agents/index.ts";

it("finds every file of the folder", () => {
  const files = readdirSync(new URL("../../src/agents/", import.meta.url))
    .map((name) => basename(name, ".ts"))
    .filter((name) => !name.startsWith("_") && name !== "index" && name !== "define");
  expect([...agents.keys()].toSorted()).toEqual(files.toSorted());
});

describe.each([...agents])("%s", (file, agent) => {
  const { process, screen } = agent;

  it("is named as its file", () => {
    expect(agent.name).toBe(file);
    expect(agent.title).not.toBe("");
  });

  it.each(process.claims.map((argv) => [argv.join(" "), argv] as const))(
    "alone claims: %s",
    (_line, argv) => {
      expect(identify(argv, "")).toBe(file);
      expect(identify(argv, "MainThread")).toBe(file);
    },
  );

  it.each(process.refuses.map((argv) => [argv.join(" "), argv] as const))(
    "refuses: %s",
    (_line, argv) => {
      expect(identify(argv, "MainThread")).not.toBe(file);
    },
  );

  it("matches names whole", () => {
    expect(process.claims.length).toBeGreaterThan(0);
    expect(process.refuses.length).toBeGreaterThan(0);
    expect(process.executable.source).toMatch(/^\^.*\$$/);
    expect(process.script?.source ?? "$").toMatch(/\$$/);
  });

  it("has patterns without memory and without nested repetition", () => {
    for (const pattern of patterns()) {
      expect(pattern.flags, String(pattern)).not.toMatch(/[gy]/);
      // A repeated group whose own end repeats the same: the classic way to be slow.
      expect(pattern.source).not.toMatch(/[+*]\)[+*]|[+*]\)\{\d+,\}/);
    }
  });

  it("has patterns that end soon on anything", () => {
    const nasty = [" ", "─", "a", "1. ", "❯ ", "\n", " · ", "- x ", "-x y ", "⎿ ", "esc to "].map(
      (part) => `${part.repeat(20_000 / part.length)}!`,
    );
    for (const pattern of patterns()) {
      const start = performance.now();
      for (const text of nasty) pattern.test(text);
      expect(performance.now() - start, String(pattern)).toBeLessThan(1000);
    }
  });

  function patterns(): readonly RegExp[] {
    return [
      process.executable,
      ...(process.script ? [process.script] : []),
      ...(process.exclude ? [process.exclude] : []),
      ...(screen?.rules?.map(({ match }) => match) ?? []),
    ];
  }
});

const screens = [...agents].flatMap(([file, { screen }]) =>
  screen ? [[file, screen] as const] : [],
);

describe.each(screens)("%s's screen", (_file, screen) => {
  const read = (example: ScreenExample) =>
    screen.read({
      lines: example.screen.split("\n"),
      title: example.title ?? null,
      project: example.project ?? null,
    });

  it.each(screen.examples.map((example, index) => [example.rule, index, example] as const))(
    "%s (example %i)",
    (_rule, _index, example) => {
      const { status, ask, rule, where } = read(example);
      expect({ status, kind: ask?.kind, rule }).toEqual({
        status: example.status,
        kind: example.kind,
        rule: example.rule,
      });
      expect(ask?.text ?? "").toContain(example.text ?? "");
      const row = example.screen.split("\n")[where?.row ?? -1] ?? example.title;
      expect(row?.replaceAll("\u00a0", " ").trim()).toBe(where?.text);
    },
  );

  it("proves every rule by an example", () => {
    const proven = screen.examples.map((example) => read(example).rule);
    const names = screen.rules?.map(({ name }) => name) ?? [];
    expect(names).not.toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !proven.includes(name))).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });
});

const published = [...agents].flatMap(([file, agent]) =>
  agent.published ? [[file, agent.published] as const] : [],
);

describe.each(published)("what %s publishes", (_file, rules) => {
  it.each(rules.examples.map((example) => [example.word?.because, example] as const))(
    "%s",
    (_because, { body, word }) => {
      expect({ word: rules.read(body) }).toMatchObject({ word });
    },
  );

  it("is not believed", () => {
    for (const body of [
      null,
      undefined,
      1,
      "x",
      [],
      {},
      { pid: "35" },
      { pid: -1 },
      { pid: 1.5 },
    ]) {
      expect(rules.read(body)).toBeNull();
    }
    const names = ["status", "waitingFor", "tmux", "procStart", "pidDomain", "cwd", "version"];
    for (const value of [null, {}, [], 5, "", "constructor", "__proto__", true, Number.NaN]) {
      const fields = Object.fromEntries(names.map((name) => [name, value]));
      for (const status of ["waiting", "busy", value]) {
        const word = rules.read({ pid: 1, ...fields, status, updatedAt: value });
        expect(word).toMatchObject({ pid: 1, paneId: null, pidNamespace: null });
        expect(typeof (word?.because ?? null)).toBe("string");
      }
    }
  });
});

it("holds no pattern with memory anywhere in the folder", () => {
  const folder = new URL("../../src/agents/", import.meta.url);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".ts")) continue;
    const source = readFileSync(new URL(entry, folder), "utf8");
    // `replace` and `replaceAll` forget: only they may repeat.
    const lasting = source.split("\n").filter((line) => !/\.replace(?:All)?\(/.test(line));
    expect(lasting.join("\n"), entry).not.toMatch(/\/[dimsu]*[gy][dgimsuy]*(?:[,;.)\]]|$)/m);
  }
});
