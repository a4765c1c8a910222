import { basename } from "node:path";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The file in `completions/`, which says in its first lines whose it is. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: "ccmux.bash",
  zsh: "_ccmux",
  fish: "ccmux.fish",
};

/** What a person's own shell says of itself; null where it was not asked, or gave no answer. */
export interface ShellFacts {
  /** bash loads completions when they are needed. */
  loads: boolean | null;
  /** zsh's folders of functions, in its order. */
  fpath: readonly string[] | null;
  /** compinit has run. */
  completes: boolean | null;
}

export interface Place {
  /** Where the script belongs. */
  path: string;
  /** What else has to stand in which file; null: nothing. `above`: before this, or it comes too late. */
  needs: { line: string; file: string; above?: "compinit" } | null;
}

/** Where a person has to put the line, as a sentence without its end. */
export function sayWhere({ file, above }: NonNullable<Place["needs"]>): string {
  return `Add this line to ${file}${above ? `, above the one that runs ${above}` : ""}`;
}

/** Folders that are meant for files like ours; others of fpath belong to a plugin, or to zsh itself. */
const MEANT = /^(?:site-functions|completions|\.?zfunc)$/;

/**
 * Where a shell finds its completions by itself. Pure.
 * @param mayWrite whether a folder is there, is ours to write, and is so for nobody else
 */
export function placeOf(
  shell: Shell,
  facts: ShellFacts,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  mayWrite: (folder: string) => boolean,
): Place {
  const data = absolute(env.XDG_DATA_HOME) ?? `${home}/.local/share`;
  if (shell === "fish") {
    const config = absolute(env.XDG_CONFIG_HOME) ?? `${home}/.config`;
    return { path: `${config}/fish/completions/ccmux.fish`, needs: null };
  }
  if (shell === "bash") {
    const folder = absolute(env.BASH_COMPLETION_USER_DIR) ?? `${data}/bash-completion`;
    const path = `${folder}/completions/ccmux`;
    return {
      path,
      needs: facts.loads ? null : { line: `source ${quote(path)}`, file: "~/.bashrc" },
    };
  }
  const zdotdir = absolute(env.ZDOTDIR);
  const file = `${zdotdir ?? "~"}/.zshrc`;
  const own = `${data}/zsh/site-functions`;
  // What lies outside may be a package's: an uninstall would not take it, so that ours never goes there.
  const isPersons = (folder: string): boolean => folder === own || folder.startsWith(`${home}/`);
  const known = facts.fpath?.find(
    (folder) => MEANT.test(basename(folder)) && isPersons(folder) && mayWrite(folder),
  );
  const folder = known ?? own;
  const lines = [
    ...(known === undefined ? [`fpath=(${quote(folder)} $fpath)`] : []),
    ...(facts.completes ? [] : ["autoload -Uz compinit && compinit"]),
  ];
  return {
    path: `${folder}/_ccmux`,
    needs:
      lines.length > 0
        ? {
            line: lines.join("; "),
            file,
            // compinit has looked through fpath by then.
            ...(facts.completes && { above: "compinit" as const }),
          }
        : null,
  };
}

/** Every path where one of ours may stand. Pure. */
export function placesOf(shell: Shell, facts: ShellFacts, place: Place): string[] {
  const others = shell === "zsh" ? (facts.fpath ?? []).map((folder) => `${folder}/_ccmux`) : [];
  return [...new Set([place.path, ...others])];
}

/** Whether a file's text is a completion script of ours, of any version. */
export function isOurs(text: string, shell: Shell): boolean {
  return text.split("\n", 3).some((line) => line.startsWith(`# Completion of ccmux for ${shell}`));
}

/** As one word of a shell's. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function absolute(path: string | undefined): string | null {
  return path?.startsWith("/") ? path : null;
}
