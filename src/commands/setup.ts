import { AppError, FAILURES } from "../core/errors.ts";
import { hang } from "./_columns.ts";
import { command } from "./_command.ts";
import { print, printJson, terminalWidth } from "./_output.ts";
import { renderChanges, renderStatus, showFor } from "./_setup.ts";
import { setupWorld } from "./_world.ts";

/** As a shell has it after Ctrl-C. */
const INTERRUPTED = 130;

export default command({
  meta: { name: "setup", description: "Have agents tell ccmux at once what they do" },
  args: {
    yes: { type: "boolean", alias: "y", description: "Ask nothing: do it" },
    "dry-run": { type: "boolean", description: "Only show what would change" },
    agent: {
      type: "string",
      valueHint: "agent,…",
      description: "Only these, separated by commas; tmux: its status bar",
    },
    status: { type: "boolean", description: "Only say what is installed where" },
    uninstall: { type: "boolean", description: "Take it all back" },
  },
  examples: [
    ["ccmux setup --dry-run", "What it would write, as a diff"],
    ["ccmux setup --yes --agent claude,codex", "Those two, asking nothing"],
    ["ccmux setup --uninstall --yes", "Every file as it was before"],
  ],
  async run({ args }) {
    const { apply } = await import("../setup/apply.ts");
    const { filesOf, toReport } = await import("../setup/report.ts");
    const { knownNames, survey } = await import("../setup/survey.ts");
    const names = namesOf(args.agent, knownNames());
    const world = setupWorld();
    const task = args.uninstall ? "uninstall" : "install";
    const { yes, json, status, "dry-run": dryRun } = args;
    if (!(yes || json || status || dryRun) && process.stdin.isTTY && process.stdout.isTTY) {
      const { runWizard } = await import("../setup/wizard.ts");
      const report = await runWizard(world, task, names, showFor(world.home));
      if (!report) process.exitCode = INTERRUPTED;
      else if (!report.ok) process.exitCode = FAILURES.E_REFUSED.exit;
      return;
    }
    const found = await survey(world, task, names);
    const isOnlyLook = status || dryRun || !yes;
    const report = toReport(found, isOnlyLook ? null : apply(world, found));

    if (json) await printJson(report);
    else if (status) await print(fold(renderStatus(report, world.home)));
    else await print(renderChanges(report, world.home));
    if (status) return;
    if (!report.ok) process.exitCode = FAILURES.E_REFUSED.exit;
    else if (!yes && !dryRun && filesOf(report).some(({ change }) => change)) throw unasked();
  },
});

/** Its lines go on below themselves where the terminal is narrow. */
function fold(text: string): string {
  const width = terminalWidth() ?? Infinity;
  return text
    .split("\n")
    .flatMap((line) => hang(line, width))
    .join("\n");
}

/** @throws AppError E_USAGE */
function namesOf(list: string | undefined, known: readonly string[]): string[] | null {
  if (list === undefined) return null;
  const names = list.split(",");
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return names;
  throw new AppError(
    "E_USAGE",
    `--agent: "${wrong}" is no agent that setup knows.`,
    `Use some of: ${known.join(", ")}.`,
  );
}

function unasked(): AppError {
  return new AppError(
    "E_USAGE",
    "Nothing was written: there is nobody to ask.",
    "Add --yes to do it, or --dry-run to only look.",
  );
}
