/** What npm, git and a person's shell make of this repository, before a line of `src` runs. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "..");
const manifest = readJson("package.json");
const lock = readJson("package-lock.json");
const NEEDED = "22.22";

describe("package.json", () => {
  it("has a version and pins every package to one", () => {
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it("asks for the Node that the launcher and the bootstrap ask for", () => {
    expect(manifest.engines.node).toBe(`>=${NEEDED}`);
    for (const file of ["bin/entry.mjs", "bin/bootstrap.mjs"]) {
      expect(readText(file)).toContain(`const NEEDED = [${NEEDED.replace(".", ", ")}];`);
    }
  });

  it("has the scripts that the README and .ci/run name", () => {
    const named = `${existsSync(join(root, "README.md")) ? readText("README.md") : ""}${readText(".ci/run")}`;
    // Rows of the demo's picture are other people's commands.
    const ours = named.replace(/^[▲●○?] .*$/gm, "");
    const scripts = [...ours.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(scripts).toContain("test:system");
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it("packs what the command needs, and nothing of the workshop", () => {
    const packed = run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]);
    const files = JSON.parse(packed.stdout)[0].files.map(({ path }: { path: string }) => path);
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "bin/ccmux", "bin/entry.mjs", "package.json"]),
    );
    expect(files).toEqual(
      expect.arrayContaining([
        "completions/ccmux.bash",
        "completions/_ccmux",
        "completions/ccmux.fish",
        manifest.man.slice(2),
      ]),
    );
    expect(
      files.filter((path: string) => /^(?:src|test|bench|generate|\.ci)\//.test(path)),
    ).toEqual([]);
    expect(manifest.files).toContain("dist");
    expect(readText("LICENSE")).toMatch(/^MIT License/);
  });

  it("copies into the build what the compiler leaves out", () => {
    const copied = [...manifest.scripts.build.matchAll(/cp -R (\S+)/g)].map(
      ([, path]) => `${path}/`,
    );
    const data = globSync("src/*/**/*.!(ts)", { cwd: root });
    expect(data).toContain("src/setup/hooks/ccmux-hook.sh");
    expect(data.filter((file) => !copied.some((path) => file.startsWith(path)))).toEqual([]);
  });
});

describe("package-lock.json", () => {
  it("is the lock of this package.json", () => {
    const { version, dependencies, devDependencies, engines, bin } = manifest;
    expect(lock.packages[""]).toMatchObject({
      version,
      dependencies,
      devDependencies,
      engines,
      bin,
    });
  });

  it("names no registry, so that any will do, and a checksum for each package", () => {
    expect(readText("package-lock.json")).not.toMatch(/"resolved"|registry\./);
    const entries = Object.entries<{ integrity?: string }>(lock.packages).filter(([name]) => name);
    expect(entries.filter(([, { integrity }]) => !integrity)).toEqual([]);
  });
});

describe("scripts of the shell", () => {
  it.each([
    ["sh", "bin/ccmux"],
    ["sh", "src/setup/hooks/ccmux-hook.sh"],
    ["bash", ".ci/run"],
  ])("%s reads %s, which may be run", (shell, file) => {
    expect(run(shell, ["-n", file])).toMatchObject({ status: 0, stderr: "" });
    expect(statSync(join(root, file)).mode & 0o111).toBe(0o111);
  });
});

describe("bin/ccmux", () => {
  it("runs the checkout through a chain of links, absolute and relative", () => {
    const dir = makeFolder();
    mkdirSync(join(dir, "with space"));
    symlinkSync(join(root, "bin/ccmux"), join(dir, "with space/first"));
    symlinkSync("with space/first", join(dir, "second"));
    symlinkSync(join(dir, "second"), join(dir, "ccmux"));
    const env = { ...process.env, PATH: `${dir}${delimiter}/usr/bin${delimiter}/bin` };
    expect(run("ccmux", ["--version"], { cwd: "/", env })).toEqual({
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it("hands its arguments over as they are", () => {
    const { file } = plantLauncher("console.log(JSON.stringify(process.argv.slice(2)))");
    const args = ["send", "", "a b", "*", "$HOME", "'\"", "--", "-x"];
    expect(JSON.parse(run(file, args).stdout)).toEqual(args);
  });

  it("takes the checkout's own Node, once, and asks it for nothing else", () => {
    const { file, dir } = plantLauncher("console.log(process.env.OWN)");
    const own = join(dir, "node_modules/.bin/node");
    writeScript(own, `echo "$*" >>"${dir}/starts"; OWN=yes exec "${process.execPath}" "$@"`);
    expect(run(file, ["list"]).stdout).toBe("yes\n");
    expect(readFileSync(join(dir, "starts"), "utf8")).toBe(`${dir}/bin/../bin/entry.mjs list\n`);
  });

  it("takes the Node on PATH where the own one was never fetched", () => {
    const { file, dir } = plantLauncher("console.log(process.execPath)");
    mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
    symlinkSync("../node/bin/node", join(dir, "node_modules/.bin/node"));
    const env = { PATH: `${dirname(process.execPath)}${delimiter}/usr/bin${delimiter}/bin` };
    expect(run(file, [], { env }).stdout).toBe(`${process.execPath}\n`);
  });

  it("says in one line that there is no Node, as JSON when asked for JSON", () => {
    const { file, dir } = plantLauncher("");
    const env = { PATH: plantTools(dir, "readlink") };
    symlinkSync(file, join(dir, "link"));
    const plain = run(join(dir, "link"), ["send", "x", "--", "--json"], { env });
    expect(plain).toMatchObject({ status: 69, stdout: "" });
    expect(plain.stderr).toMatch(/^ccmux: There is no Node\.js on PATH.*22\.22.*\n$/);

    const json = run(file, ["list", "--json"], { env });
    expect(json.status).toBe(69);
    expect(JSON.parse(json.stderr).error).toMatchObject({ code: "E_UNAVAILABLE" });
  });
});

describe("bin/entry.mjs", () => {
  it("runs what is written in a checkout, never an old build, and the build in a package", () => {
    const dir = plantEntry();
    expect(runEntry(dir)).toEqual({ status: 0, stdout: "source\n", stderr: "" });
    rmSync(join(dir, "src"), { recursive: true });
    expect(runEntry(dir)).toEqual({ status: 0, stdout: "build\n", stderr: "" });
  });

  it("keeps what Node compiled for a checkout only, and goes without where it can't", () => {
    const dir = plantEntry();
    runEntry(dir, { CCMUX_HOME: join(dir, "home") });
    runEntry(dir, { XDG_CACHE_HOME: join(dir, "xdg") });
    runEntry(dir, { HOME: join(dir, "person") });
    const folders = ["home/cache", "xdg/ccmux", "person/.cache/ccmux"];
    expect(folders.filter((folder) => existsSync(join(dir, folder)))).toEqual(folders);
    expect(runEntry(dir, { CCMUX_HOME: "/dev/null/home" }).stdout).toBe("source\n");

    rmSync(join(dir, "src"), { recursive: true });
    runEntry(dir, { CCMUX_HOME: join(dir, "package") });
    expect(existsSync(join(dir, "package"))).toBe(false);
  });
});

describe("bin/bootstrap.mjs --check", () => {
  it("has nothing to say about a checkout that is ready", () => {
    expect(bootstrap(plantCheckout())).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("says how to get tmux", () => {
    const dir = plantCheckout();
    rmSync(join(dir, "tools/tmux"));
    plantTools(dir, "apt-get");
    const { status, stderr } = bootstrap(dir);
    expect(status).toBe(69);
    expect(stderr).toMatch(
      /^ccmux: tmux is not on PATH\. Install it: (?:sudo )?apt-get install tmux\n$/,
    );
  });

  it("knows a package that is absent, old, or there at all", () => {
    const dir = plantCheckout();
    const file = join(dir, "node_modules/.package-lock.json");
    const installed = JSON.parse(readFileSync(file, "utf8"));
    installed.packages["node_modules/zod"].version = "0.0.1";
    writeFileSync(file, JSON.stringify(installed));
    expect(bootstrap(dir).stderr).toBe("ccmux: Not as package-lock.json says: zod. Run: npm ci\n");

    rmSync(file);
    const { status, stderr } = bootstrap(dir);
    expect(status).toBe(69);
    expect(stderr).toMatch(/^ccmux: Not as package-lock\.json says: \d+ packages\. Run: npm ci\n$/);
  });

  it("is content without an own Node where the one on PATH will do", () => {
    const dir = plantCheckout();
    rmSync(join(dir, "node_modules/.bin/node"));
    expect(bootstrap(dir)).toMatchObject({ status: 0, stderr: "" });
  });

  it("says how to get an own Node that can't run, or is too old", () => {
    const dir = plantCheckout();
    for (const body of ["echo v22.21.1", "exit 1"]) {
      writeScript(join(dir, "node_modules/.bin/node"), body);
      const { status, stderr } = bootstrap(dir);
      expect(status).toBe(69);
      expect(stderr).toContain("Run: npm rebuild node --ignore-scripts=false\n");
    }
  });
});

/** A folder with nothing but the launcher and an entry of one line. */
function plantLauncher(entry: string): { dir: string; file: string } {
  const dir = makeFolder();
  mkdirSync(join(dir, "bin"));
  const file = join(dir, "bin/ccmux");
  cpSync(join(root, "bin/ccmux"), file);
  writeFileSync(join(dir, "bin/entry.mjs"), entry);
  return { dir, file };
}

