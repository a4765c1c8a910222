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

const seen = (status: Evidence["status"], at: number, more: Partial<Evidence> = {}) =>
  word("screen", status, at, more);
const unkinded = { ask: { kind: "other", tool: null, text: null } } as const;
const bash = { kind: "permission", tool: "Bash", text: "make  clean all" } as const;

describe("what hooks and logs say, against the screen", () => {
  it("a wait that Escape ended in silence is over once two later captures show the composer (FR-001)", () => {
    const waits = word("hook", "waiting", 1000, { ask: bash });
    expect(cascade([waits, seen("idle", 3000)])).toMatchObject({ status: "waiting", unsure: true });
    expect(cascade([waits, seen("idle", 3000, { twiceSince: 1000 })]).status).toBe("waiting");
    expect(cascade([waits, seen("idle", 3000, { twiceSince: 2700 })])).toMatchObject({
      status: "idle",
      source: "screen",
      unsure: false,
    });
  });

  it("work that Escape ended in silence, too, and not by a capture of before it was drawn", () => {
    const works = word("hook", "working", 1000);
    expect(cascade([works, seen("idle", 1500, { twiceSince: 1200 })]).status).toBe("working");
    expect(cascade([works, seen("idle", 1600, { twiceSince: 1200 })]).status).toBe("idle");
  });

  it("a notice without a kind is six seconds late: what is drawn knows better", () => {
    const late = word("hook", "waiting", 7000, unkinded);
    expect(cascade([late, seen("working", 6900)])).toMatchObject({ status: "working" });
    expect(cascade([late, seen("idle", 6900)])).toMatchObject({ status: "idle" });
    const dialog = seen("waiting", 6900, { ask: bash });
    expect(cascade([late, dialog])).toMatchObject({ status: "waiting", source: "hook", ask: bash });
  });

  it("a permission with a kind is not undone by a spinner of the moment before", () => {
    const asks = word("hook", "waiting", 1000, { ask: bash });
    const spins = (at: number, since: number) => seen("working", at, { since });
    expect(cascade([asks, spins(3900, 900)])).toMatchObject({ status: "waiting", unsure: true });
    // Answered in its pane: it began after the word. Or the word was wrong from the start.
    expect(cascade([asks, spins(1500, 1500)])).toMatchObject({ status: "working" });
    expect(cascade([asks, spins(4000, 900)])).toMatchObject({ status: "working" });
  });

  it.each(["hook", "log"] as const)(
    "a turn that ends with a plan waits: the %s says idle first",
    (source) => {
      const over = word(source, "idle", 1000);
      expect(cascade([over, seen("waiting", 1100, { ask: plan })])).toMatchObject({
        status: "waiting",
        source: "screen",
        ask: plan,
      });
      // One that was there before is its turn's own, and is being taken away.
      expect(cascade([over, seen("waiting", 900, { ask: plan })])).toMatchObject({
        status: "idle",
        unsure: true,
      });
    },
  );

  it("idle stands against a spinner drawn before it, and yields to one drawn later", () => {
    const over = word("hook", "idle", 1000);
    const spins = (at: number, since: number) => seen("working", at, { since });
    expect(cascade([over, spins(900, 500)])).toMatchObject({ status: "idle", unsure: true });
    expect(cascade([over, spins(3999, 500)]).status).toBe("idle");
    expect(cascade([over, spins(4000, 500)]).status).toBe("working");
    expect(cascade([over, spins(1100, 1100)]).status).toBe("working");
  });

  it("a kind that a tool's name tells yields to a whole dialog, not to a title", () => {
    const asks = word("hook", "waiting", 1000, { ask: { ...bash, kind: "question" } });
    const permission = { kind: "permission", tool: null, text: null } as const;
    const shows = (glimpse: boolean) => seen("waiting", 1200, { ask: permission, glimpse });
    expect(cascade([asks, shows(true)]).ask?.kind).toBe("question");
    expect(cascade([asks, shows(false)]).ask?.kind).toBe("permission");
  });

  it("a dialog drawn before the end of its turn was told is no old one, and one before a tool's word may be", () => {
    const dialog = seen("waiting", 1300, { since: 900 });
    expect(cascade([word("hook", "idle", 1000), dialog]).status).toBe("waiting");
    expect(cascade([word("hook", "working", 1000), dialog])).toMatchObject({
      status: "working",
      unsure: true,
    });
  });

  it("a screen that cannot tell takes nothing away", () => {
    expect(cascade([word("log", "working", 1000), seen("unknown", 9000)])).toMatchObject({
      status: "working",
      source: "log",
      unsure: false,
    });
  });

  it("the log goes on where hooks are silent, and the hook where the log is", () => {
    const asked = word("hook", "waiting", 1000, { ask: bash });
    expect(cascade([asked, word("log", "idle", 2000)])).toMatchObject({
      status: "idle",
      source: "log",
    });
    expect(cascade([asked, word("log", "working", 900)])).toMatchObject({
      status: "waiting",
      source: "hook",
    });
  });

  it("a failure that only one of them knows stands beside the idle of the other", () => {
    const lastError = { code: "api_error", text: "529" } as const;
    const words = [word("hook", "idle", 2000), word("log", "idle", 1000, { lastError })];
    expect(cascade(words)).toMatchObject({ source: "hook", lastError });
    expect(cascade([words[0]!, word("log", "working", 1000, { lastError })]).lastError).toBeNull();
  });
});

