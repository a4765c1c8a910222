import { readFileSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { ok, warning, type Check } from "./_check.ts";

/** Whether one more folder can be watched. Linux counts what a user watches, in all programs together. */
export function checkWatches(): Check[] {
  if (process.platform !== "linux") return [];
  const name = "watches";
  const limits = ["instances", "watches"].map((what) => `${readLimit(what)} ${what}`);
  const most = `at most ${limits.join(" and ")}`;
  try {
    watch(tmpdir(), { persistent: false }).close();
    return [ok(name, `inotify has room (${most})`)];
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const limit = code === "EMFILE" ? "max_user_instances" : "max_user_watches";
    return [
      warning(
        name,
        `inotify has no room (${code}; ${most}): what agents write is seen with the next scan only`,
        `Run \`sudo sysctl fs.inotify.${limit}=${code === "EMFILE" ? 1024 : 524_288}\`.`,
      ),
    ];
  }
}

function readLimit(what: string): string {
  try {
    return readFileSync(`/proc/sys/fs/inotify/max_user_${what}`, "utf8").trim();
  } catch {
    return "?";
  }
}

/** FR-024: we call tmux with `-u`, but a terminal shows our signs only where it takes UTF-8. Pure. */
export function checkLocale(env: Readonly<Record<string, string | undefined>>): Check {
  const name = "locale";
  // The first that says something counts, as for every program.
  const variable = ["LC_ALL", "LC_CTYPE", "LANG"].find((one) => env[one]);
  const value = variable === undefined ? "none is set" : `${variable}=${env[variable]}`;
  if (variable !== undefined && /utf-?8/i.test(env[variable]!)) return ok(name, value);
  return warning(
    name,
    `${value}: a terminal may show ▲ ● ○ as other signs`,
    "Set LANG to one with UTF-8, such as C.UTF-8; `locale -a` lists them.",
  );
}
