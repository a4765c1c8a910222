import type { ProcessRules } from "./define.ts";
import { registry } from "./_registry.ts";

/**
 * Programs that run a script under their own name. `agent` is Cursor's: its shim starts Node with the
 * name it was called by.
 */
const INTERPRETERS = /^(?:node|nodejs|bun|deno|agent)$/;
/** Their words before a script, and their flags that take the next argument. */
const SUBCOMMAND = /^(?:run|x)$/;
const TAKES_VALUE =
  /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file)$/;
const MAX_FLAGS = 8;

/**
 * Which agent a process is; null when none. `comm` is the kernel's name of it, which counts only
 * where an interpreter's script does not tell: Node 24 calls itself `MainThread`.
 */
export function identify(argv: readonly string[], comm: string): string | null {
  const program = programOf(argv[0] ?? "");
  const script = scriptAt(argv);
  for (const [name, { process }] of registry) {
    if (process.executable.test(program)) return admit(process, argv.slice(1)) ? name : null;
    const { interpreter = INTERPRETERS } = process;
    if (script < 0 || !interpreter.test(program)) continue;
    const runs = process.script?.test(argv[script] ?? "") || process.executable.test(comm);
    if (runs) return admit(process, argv.slice(script + 1)) ? name : null;
  }
  return null;
}

function admit({ exclude }: ProcessRules, rest: readonly string[]): boolean {
  return !exclude?.test(rest.join(" "));
}

/** The last path component. A title set over argv[0] may be words: `npm exec @openai/codex`. */
function programOf(argument: string): string {
  const path = argument.startsWith("/") ? argument : (argument.split(" ", 1)[0] ?? "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Where an interpreter's script is among its arguments; -1 when it has none. */
function scriptAt(argv: readonly string[]): number {
  for (let at = 1; at < Math.min(argv.length, MAX_FLAGS); at += 1) {
    const argument = argv[at] ?? "";
    if (TAKES_VALUE.test(argument)) at += 1;
    else if (!argument.startsWith("-") && !SUBCOMMAND.test(argument)) return at;
  }
  return -1;
}
