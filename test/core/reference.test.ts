import { describe, expect, it } from "vitest";
import { resolveReference, type Caller } from "../../src/core/reference.ts";

const row = (id: string, agent: string, pane: string, target: string, more: object = {}) => ({
  id,
  agent,
  label: null as string | null,
  nativeId: null as string | null,
  project: "shop",
  pane: { id: pane, server: "/s", target },
  ...more,
});

const rows = [
  row("claude-aaaa1111", "claude", "%0", "main:0.0", { nativeId: "n-1", job: "4dcf44c8" }),
  row("claude-aabb2222", "claude", "%1", "main:1.0", { label: "api" }),
  row("codex-cccc3333", "codex", "%2", "side:0.0", { project: "docs" }),
  row("codex-dddd4444", "codex", "%0", "main:0.0", {
    pane: { id: "%0", server: "/other", target: "main:0.0" },
  }),
];
const nobody: Caller = { server: null, pane: null, cwd: null, target: null };
const inMain: Caller = { server: "/s", pane: "%9", cwd: null, target: "main:1.1" };
const find = (ref: string, caller = nobody): string => resolveReference(ref, rows, caller).id;

describe("a reference", () => {
  it.each([
    ["claude-aaaa1111", "claude-aaaa1111"],
    ["claude-aab", "claude-aabb2222"],
    ["%1", "claude-aabb2222"],
    ["side:0.0", "codex-cccc3333"],
    ["api", "claude-aabb2222"],
    ["n-1", "claude-aaaa1111"],
    ["4dcf44c8", "claude-aaaa1111"],
    ["docs", "codex-cccc3333"],
  ])("%s names %s", (ref, id) => {
    expect(find(ref)).toBe(id);
  });

  it("self is the agent of the caller's pane, on the caller's server", () => {
    expect(find("self", { ...nobody, server: "/other", pane: "%0" })).toBe("codex-dddd4444");
    expect(() => find("self")).toThrow("No agent lives in this pane");
  });

  it("the nearest wins when it is alone", () => {
    expect(find("claude", inMain)).toBe("claude-aabb2222");
    expect(find("%0", inMain)).toBe("claude-aaaa1111");
  });

  it("names the candidates when none is nearest", () => {
    expect(() => find("claude")).toThrow(
      /matches 2 sessions: claude-aaaa1111 \(main:0.0\), claude-aabb2222/,
    );
    expect(() => find("claude-aa")).toThrow("matches 2 sessions");
    expect(() => find("codex", { ...inMain, server: "/nowhere" })).toThrow("matches 2 sessions");
  });

  it.each(["", "cl", "%7", "nothing", "claude-aaaa11112"])(
    "%j names nobody, or too many",
    (ref) => {
      expect(() => find(ref)).toThrow(/^(No session matches|".*" matches \d sessions)/);
    },
  );
});
