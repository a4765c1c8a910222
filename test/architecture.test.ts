/** Who may import whom, and what a one-shot command loads. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix } from "node:path";
import { parseSync, Visitor } from "vite";
import { describe, expect, it, onTestFinished } from "vitest";

interface Rule {
  /** Folders and files directly in `src`; one file as `folder/file.ts`. */
  folders?: readonly string[];
  /** Folders of which only types may be known. */
  types?: readonly string[];
  /** Folders and packages that may only be loaded inside a function, by `import()`. */
  lazy?: readonly string[];
  packages?: readonly string[];
  node?: true;
}

/** What of `src/pipeline` is pure, and so may run in a thread and in `explain`. */
const STAGES = ["bind", "cascade", "cut", "fold-log", "fold-turns", "look", "row", "world"].map(
  (name) => `pipeline/${name}.ts`,
);

const ALL = [
  "core",
  "agents",
  "pipeline",
  "workers",
  "io",
  "actions",
  "api",
  "commands",
  "setup",
  "stage",
];
const MAY_IMPORT: Record<string, Rule> = {
  core: { packages: ["jsonc-parser", "ohash", "zod"] },
  agents: { folders: ["core"] },
  pipeline: { folders: ["core", "agents"], types: ["workers", "io"] },
  workers: { folders: ["core", "agents", "io", ...STAGES], node: true },
  io: { folders: ["core"], packages: ["undici", "chokidar", "eventsource-parser"], node: true },
  actions: { folders: ["core", "agents", "io"], types: ["pipeline"], node: true },
  api: {
    folders: ["core", "agents"],
    types: ["pipeline", "actions"],
    packages: ["hono", "@hono/node-server", "zod"],
    node: true,
  },
  client: { folders: ["core", "io"], packages: ["undici"], node: true },
  commands: {
    folders: ["core", "io", "setup", "stage"],
    lazy: ["agents", ...STAGES, "daemon.ts", "consola", "string-width"],
    packages: ["citty"],
    node: true,
  },
  setup: {
    folders: ["core", "agents", "io"],
    packages: ["@clack/prompts", "diff", "jsonc-parser", "smol-toml"],
    node: true,
  },
  stage: { folders: ["core", "agents", "io"], node: true },
  "cli.ts": { folders: ALL, packages: ["citty"], lazy: ["consola"], node: true },
  "daemon.ts": { folders: ALL, node: true },
};

/** Files that may import what their folder may not. */
const FILE_MAY_IMPORT: Record<string, readonly string[]> = {
  "agents/index.ts": ["node:fs", "node:path", "node:url"],
  "agents/_pattern.ts": ["re2js"],
  "workers/pool.ts": ["piscina"],
};

/** The only files that may compute what they import: nobody can check the rest. */
const COMPUTED_IMPORT = ["agents/index.ts"];

/** Each costs a command tens of milliseconds. */
const HEAVY =
  /^(?:zod|ohash|consola|undici|hono|@hono\/node-server|piscina|chokidar|jsonc-parser|diff|smol-toml|re2js|node:sqlite|agents\/.*)$/;
/** Commands for which those milliseconds do not matter. */
const SLOW_COMMANDS = ["demo.ts", "setup.ts"];

const MAX_LINES = 220;
/** File → why it is longer. */
const LONGER: Record<string, string> = {
  "agents/claude/dialogs.ts": "recorded screens, one example a rule: data",
  "agents/codex/dialogs.ts": "recorded screens, one example a rule: data",
  "agents/copilot/examples.ts": "recorded screens, one example a rule: data",
  "agents/gemini/examples.ts": "recorded screens, one example a rule: data",
  "agents/pi/dialogs.ts": "recorded screens, one example a rule: data",
};

type Kind = "static" | "lazy" | "type";
interface Edge {
  kind: Kind;
  /** A package, `node:x`, a path below `src`, or null when it is computed. */
  to: string | null;
}
interface File {
  path: string;
  lines: number;
  edges: Edge[];
  /** Where it decides by an agent's name. */
  names: string[];
}

const tree = readTree(join(import.meta.dirname, "..", "src"));

