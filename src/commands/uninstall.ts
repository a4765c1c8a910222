import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError, FAILURES, toFailure } from "../core/errors.ts";
import { SHELLS } from "../setup/completions.ts";
import type { FileReport } from "../setup/report.ts";
import { ourHome, ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { canAsk, confirm } from "./_confirm.ts";
import { haltDaemon } from "./_halt.ts";
import { print, printJson } from "./_output.ts";
import { setupWorld } from "./_world.ts";

interface UninstallReport {
  /** Files of agents and of tmux that ccmux was taken out of, or could not be. */
  files: FileReport[];
  /** Completions that were removed. */
  completions: string[];
  /** Pid of the daemon that was stopped; null: none ran. */
  daemon: number | null;
  /** Folders that were removed, with `--purge`. */
  purged: string[];
  /** What could not be done, and what to do. */
  failures: { message: string; hint: string }[];
}

export default command({
  meta: {
    name: "uninstall",
    description: "Take ccmux out of agents, shells and tmux, and stop it",
  },
  args: {
    yes: { type: "boolean", alias: "y", description: "Do not ask" },
    purge: { type: "boolean", description: "Also what it remembers: labels, feed, log, markers" },
  },
  examples: [
    ["ccmux uninstall", "then: npm uninstall --global ccmux"],
    ["ccmux uninstall --yes --purge", "nothing is left but ccmux.json, which is yours"],
  ],
  async run({ args }) {
    if (!args.yes) await askFirst(args.purge);
    const report = await uninstall(args.purge ?? false);
    if (args.json) await printJson(report);
    else await print(await render(report));
    const hasFailed = report.failures.length > 0 || report.files.some(({ refused }) => refused);
    if (hasFailed) process.exitCode = FAILURES.E_REFUSED.exit;
  },
});

/** @throws AppError E_USAGE where nobody can be asked, E_REFUSED when the answer is no */
async function askFirst(purge: boolean | undefined): Promise<void> {
  if (!canAsk())
    throw new AppError("E_USAGE", "Nothing was removed: there is nobody to ask.", "Add --yes.");
  const what = purge ? " and all that it remembers" : "";
  if (await confirm(`Remove ccmux's hooks, completions and tmux lines${what}, and stop it?`))
    return;
  throw new AppError("E_REFUSED", "Nothing was removed: you said no.", "Add --yes to do without.");
}

/** What can't be done does not keep the rest from being done. */
async function uninstall(purge: boolean): Promise<UninstallReport> {
  const { apply } = await import("../setup/apply.ts");
  const { filesOf, toReport } = await import("../setup/report.ts");
  const { survey } = await import("../setup/survey.ts");
  const { removeCompletions } = await import("../setup/install-completions.ts");
  const failures: UninstallReport["failures"] = [];
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { message, hint } = toFailure(error);
      failures.push({ message, hint });
      return otherwise;
    }
  };
  const world = setupWorld();
  const files = await attempt(async () => {
    const found = await survey(world, "uninstall", null);
    const all = filesOf(toReport(found, apply(world, found)));
    // Of one that can't be read nobody knows whether ours is in it.
    const isOurs = ({ state, change }: FileReport): boolean =>
      change !== null || ["unknown", "installed", "outdated"].includes(state);
    return all.filter((file) => file.done || (file.refused && isOurs(file)));
  }, []);
  const completions: string[] = [];
  for (const shell of SHELLS)
    completions.push(...(await attempt(() => removeCompletions(shell, world.env, world.home), [])));
  const daemon = await attempt(haltDaemon, null);
  // A daemon that still runs needs its files, and hooks that still stand need their way back.
  const isClear = failures.length === 0 && files.every(({ done }) => done);
  const purged = purge && isClear ? await attempt(async () => purgeFolders(), []) : [];
  if (purge && !isClear)
    failures.push({
      message: "What ccmux remembers was kept: something above is not undone.",
      hint: "Mend that, then run this again.",
    });
  return { files, completions, daemon, purged, failures };
}

/** Our files and their drafts, by name: a variable may have put our folders where others keep theirs. */
const OURS = {
  state: /^\.?(?:state\.db|lock|crashes\.json|daemon\.log|setup\.json|config\.lock)/,
  backups: /^\.?[0-9a-f]{16}\.before(?:$|\.ccmux-)/,
  run: /^\.?(?:ccmux\.sock|token|sessions\.tsv)/,
  markers: /\.json$|^\..*\.new$/,
  hooks: /^\.?ccmux-hook\.sh(?:$|\.ccmux-)/,
};

/** `ccmux.json` stays: a person wrote it. @returns folders that are gone */
function purgeFolders(): string[] {
  const { state, run, markers, config } = ourPaths();
  return [
    purgeFolder(`${state}/setup`, OURS.backups),
    purgeFolder(state, OURS.state),
    purgeFolder(run, OURS.run),
    purgeFolder(markers, OURS.markers),
    purgeFolder(`${dirname(config)}/hooks`, OURS.hooks),
  ].flat();
}

/** With what else is in it, it stays. */
function purgeFolder(folder: string, ours: RegExp): string[] {
  if (!existsSync(folder)) return [];
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (!entry.isDirectory() && ours.test(entry.name)) rmSync(join(folder, entry.name));
  try {
    rmdirSync(folder);
    return [folder];
  } catch {
    return [];
  }
}

async function render(report: UninstallReport): Promise<string> {
  const { files, completions, daemon, purged, failures } = report;
  const { showFor } = await import("./_setup.ts");
  const show = showFor(ourHome());
  const lines = [
    ...files.map((file) => show.result(file)),
    ...[...completions, ...purged].map((path) => `${show.path(path)}: removed`),
    ...(daemon === null ? [] : [`Stopped the daemon (pid ${daemon}).`]),
    ...failures.flatMap(({ message, hint }) => [message, `  ${hint}`]),
  ];
  const end = "The program itself: npm uninstall --global ccmux";
  return [...(lines.length > 0 ? lines : ["Nothing of ccmux was there."]), end].join("\n");
}
