import { AppError } from "../core/errors.ts";
import { sayWhere, SHELLS, type Shell } from "../setup/completions.ts";
import { ourHome } from "./_client.ts";
import { command } from "./_command.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "completions", description: "Completion for bash, zsh or fish" },
  args: {
    shell: { type: "positional", required: true, description: "bash, zsh or fish" },
    install: { type: "boolean", description: "Put it where that shell finds it" },
    uninstall: { type: "boolean", description: "Take it away again" },
  },
  completes: { shell: SHELLS },
  examples: [
    [
      "ccmux completions zsh --install",
      "finds the place; says what else has to be done, if anything",
    ],
    ["ccmux completions bash >ccmux.bash", "only prints it"],
  ],
  async run({ args }) {
    const shell = SHELLS.find((one) => one === args.shell);
    if (!shell)
      throw new AppError(
        "E_USAGE",
        `There is no completion for "${args.shell}".`,
        `Use one of: ${SHELLS.join(", ")}.`,
      );
    if (args.install && args.uninstall)
      throw new AppError(
        "E_USAGE",
        "--install and --uninstall exclude each other.",
        "Give one of them.",
      );
    if (args.install) return install(shell, args.json);
    if (args.uninstall) return uninstall(shell, args.json);
    const { readScript } = await import("../setup/install-completions.ts");
    const script = readScript(shell);
    await (args.json ? printJson({ shell, script }) : print(script));
  },
});

async function install(shell: Shell, json: boolean | undefined): Promise<void> {
  const { installCompletions } = await import("../setup/install-completions.ts");
  const { path, changed, needs } = await installCompletions(shell, process.env, ourHome());
  if (json) return printJson({ shell, path, changed, needs });
  await print(changed ? `Wrote ${path}.` : `${path} is up to date.`);
  await print(
    needs
      ? `${sayWhere(needs)}:\n\n  ${needs.line}\n\nThen open a new shell.`
      : "Open a new shell to use it.",
  );
}

async function uninstall(shell: Shell, json: boolean | undefined): Promise<void> {
  const { removeCompletions } = await import("../setup/install-completions.ts");
  const removed = await removeCompletions(shell, process.env, ourHome());
  if (json) return printJson({ shell, removed });
  await print(
    removed.length > 0 ? `Removed ${removed.join(", ")}.` : "There was none that ccmux put there.",
  );
}