/** The entry with both things that it may run, each saying which it is. */
function plantEntry(): string {
  const dir = makeFolder();
  for (const folder of ["bin", "src", "dist"]) mkdirSync(join(dir, folder));
  cpSync(join(root, "bin/entry.mjs"), join(dir, "bin/entry.mjs"));
  writeFileSync(join(dir, "package.json"), '{ "type": "module" }');
  writeFileSync(join(dir, "src/cli.ts"), 'console.log("source" as string);');
  writeFileSync(join(dir, "dist/cli.js"), 'console.log("build");');
  return dir;
}

function runEntry(dir: string, env: NodeJS.ProcessEnv = { HOME: dir }): ReturnType<typeof run> {
  return run(process.execPath, [join(dir, "bin/entry.mjs")], { env });
}

/** A checkout as npm leaves it, as far as the bootstrap looks. */
function plantCheckout(): string {
  const dir = makeFolder();
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  for (const file of ["bin", "package-lock.json", "node_modules/.package-lock.json"]) {
    cpSync(join(root, file), join(dir, file), { recursive: true });
  }
  symlinkSync(process.execPath, join(dir, "node_modules/.bin/node"));
  plantTools(dir, "tmux");
  return dir;
}

/** A folder for PATH that holds only links to these programs of the machine, or to `true`. */
function plantTools(dir: string, name: string): string {
  mkdirSync(join(dir, "tools"), { recursive: true });
  const real = globSync([`/usr/bin/${name}`, `/bin/${name}`, "/usr/bin/true", "/bin/true"])[0]!;
  symlinkSync(real, join(dir, "tools", name));
  return join(dir, "tools");
}

function bootstrap(dir: string): ReturnType<typeof run> {
  const args = [join(dir, "bin/bootstrap.mjs"), "--check"];
  return run(process.execPath, args, { env: { PATH: join(dir, "tools") } });
}

function writeScript(file: string, body: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
}

function makeFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "ccmux-package-")));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", ...options });
  if (done.error) throw done.error;
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

// oxlint-disable-next-line typescript/no-explicit-any
function readJson(file: string): any {
  return JSON.parse(readText(file));
}