describe("src", () => {
  it("imports only what its folder may", () => {
    expect(tree.length).toBeGreaterThan(0);
    expect(tree.flatMap(findImportDefects)).toEqual([]);
  });

  it("asks for no agent by name outside of src/agents and src/stage", () => {
    expect(tree.flatMap(({ path, names }) => names.map((name) => `${path}: ${name}`))).toEqual([]);
  });

  it(`has no file over ${MAX_LINES} lines`, () => {
    expect(findLongFiles(tree)).toEqual([]);
  });

  const oneShot = tree
    .map(({ path }) => path)
    .filter((path) => /^(?:cli\.ts|commands\/[^_]+\.ts)$/.test(path))
    .filter((path) => !SLOW_COMMANDS.includes(basename(path)));
  it.each(oneShot)("%s loads nothing heavy", (path) => {
    expect(findHeavy(tree, path)).toEqual([]);
  });

  it.each(["cli.ts", "commands/list.ts", "commands/_table.ts"])(
    "%s imports no module of Node's: see io/client.ts",
    (path) => {
      expect(findHeavy(tree, path, /^node:/)).toEqual([]);
    },
  );
});

/** The judge is judged too: each of these has one defect, and it is found. */
describe("finds", () => {
  it.each([
    ["core/a.ts", 'import { x } from "../io/x.ts";', "import io/x.ts"],
    ["core/a.ts", 'export * from "../io/x.ts";', "import io/x.ts"],
    ["core/a.ts", 'export { x } from "../io/x.ts";', "import io/x.ts"],
    ["core/a.ts", 'import {\n  x,\n} from\n  "node:fs";', "import node:fs"],
    ["io/a.ts", 'import "piscina";', "import piscina"],
    ["io/a.ts", 'const x = () => import("../api/x.ts");', "lazily import api/x.ts"],
    ["core/a.ts", 'type T = typeof import("node:fs");', "know the type of node:fs"],
    ["api/a.ts", 'import type { X } from "../io/x.ts";', "know the type of io/x.ts"],
    // With `verbatimModuleSyntax` the module is loaded all the same, for nothing.
    ["api/a.ts", 'import { type X } from "../actions/x.ts";', "import actions/x.ts"],
    ["commands/a.ts", 'import { x } from "../agents/x.ts";', "import agents/x.ts"],
    ["commands/a.ts", 'import { x } from "consola/utils";', "import consola"],
    ["workers/a.ts", 'import { x } from "../pipeline/store.ts";', "import pipeline/store.ts"],
    ["workers/a.ts", 'import x from "piscina";', "import piscina"],
    ["core/a.ts", 'import x from "../../package.json";', "import ../package.json"],
    ["core/a.ts", "const x = (y: string) => import(y);", "compute what it imports"],
    ["misc/a.ts", "", "stand in a folder that the table does not know"],
  ])("%s: %s", (path, code, what) => {
    expect(plant({ [path]: code }).flatMap(findImportDefects)).toEqual([`${path} may not ${what}`]);
  });

  it.each([
    'if (agent === "claude") x();',
    'x = "codex" != s.agent;',
    'switch (agent) { case "claude": break; }',
    'x = ["claude"].includes(agent);',
    "const x = { claude: 1, codex: 2 };",
  ])("%s", (code) => {
    const planted = plant({
      "agents/claude.ts": "",
      "agents/codex/index.ts": "",
      "core/a.ts": code,
    });
    expect(planted.flatMap(({ names }) => names)).toHaveLength(1);
  });

  it("a heavy package behind two files", () => {
    const planted = plant({
      "commands/list.ts": 'import { a } from "../core/a.ts";\nconst x = () => import("ohash");',
      "core/a.ts": 'export { b } from "./b.ts";\nimport type { C } from "hono";',
      "core/b.ts": 'import { z } from "zod";',
    });
    expect(findHeavy(planted, "commands/list.ts")).toEqual(["core/b.ts imports zod"]);
  });

  it("a long file", () => {
    const planted = plant({
      "core/a.ts": "\n".repeat(MAX_LINES),
      "core/b.ts": "\n".repeat(MAX_LINES + 1),
    });
    expect(findLongFiles(planted)).toEqual([`core/b.ts has ${MAX_LINES + 1} lines`]);
  });

  it("nothing where nothing is wrong", () => {
    const planted = plant({
      "core/a.ts": '// import "node:fs"\nexport const x = \'import "io"\';',
      "agents/index.ts":
        'import { readdirSync } from "node:fs";\nconst x = (y: string) => import(y);',
      "pipeline/a.ts":
        'import type { X } from "../workers/pool.ts";\nimport { x } from "../core/a.ts";',
      "commands/a.ts":
        'const x = () => import("../agents/index.ts");\nconst y = () => import("consola");',
      "workers/pool.ts": 'import { Piscina } from "piscina";\nimport { cpus } from "node:os";',
      "cli.ts": 'const x = { list: () => import("./commands/list.ts") };',
    });
    expect(planted.flatMap(findImportDefects)).toEqual([]);
    expect(planted.flatMap(({ names }) => names)).toEqual([]);
  });
});

