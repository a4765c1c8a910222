import { COMMON, parse, type Command } from "./commands/_command.ts";
import { wrap } from "./commands/_columns.ts";
import { fail, print, terminalWidth } from "./commands/_output.ts";
import { COMMANDS, type CommandRow } from "./commands/index.ts";
import { AppError } from "./core/errors.ts";
import { didYouMean } from "./core/near.ts";
import { VERSION } from "./core/version.ts";

const HOW_TO_GO_ON = "Run `ccmux wait <ref>` to wait for one, `ccmux --help` for everything else.";

// A reader that left (`| head -c 1`) is no error, and there is nobody to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  const hint = "See whether its disk is full.";
  fail(new AppError("E_UNAVAILABLE", `The output can't be written (${error.code}).`, hint), false);
  process.exit();
});
process.on("SIGINT", () => process.exit(130));

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const [first, ...rest] = argv;
  const asJson = before(argv, "--").includes("--json");
  try {
    if (first === "--version" || first === "-v") return await print(VERSION);
    if (first === "--help" || first === "-h" || first === "help") return await help(rest);
    if (first === undefined || first.startsWith("-"))
      return await run(find("list"), argv, first === undefined);
    await run(find(first), rest);
  } catch (error) {
    fail(error, asJson);
  }
}

async function run(row: CommandRow, argv: readonly string[], bare = false): Promise<void> {
  const command = await row.load();
  const { args, rest } = parse(command, argv);
  if (args.help) return print(await usage(command));
  await command.run({ args: args as never, rest });
  const width = terminalWidth();
  if (bare && width !== null) await print(`\n${wrap(HOW_TO_GO_ON, width).join("\n")}`);
}

async function help([name]: readonly string[]): Promise<void> {
  if (name !== undefined && !name.startsWith("-"))
    return print(await usage(await find(name).load()));
  const { renderAll, renderHelp } = await import("./commands/_help.ts");
  await print(name === "--all" ? renderAll(COMMANDS) : renderHelp(COMMANDS));
}

async function usage(command: Command): Promise<string> {
  const { renderUsage } = await import("./commands/_usage.ts");
  return renderUsage(command, Object.keys(COMMON));
}

function find(name: string): CommandRow {
  const row = COMMANDS.find((one) => one.name === name || one.aliases?.includes(name));
  if (row) return row;
  const names = COMMANDS.filter(({ hidden }) => !hidden).map((one) => one.name);
  const near = didYouMean(name, names);
  const hint = near ? `${near}\`ccmux --help\` has all.` : `Use one of: ${names.join(", ")}.`;
  throw new AppError("E_USAGE", `Unknown command "${name}".`, hint);
}

function before(argv: readonly string[], mark: string): readonly string[] {
  const at = argv.indexOf(mark);
  return at < 0 ? argv : argv.slice(0, at);
}
