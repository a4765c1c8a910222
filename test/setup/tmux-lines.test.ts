import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { putLines, takeLines, type TmuxText } from "../../src/setup/tmux-lines.ts";

const PROGRAM = "/opt/ccmux/bin/ccmux";

function plan(text: string, program = PROGRAM): TmuxText & { full: string } {
  const taken = takeLines(text);
  if ("refused" in taken) throw new Error(taken.refused);
  const full = putLines(taken, program);
  if (typeof full !== "string") throw new Error(full.refused);
  return { ...taken, full };
}

describe("the lines in a tmux config", () => {
  it.each([
    ["nothing", ""],
    ["a config", "set -g mouse on\n# mine\n"],
    ["one whose last line has no end", "set -g mouse on"],
  ])("are added to %s, stay the same the second time, and go without a trace", (_what, text) => {
    const first = plan(text);
    expect(first).toMatchObject({ bare: text, isThere: false });
    expect(first.full.startsWith(text)).toBe(true);
    const second = plan(first.full);
    expect(second).toMatchObject({ full: first.full, isThere: true });
    expect(second.bare.trimEnd()).toBe(text.trimEnd());
  });

  it("are renewed where they stand when the program has moved", () => {
    const old = plan("set -g mouse on\n", "/old/ccmux").full + "set -g history-limit 9\n";
    const { full, bare } = plan(old);
    expect(full).toBe(old.replaceAll("/old/ccmux", PROGRAM));
    expect(bare).toBe("set -g mouse on\nset -g history-limit 9\n");
  });

  it.each(["bind A new-window", "  bind-key -r A resize-pane", "bind -N note A kill-pane"])(
    "leave the key to whom it belongs: %s",
    (line) => expect(plan(`${line}\n`).full).not.toContain("display-popup"),
  );

  it.each(["/home/a b/ccmux", "/home/a'b/ccmux", "/x/#{pid}/ccmux", "/x/$(id)/ccmux", "ccmux"])(
    "are refused where the path would mean something else: %s",
    (program) => expect(putLines(plan(""), program)).toMatchObject({ refused: expect.any(String) }),
  );

  it("are refused where their end is missing", () => {
    const cut = plan("").full.replace("# ccmux: end\n", "");
    expect(takeLines(cut)).toMatchObject({ refused: expect.stringContaining("no end") });
  });

  it("mean to tmux what they say, however often it reads them", () => {
    const dir = mkdtempSync(join(tmpdir(), "cm-"));
    const config = join(dir, "tmux.conf");
    const tmux = (...args: string[]) =>
      execFileSync("tmux", ["-S", join(dir, "s"), "-f", config, ...args], { encoding: "utf8" });
    onTestFinished(() => {
      tmux("kill-session", "-t", "=lines");
      rmSync(dir, { recursive: true });
    });
    writeFileSync(config, plan("set -g status-right 'mine'\n").full);
    tmux("new-session", "-d", "-s", "lines", "sleep 60");
    writeFileSync(config, plan("").full);
    tmux("source-file", config);
    expect(tmux("show-options", "-gv", "status-right").trim()).toBe(
      `mine #(${PROGRAM} status --line)`,
    );
    expect(tmux("list-keys", "-T", "prefix")).toContain(`"${PROGRAM} list --watch"`);
  });
});
