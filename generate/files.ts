import { toBash } from "./bash.ts";
import { toCliPage } from "./cli-page.ts";
import { toFish } from "./fish.ts";
import { toMan } from "./man.ts";
import { readTable } from "./table.ts";
import { toZsh } from "./zsh.ts";

const LINE = `# ${"-".repeat(100)}`;

/**
 * The files that the command table is written into, as they should be. Of a completion, only what stands between its
 * two lines of dashes.
 * @param read gives a file's text, by its path below the root
 */
export async function generate(
  read: (name: string) => string,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const table = await readTable();
  const section = (name: string, text: string): readonly [string, string] => {
    const [head, , tail] = read(name).split(LINE);
    return [name, [head, `\n${text}\n`, tail].join(LINE)];
  };
  return [
    section("completions/ccmux.bash", toBash(table)),
    section("completions/_ccmux", toZsh(table)),
    section("completions/ccmux.fish", toFish(table)),
    ["man/ccmux.1", toMan(table)],
    ["docs/cli.md", await toCliPage()],
  ];
}
