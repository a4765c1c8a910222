import { describe, expect, it } from "vitest";
import { createLabels } from "../../src/pipeline/labels.ts";
import { session } from "../session.ts";

const labelled = (id: string, nativeId: string | null, label: string | null = "api") =>
  session(id, { agent: "claude", nativeId, label });

describe("a label", () => {
  it("stays with its row, also when the conversation is another by now", () => {
    const labels = createLabels([]);
    expect(labels.of(labelled("a", "n-1"), "claude", "n-2")).toBe("api");
    expect(labels.of(labelled("a", "n-1", null), "claude", "n-1")).toBeNull();
  });

  it("waits for its conversation, and goes to one process of it only", () => {
    const labels = createLabels([labelled("a", "n-1")]);
    expect(labels.of(undefined, "claude", "n-2")).toBeNull();
    expect(labels.of(undefined, "codex", "n-1")).toBeNull();
    expect(labels.of(undefined, "claude", null)).toBeNull();
    expect(labels.of(undefined, "claude", "n-1")).toBe("api");
    expect(labels.of(undefined, "claude", "n-1")).toBeNull();
  });

  it("finds its conversation when that becomes known later", () => {
    const labels = createLabels([]);
    labels.rest(labelled("a", "n-1"));
    expect(labels.of(labelled("b", null, null), "claude", "n-1")).toBe("api");
  });

  it("of nobody whose conversation is known ends with him; one given anew waits no more", () => {
    const labels = createLabels([]);
    labels.rest(labelled("a", null));
    labels.rest(labelled("b", "n-2", "ui"));
    labels.take("ui");
    expect(labels.of(undefined, "claude", "n-2")).toBeNull();
  });
});
