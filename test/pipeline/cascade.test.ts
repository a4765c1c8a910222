import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTENTION_KINDS, SOURCES, STATUSES, type Evidence } from "../../src/core/types.ts";
import { cascade } from "../../src/pipeline/cascade.ts";

const word = (
  source: Evidence["source"],
  status: Evidence["status"],
  at: number,
  more: Partial<Evidence> = {},
): Evidence => ({
  source,
  status,
  at,
  ask: status === "waiting" ? { kind: "permission", tool: null, text: null } : null,
  because: `${source} ${status}`,
  background: null,
  lastError: null,
  ...more,
});

const plan = { kind: "plan", tool: null, text: "1. Write" } as const;

describe("published state", () => {
  it("beats an older or newer idle screen: a background subagent works behind it", () => {
    expect(
      cascade([word("published", "working", 1000), word("screen", "idle", 9000)]),
    ).toMatchObject({ status: "working", source: "published" });
  });

  it("takes kind and text from a dialog on a capture that is new enough", () => {
    const verdict = cascade([
      word("published", "waiting", 1000),
      word("screen", "waiting", 900, { ask: plan }),
    ]);
    expect(verdict).toMatchObject({ status: "waiting", source: "published", ask: plan });
  });

  it("keeps its own kind while the only dialog seen is an older one", () => {
    const verdict = cascade([
      word("published", "waiting", 1000),
      word("screen", "waiting", 500, { ask: plan }),
    ]);
    expect(verdict.ask).toEqual({ kind: "permission", tool: null, text: null });
    expect(verdict.refused).toHaveLength(1);
  });

  it("busy yields to a dialog that is too new to be left over", () => {
    expect(
      cascade([word("published", "working", 1000), word("screen", "waiting", 1400)]),
    ).toMatchObject({ status: "working" });
    expect(
      cascade([word("published", "working", 1000), word("screen", "waiting", 1700)]),
    ).toMatchObject({ status: "waiting", source: "screen" });
  });

  it("idle yields to nothing: Escape leaves a dialog drawn for a moment", () => {
    expect(
      cascade([word("published", "idle", 1000), word("screen", "waiting", 9000)]),
    ).toMatchObject({ status: "idle" });
  });
});

describe("without it", () => {
  it("the freshest wins, and a tie goes to the stronger source", () => {
    expect(cascade([word("log", "idle", 1000), word("hook", "working", 2000)]).source).toBe("hook");
    expect(cascade([word("log", "idle", 1000), word("hook", "working", 1000)]).source).toBe("hook");
  });

  it("a dialog on the screen lifts at once", () => {
    expect(cascade([word("hook", "working", 1000), word("screen", "waiting", 1001)])).toMatchObject(
      { status: "waiting", source: "screen" },
    );
  });

  it("says unknown when nobody can tell, never idle", () => {
    expect(cascade([word("process", "unknown", 0), word("screen", "unknown", 5)])).toMatchObject({
      status: "unknown",
      source: null,
    });
    expect(cascade([])).toMatchObject({ status: "unknown", source: null });
  });

  it("keeps the error of a failed turn beside idle only", () => {
    const lastError = { code: "api_error", text: "400" } as const;
    expect(cascade([word("screen", "idle", 1, { lastError })]).lastError).toEqual(lastError);
    expect(cascade([word("screen", "working", 1, { lastError })]).lastError).toBeNull();
  });
});

const anyWord = (source: Evidence["source"]): fc.Arbitrary<Evidence> =>
  fc.record({
    source: fc.constant(source),
    status: fc.constantFrom(...STATUSES),
    at: fc.integer({ min: 0, max: 5000 }),
    ask: fc.record({
      kind: fc.constantFrom(...ATTENTION_KINDS),
      tool: fc.constant(null),
      text: fc.option(fc.string(), { nil: null }),
    }),
    because: fc.constant(source),
    background: fc.option(fc.nat(3), { nil: null }),
    lastError: fc.constant(null),
  });

it("does not depend on the order in which evidence arrives", () => {
  const evidence = fc.tuple(
    ...SOURCES.map((source) => fc.option(anyWord(source), { nil: undefined })),
  );
  fc.assert(
    fc.property(evidence, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (words, order) => {
      const given = words.filter((one) => one !== undefined);
      const shuffled = given
        .map((one, i) => [order[i]!, one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one);
      expect(cascade(shuffled)).toEqual(cascade(given));
    }),
  );
});
