import { ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, printJson } from "./_output.ts";
import type { Check } from "./_checks.ts";

const MARKS = {
  ok: ["✓", "green"],
  warning: ["!", "yellow"],
  error: ["✗", "red"],
} as const;

export default command({
  meta: { name: "doctor", description: "What is wrong here, and what to do" },
  args: {},
  examples: [["ccmux doctor --json", "{ok, checks: [{name, state, message, hint}]}"]],
  async run({ args }) {
    const checks = await examine();
    const isOk = checks.every(({ state }) => state !== "error");
    if (!isOk) process.exitCode = 1;
    await (args.json ? printJson({ ok: isOk, checks }) : print(render(checks)));
  },
});

async function examine(): Promise<Check[]> {
  const { loadConfig } = await import("./_config.ts");
  const look = await import("./_checks.ts");
  const paths = ourPaths();
  const ours = await loadConfig();
  return [
    ...look.checkConfig(ours, paths.config),
    await look.checkTmux(),
    ...(await look.checkServers(ours)),
    look.checkFolder("runtime folder", paths.run),
    look.checkFolder("state folder", paths.state),
    look.checkSocket(paths),
    ...(await look.checkDaemon(paths)),
    ...(await look.checkProcesses(ours)),
    look.checkNode(),
  ];
}

function render(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .flatMap(({ name, state, message, hint }) => {
      const [mark, style] = MARKS[state];
      const line = `${paint(style, mark)} ${name.padEnd(width)}  ${clean(message)}`;
      return hint === null ? [line] : [line, `${" ".repeat(width + 4)}${clean(hint)}`];
    })
    .join("\n");
}

/** Some of it is what tmux, or whoever named a folder, has said. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
