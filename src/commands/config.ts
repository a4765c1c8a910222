import { clean } from "../core/clean.ts";
import type { Config } from "../core/config.ts";
import { AppError } from "../core/errors.ts";
import { formatKey, formatProblem } from "../core/config-problem.ts";
import { didYouMean } from "../core/near.ts";
import { ourHome, ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, printJson } from "./_output.ts";

const VERBS = ["get", "set", "unset", "list", "path"];

export default command({
  meta: { name: "config", description: "Look at and change the settings in ccmux.json" },
  args: {
    verb: {
      type: "positional",
      required: true,
      description: "get, set, unset, list, or path",
    },
    key: {
      type: "positional",
      required: false,
      description: "As docs/configuration.md has it: scanMs, agents.helper.title",
    },
    value: {
      type: "positional",
      required: false,
      description: "With set: JSON, or a text as it is",
    },
  },
  completes: { verb: VERBS },
  examples: [
    ["ccmux config set scanMs 500", "comments stay; applies within a second"],
    ["ccmux config set tmuxSockets '[\"work\"]'", "a list, as JSON"],
    ["ccmux config unset agents.helper", "no longer set"],
  ],
  async run({ args: { verb, key, value, json } }) {
    const usage = (message: string): AppError =>
      new AppError("E_USAGE", message, "Run `ccmux config --help`.");
    if (!VERBS.includes(verb)) {
      const hint = `${didYouMean(verb, VERBS)}Use one of: ${VERBS.join(", ")}.`;
      throw new AppError("E_USAGE", `Unknown verb "${verb}".`, hint);
    }
    const takes = verb === "set" ? 2 : verb === "get" || verb === "unset" ? 1 : 0;
    if ([key, value].filter((one) => one !== undefined).length > takes)
      throw usage(`\`${verb}\` takes ${takes === 0 ? "no" : "one"} argument.`);
    if (takes > 0 && key === undefined) throw usage("<key> is missing.");
    if (takes > 1 && value === undefined) throw usage("<value> is missing.");

    const { config: path } = ourPaths();
    if (verb === "path") await (json ? printJson({ path }) : print(path));
    else if (verb === "list") await list(path, json);
    else if (verb === "get") await get(path, key!, json);
    else if (verb === "set") await set(key!, value!, json);
    else await unset(key!, json);
  },
});

async function list(path: string, json: boolean | undefined): Promise<void> {
  const { DEFAULTS } = await import("../core/config.ts");
  const config = await readInForce(path);
  if (json) return printJson({ path, config });
  const isDefault = (key: string): boolean =>
    JSON.stringify(Reflect.get(config, key)) === JSON.stringify(Reflect.get(DEFAULTS, key));
  const lines = Object.entries(config).flatMap(([key, value]) =>
    flatten([key], value).map((line) =>
      isDefault(key) ? paint("dim", `${line}  (default)`) : line,
    ),
  );
  await print(lines.join("\n"));
}

/** What is wrong in it goes to stderr, and is left out as the daemon does. */
async function readInForce(path: string): Promise<Config> {
  const { readConfigFile } = await import("../io/config-file.ts");
  const { config, problems } = readConfigFile(path, ourHome());
  for (const problem of problems)
    process.stderr.write(`ccmux: ${clean(`${formatProblem(problem)}. ${problem.hint}`)}\n`);
  return config;
}

function flatten(path: readonly PropertyKey[], value: unknown): string[] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value) : [];
  if (entries.length === 0) return [`${formatKey(path)} = ${JSON.stringify(value)}`];
  return entries.flatMap(([key, one]) => flatten([...path, key], one));
}

async function get(path: string, key: string, json: boolean | undefined): Promise<void> {
  const { parseKey } = await import("./_config-edit.ts");
  const config = await readInForce(path);
  const value = parseKey(key).reduce<unknown>(
    (at, part) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, part)
        ? Reflect.get(at, part)
        : undefined,
    config,
  );
  if (value === undefined)
    throw new AppError("E_NOT_FOUND", `${key} is not set.`, `Run \`ccmux config set ${key} …\`.`);
  if (json) return printJson({ key, value });
  await print(typeof value === "string" ? value : JSON.stringify(value));
}

async function set(key: string, text: string, json: boolean | undefined): Promise<void> {
  const { parseKey, setIn } = await import("./_config-edit.ts");
  const { changeConfig, newProblems } = await import("./_config-write.ts");
  const paths = ourPaths();
  const parts = parseKey(key);
  // A title of digits is a text: what fits counts, and JSON before that.
  const values = readValues(text);
  let fitting = values[0];
  await changeConfig(paths, async (before) => {
    for (const value of values.toReversed())
      if ((await newProblems(before, setIn(before, parts, value))).length === 0) fitting = value;
    return setIn(before, parts, fitting);
  });
  await (json
    ? printJson({ path: paths.config, key, value: fitting })
    : print(`${key} = ${JSON.stringify(fitting)}`));
}

function readValues(text: string): unknown[] {
  try {
    return [JSON.parse(text), text];
  } catch {
    return [text];
  }
}

async function unset(key: string, json: boolean | undefined): Promise<void> {
  const { parseKey, unsetIn } = await import("./_config-edit.ts");
  const { changeConfig } = await import("./_config-write.ts");
  const paths = ourPaths();
  const parts = parseKey(key);
  const changed = await changeConfig(paths, async (before) => unsetIn(before, parts));
  if (json) return printJson({ path: paths.config, key, changed });
  await print(changed ? `${key} is no longer set.` : `${key} was not set.`);
}