describe("the words of a dialog", () => {
  const drawn = { kind: "permission", tool: null, text: "make clean all" } as const;
  const askOf = (...evidence: Evidence[]) => cascade(evidence).ask;
  const published = word("published", "waiting", 1000);

  it("are the hook's, whole, where the screen wraps or cuts the same", () => {
    const asked = word("hook", "waiting", 1000, { ask: bash });
    expect(askOf(published, asked, seen("waiting", 1200, { ask: drawn }))).toEqual(bash);
    const cut = { ...drawn, text: "make clean…" };
    expect(askOf(published, asked, seen("waiting", 1200, { ask: cut }))).toEqual(bash);
  });

  it("are the screen's where the hook speaks of another one", () => {
    const other = word("hook", "waiting", 1000, {
      ask: { ...bash, text: "make clean all --force" },
    });
    expect(askOf(published, other, seen("waiting", 1200, { ask: drawn }))).toMatchObject({
      text: drawn.text,
    });
    const later = word("hook", "waiting", 9000, { ask: bash });
    expect(askOf(published, later, seen("waiting", 1200, { ask: drawn }))).toMatchObject({
      text: drawn.text,
    });
  });

  it("come with the kind, which a state file only guesses", () => {
    const planned = word("hook", "waiting", 1000, { ask: { ...plan, tool: "ExitPlanMode" } });
    const guess = word("published", "waiting", 1000, {
      ask: { kind: "other", tool: null, text: null },
    });
    expect(askOf(guess, planned)).toEqual({ ...plan, tool: "ExitPlanMode" });
  });
});

const anyWord = (source: Evidence["source"]): fc.Arbitrary<Evidence> =>
  fc.record({
    source: fc.constant(source),
    status: fc.constantFrom(...STATUSES),
    at: fc.integer({ min: 0, max: 5000 }),
    ask: fc.record({
      kind: fc.constantFrom(...ATTENTION_KINDS),
      tool: fc.option(fc.constantFrom("Bash", "Edit"), { nil: null }),
      // Few, so that two sources often speak of the same one.
      text: fc.option(fc.constantFrom("make", "make it", "make…"), { nil: null }),
    }),
    because: fc.constant(source),
    background: fc.option(fc.nat(3), { nil: null }),
    lastError: fc.option(fc.constant({ code: "api_error" as const, text: source }), { nil: null }),
    twiceSince:
      source === "screen" ? fc.option(fc.nat(5000), { nil: undefined }) : fc.constant(undefined),
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

it("knows nobody's work from silence: its status is one that a source said", () => {
  const evidence = fc.tuple(
    ...SOURCES.map((source) => fc.option(anyWord(source), { nil: undefined })),
  );
  fc.assert(
    fc.property(evidence, (words) => {
      const given = words.filter((one) => one !== undefined);
      const { status, source, ask, lastError } = cascade(given);
      const winner = given.find((one) => one.source === source);
      expect(winner?.status ?? "unknown").toBe(status);
      expect(lastError === null || status === "idle").toBe(true);
      expect(ask !== null || status !== "waiting").toBe(true);
    }),
  );
});