function findImportDefects({ path, edges }: File): string[] {
  const home = path.split("/")[0]!;
  const rule = MAY_IMPORT[home];
  if (!rule) return [`${path} may not stand in a folder that the table does not know`];

  return edges.flatMap(({ kind, to }) => {
    if (to === null)
      return COMPUTED_IMPORT.includes(path) ? [] : [`${path} may not compute what it imports`];
    const folder = to.split("/")[0]!;
    const allowed = [
      home,
      ...(rule.folders ?? []),
      ...(rule.packages ?? []),
      ...(FILE_MAY_IMPORT[path] ?? []),
      ...(kind === "type" ? (rule.types ?? []) : []),
      ...(kind === "static" ? [] : (rule.lazy ?? [])),
    ];
    if (allowed.includes(folder) || allowed.includes(to)) return [];
    if (rule.node && to.startsWith("node:")) return [];
    const verb = { static: "import", lazy: "lazily import", type: "know the type of" }[kind];
    return [`${path} may not ${verb} ${to}`];
  });
}

/** Walks what is loaded together with a file, before a line of it runs. */
function findHeavy(files: readonly File[], start: string, pattern = HEAVY): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set([start]);
  const heavy: string[] = [];
  for (const path of seen) {
    for (const { kind, to } of byPath.get(path)?.edges ?? []) {
      if (kind !== "static" || to === null) continue;
      if (pattern.test(to)) heavy.push(`${path} imports ${to}`);
      seen.add(to);
    }
  }
  return heavy;
}

function findLongFiles(files: readonly File[]): string[] {
  return files
    .filter(({ path, lines }) => lines > MAX_LINES && !LONGER[path])
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function readTree(src: string): File[] {
  const paths = globSync("**/*.ts", { cwd: src }).toSorted();
  const agents = new Set(
    paths.flatMap((path) => /^agents\/([^_/]+?)(?:\/index)?\.ts$/.exec(path)?.[1] ?? []),
  );
  for (const helper of ["index", "define"]) agents.delete(helper);

  return paths.map((path) => {
    const text = readFileSync(join(src, path), "utf8");
    const judged = !/^(?:agents|stage)\//.test(path);
    return {
      path,
      lines: text.split("\n").length - 1,
      ...readCode(path, text, judged ? agents : new Set()),
    };
  });
}

function readCode(
  path: string,
  text: string,
  agents: ReadonlySet<string>,
): Pick<File, "edges" | "names"> {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);

  const edges: Edge[] = [];
  const names: string[] = [];
  const add = (kind: Kind, specifier: unknown): void => {
    edges.push({ kind, to: typeof specifier === "string" ? resolve(path, specifier) : null });
  };
  const isName = (node: unknown): boolean =>
    agents.has(
      (node as { value?: string } | null)?.value ?? (node as { name?: string } | null)?.name ?? "",
    );
  const isNameText = (node: unknown): boolean =>
    (node as { type?: string } | null)?.type === "Literal" && isName(node);
  const note = (node: { start: number; end: number }): void =>
    void names.push(text.slice(node.start, node.end));

  new Visitor({
    ImportDeclaration: (node) =>
      add(node.importKind === "type" ? "type" : "static", node.source.value),
    ExportAllDeclaration: (node) =>
      add(node.exportKind === "type" ? "type" : "static", node.source.value),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.exportKind === "type" ? "type" : "static", node.source.value);
    },
    ImportExpression: (node) =>
      add("lazy", node.source.type === "Literal" ? node.source.value : null),
    TSImportType: (node) => add("type", node.source.value),
    BinaryExpression: (node) => {
      if (/^[!=]==?$/.test(node.operator) && (isNameText(node.left) || isNameText(node.right)))
        note(node);
    },
    SwitchCase: (node) => {
      if (isNameText(node.test)) note(node);
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== "MemberExpression" || callee.object.type !== "ArrayExpression") return;
      if (callee.object.elements.some(isNameText)) note(callee);
    },
    // One name as a key may be a word like any other (`cursor`); two are a table of agents.
    ObjectExpression: (node) => {
      const keys = node.properties.filter((each) => each.type === "Property" && isName(each.key));
      if (keys.length > 1) note(node);
    },
  }).visit(program);
  return { edges, names };
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith("node:")) return specifier;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function plant(files: Record<string, string>): File[] {
  const src = mkdtempSync(join(tmpdir(), "ccmux-architecture-"));
  onTestFinished(() => rmSync(src, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true });
    writeFileSync(join(src, path), text);
  }
  return readTree(src);
}
