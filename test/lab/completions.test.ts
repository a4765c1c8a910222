/** bash, which is everywhere; zsh, fish and what strace sees of all three: test/system/completions.test.ts. */
import { describe, expect, it } from "vitest";
import { many, ODD, odd, writeNames } from "./named.ts";
import { openTerminal } from "./terminal.ts";

const LINES = [
  ["ccmux li", ["list"]],
  ["ccmux list --stat", ["list", "--status"]],
  ["ccmux list --status=wo", ["list", "--status=working"]],
  ["ccmux list --status working,id", ["list", "--status", "working,idle"]],
  ["ccmux --stat", ["--status"]],
  ["ccmux help wa", ["help", "wait"]],
  ["ccmux daemon resta", ["daemon", "restart"]],
  [
    "ccmux wait claude-00000000 --timeout 3 lat",
    ["wait", "claude-00000000", "--timeout", "3", "later"],
  ],
  ["ccmux send lat", ["send", "later"]],
  ["ccmux send later lat", ["send", "later", "lat"]],
  ["ccmux send -- lat", ["send", "--", "later"]],
  ["ccmux screen claude-00000001", ["screen", "claude-00000001"]],
  ["ccmux explain --screen a-fi", ["explain", "--screen", "a-file"]],
  ["ccmux wait nobody", ["wait", "nobody"]],
  ["true; ccmux wait lat", ["wait", "later"]],
] as const;

describe("TAB in bash", () => {
  it("completes names that a shell could take for something else, and runs none of them", async () => {
    const terminal = await openTerminal("bash", { env: writeNames(odd()) });
    for (const [name, typed] of ODD)
      expect([typed, await terminal.completes(`ccmux wait ${typed}`)]).toEqual([
        typed,
        ["wait", name],
      ]);
  });

  it("shows what sessions are, those that need you first, and inserts no word of it", async () => {
    const [first, second] = many(2);
    const env = writeNames([first!, { ...second!, status: "waiting", label: "later" }]);
    const terminal = await openTerminal("bash", { env });
    await terminal.type("ccmux wait ");
    await terminal.press("Tab", "Tab");
    expect(await terminal.shows(/later/)).toMatch(
      /^later +claude, proj-1, waiting *\nclaude-00000000 +claude, proj-0, idle *\n> ccmux wait *$/m,
    );
  });

  it("knows commands, flags and their values, and which argument is a session", async () => {
    const [first, second] = many(2);
    const env = writeNames([first!, { ...second!, label: "later" }]);
    const terminal = await openTerminal("bash", { env });
    await terminal.type(": >a-file");
    await terminal.press("Enter");
    for (const [typed, words] of LINES)
      expect([typed, await terminal.completes(typed)]).toEqual([typed, words]);
  });
});
