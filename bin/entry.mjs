/**
 * The way in for every Node. Plain JavaScript without a static import of ours, so that a Node too
 * old for the rest can still read it and say so.
 */

// See `src/io/client.ts` for why they are not imported; an old Node can't do without.
const builtin = async (name) => process.getBuiltinModule?.(name) ?? (await import(name));
const { existsSync, mkdirSync } = await builtin("node:fs");

const NEEDED = [22, 22];
const [major, minor] = process.versions.node.split(".").map(Number);
const source = new URL("../src/cli.ts", import.meta.url);
const inCheckout = existsSync(source);

if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) await start();
else refuse();

async function start() {
  if (major < 24) silenceSqlite();
  // Keeps the stripped types: `list` from source takes 77 ms of CPU with it and 222 without. From
  // `dist` it gains nothing (71 and 72), so a package leaves no files behind.
  const cache = inCheckout ? makePrivate(cacheFolder()) : null;
  if (cache) (await builtin("node:module")).enableCompileCache(cache);
  // A checkout runs what is written there: its `dist`, if any, is as old as the last build.
  await import(inCheckout ? source.href : new URL("../dist/cli.js", import.meta.url).href);
}

function refuse() {
  const message = `Node ${process.versions.node} is too old: ccmux needs ${NEEDED.join(".")} or newer.`;
  const hint = inCheckout
    ? "Run `npm ci` in the checkout, which brings a Node of its own."
    : "Install a newer one from https://nodejs.org and put it first on PATH.";
  const args = process.argv.slice(2);
  const flags = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const error = { code: "E_UNAVAILABLE", message, hint };
  process.stderr.write(
    flags.includes("--json") ? `${JSON.stringify({ error })}\n` : `ccmux: ${message}\n${hint}\n`,
  );
  process.exitCode = 69;
}

/** Node 22 calls its SQLite an experiment, in the middle of our output. Other warnings stay. */
function silenceSqlite() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (rest[0] === "ExperimentalWarning" && String(warning).startsWith("SQLite ")) return;
    emitWarning.call(process, warning, ...rest);
  };
}

/** Compiled code is run as it is found: nobody else may write there, whatever the umask says. Null: it can't be made. */
function makePrivate(folder) {
  try {
    makeFolders(folder);
    return folder;
  } catch {
    return null;
  }
}

/** Node's own way of that never ends where one above can't be made, as below `/proc`. */
function makeFolders(folder) {
  if (existsSync(folder)) return;
  makeFolders(folder.slice(0, folder.lastIndexOf("/")) || "/");
  mkdirSync(folder, { mode: 0o700 });
}

/** Where Node keeps what it compiled. It can only be in vain: a folder we may not write is ignored. */
function cacheFolder() {
  const { CCMUX_HOME, HOME, XDG_CACHE_HOME } = process.env;
  if (CCMUX_HOME?.startsWith("/")) return `${CCMUX_HOME}/cache`;
  return `${XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : `${HOME || process.getBuiltinModule("node:os").homedir()}/.cache`}/ccmux`;
}
