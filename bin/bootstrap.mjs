/**
 * Readies a checkout. `npm run demo` installs by it what is missing; `npm test` asks with `--check`
 * and only hears what to do. Plain JavaScript that Node 18 can read: it runs before anything else.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = [22, 22];
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
// npm puts our own `.bin` first, but npm itself must not run on the Node that it is replacing.
const path = (process.env.PATH ?? "").split(delimiter).filter((dir) => dir && dir !== bin);

needTmux();
needPackages(process.argv.includes("--check"));
needNode();

function needTmux() {
  if (path.some((dir) => isExecutable(join(dir, "tmux")))) return;
  const has = (name) => path.some((dir) => isExecutable(join(dir, name)));
  const sudo = process.getuid?.() === 0 ? "" : "sudo ";
  const ways = [
    ["apt-get", `${sudo}apt-get install tmux`],
    ["dnf", `${sudo}dnf install tmux`],
    ["brew", "brew install tmux"],
  ];
  const [, way] = ways.find(([name]) => has(name)) ?? [
    "",
    ways.map(([, line]) => line).join(" | "),
  ];
  stop(`tmux is not on PATH. Install it: ${way}`);
}

function needPackages(checkOnly) {
  const missing = findMissing();
  if (missing.length === 0) return;
  const what = missing.length > 3 ? `${missing.length} packages` : missing.join(", ");
  if (checkOnly) stop(`Not as package-lock.json says: ${what}. Run: npm ci`);

  process.stderr.write(`ccmux: installing ${what} (npm ci)\n`);
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) stop(`\`npm ci\` failed${error ? `: ${error.message}` : ""}. See above.`);
}

/**
 * Packages that are not installed as the lock wants them. By content: time stamps say nothing after
 * a checkout of another branch.
 */
function findMissing() {
  const wanted = readPackages("package-lock.json");
  const installed = readPackages(join("node_modules", ".package-lock.json"));
  return Object.entries(wanted)
    .filter(([name, { optional }]) => name && !(optional && !installed[name]))
    .filter(([name, { version }]) => installed[name]?.version !== version)
    .map(([name]) => name.replace(/^.*node_modules\//, ""));
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

function needNode() {
  const own = join(bin, "node");
  const version = isExecutable(own) ? askVersion(own) : process.versions.node;
  const [major, minor] = version.split(".").map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  stop(
    `Node ${version || "of the checkout"} can't run ccmux, which needs ${NEEDED.join(".")} or newer, and the checkout's own was not installed (ignore-scripts?). Run: npm rebuild node --ignore-scripts=false`,
  );
}

function askVersion(node) {
  if (realpathSync(node) === realpathSync(process.execPath)) return process.versions.node;
  return (spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "").trim().slice(1);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function stop(message) {
  process.stderr.write(`ccmux: ${message}\n`);
  process.exit(69);
}
