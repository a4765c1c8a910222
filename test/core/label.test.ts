import { describe, expect, it } from "vitest";
import { checkLabel } from "../../src/core/label.ts";
import { session } from "../session.ts";

const rows = [
  session("claude-aaaa2222", { label: "api", nativeId: "ses_1", project: "shop" }),
  session("codex-bbbb3333", { job: "nightly" }),
];
const check = (text: string, id = "codex-bbbb3333"): string =>
  checkLabel(text, id, rows, ["claude", "codex", "pi"]);

describe("a label", () => {
  it.each(["review", "api-2", "größe", "レビュー", "v1.2_x", "7", "pirate", "claude-code-review"])(
    "%s is one",
    (text) => {
      expect(check(text)).toBe(text);
    },
  );

  it("is kept in one spelling", () => {
    expect(check("gro\u0308ße")).toBe("größe");
  });

  it.each([
    ["", "is no label"],
    ["a b", "is no label"],
    ["%3", "is no label"],
    ["main:2.0", "is no label"],
    ["-f", "is no label"],
    ["x".repeat(65), "is no label"],
    ["a\u001b[31m", "is no label"],
    ["self", "a word of ccmux's own"],
    ["all", "a word of ccmux's own"],
    ["codex", "an agent"],
    ["co", "the begin of a session's id"],
    ["claude-", "the begin of a session's id"],
    ["claude-aaaa2222", "the begin of a session's id"],
    ["pi-work", "the begin of a session's id"],
    ["4dcf44c8", "an agent's own id"],
    ["0aa1f3a2-0000-4000-8000-0123456789ab", "an agent's own id"],
    ["ses_1", "an agent's own id"],
    ["nightly", "an agent's own id"],
    ["shop", "a project"],
  ])("%j is none: %s", (text, why) => {
    expect(() => check(text)).toThrow(why);
  });

  it("belongs to one", () => {
    expect(() => check("api")).toThrow('"api" is the label of claude-aaaa2222.');
    expect(check("api", "claude-aaaa2222")).toBe("api");
  });
});
