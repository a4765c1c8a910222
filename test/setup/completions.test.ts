import { describe, expect, it } from "vitest";
import { isOurs, placeOf, placesOf, sayWhere, SHELLS } from "../../src/setup/completions.ts";
import { readScript } from "../../src/setup/install-completions.ts";

const NOTHING = { loads: null, fpath: null, completes: null };
const anywhere = (): boolean => true;

describe("where completions belong", () => {
  it.each([
    [{}, true, "/h/.local/share/bash-completion/completions/ccmux", null],
    [{ XDG_DATA_HOME: "/d" }, true, "/d/bash-completion/completions/ccmux", null],
    [{ XDG_DATA_HOME: "d" }, true, "/h/.local/share/bash-completion/completions/ccmux", null],
    [{ BASH_COMPLETION_USER_DIR: "/b" }, true, "/b/completions/ccmux", null],
    [
      { XDG_DATA_HOME: "/my d" },
      null,
      "/my d/bash-completion/completions/ccmux",
      "source '/my d/bash-completion/completions/ccmux'",
    ],
  ])("bash with %j, which loads them: %s", (env, loads, path, line) => {
    const place = placeOf("bash", { ...NOTHING, loads }, env, "/h", anywhere);
    expect(place).toEqual({ path, needs: line && { line, file: "~/.bashrc" } });
  });

  it("zsh: the first folder of fpath that is meant for it and may be written", () => {
    const fpath = [
      "/h/.oh-my-zsh/plugins/git",
      "/usr/share/zsh/site-functions",
      "/h/.zfunc",
      "/h/completions",
    ];
    const mine = (folder: string): boolean => folder.startsWith("/h/");
    const facts = { ...NOTHING, fpath, completes: true };
    expect(placeOf("zsh", facts, {}, "/h", mine)).toEqual({
      path: "/h/.zfunc/_ccmux",
      needs: null,
    });
  });

  it("zsh: no folder of the system's, not even for root", () => {
    const facts = { ...NOTHING, fpath: ["/usr/local/share/zsh/site-functions"], completes: true };
    expect(placeOf("zsh", facts, {}, "/h", anywhere).path).toBe(
      "/h/.local/share/zsh/site-functions/_ccmux",
    );
    const own = { ...facts, fpath: [...facts.fpath, "/d/zsh/site-functions"] };
    expect(placeOf("zsh", own, { XDG_DATA_HOME: "/d" }, "/h", anywhere)).toEqual({
      path: "/d/zsh/site-functions/_ccmux",
      needs: null,
    });
  });

  it.each([
    [
      null,
      null,
      "fpath=(/h/.local/share/zsh/site-functions $fpath); autoload -Uz compinit && compinit",
    ],
    [["/usr/share/zsh/site-functions"], true, "fpath=(/h/.local/share/zsh/site-functions $fpath)"],
  ])("zsh with fpath %j: says the line", (fpath, completes, line) => {
    const place = placeOf(
      "zsh",
      { ...NOTHING, fpath, completes },
      { ZDOTDIR: "/z" },
      "/h",
      () => false,
    );
    expect(place).toEqual({
      path: "/h/.local/share/zsh/site-functions/_ccmux",
      needs: { line, file: "/z/.zshrc", ...(completes && { above: "compinit" }) },
    });
  });

  it("says that fpath has to be set above compinit where that runs already", () => {
    const needs = { line: "fpath=(/h $fpath)", file: "~/.zshrc" };
    expect(sayWhere({ ...needs, above: "compinit" })).toBe(
      "Add this line to ~/.zshrc, above the one that runs compinit",
    );
    expect(sayWhere(needs)).toBe("Add this line to ~/.zshrc");
  });

  it("fish: its own folder", () => {
    const place = placeOf("fish", NOTHING, { XDG_CONFIG_HOME: "/c" }, "/h", anywhere);
    expect(place).toEqual({ path: "/c/fish/completions/ccmux.fish", needs: null });
  });

  it("looks in all of fpath for what is to be removed", () => {
    const facts = { ...NOTHING, fpath: ["/a", "/h/.zfunc"] };
    const place = placeOf("zsh", facts, {}, "/h", anywhere);
    expect(placesOf("zsh", facts, place)).toEqual(["/h/.zfunc/_ccmux", "/a/_ccmux"]);
  });

  it.each(SHELLS)("knows its own script for %s again, and no other", (shell) => {
    expect(isOurs(readScript(shell), shell)).toBe(true);
    expect(isOurs("# Completion of mine\n", shell)).toBe(false);
    expect(isOurs("", shell)).toBe(false);
  });
});
