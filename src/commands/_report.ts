import { arch, platform, release, userInfo } from "node:os";
import type { SessionJson } from "../core/session.ts";
import { VERSION } from "../core/version.ts";
import type { Check } from "./_check.ts";
import type { Health } from "./_checks.ts";

/** All that helps with a defect, and nothing that is anybody's own. */
export interface Report {
  ccmux: string;
  node: string;
  system: string;
  terminal: Record<string, string | null>;
  checks: Pick<Check, "name" | "state" | "message">[];
  daemon: Pick<Health, "version" | "state" | "counters"> | null;
  /** How many rows there are of a kind: `claude 2.1.332 idle by published, bound by tty`. */
  sessions: Record<string, number>;
}

/** They tell how a terminal draws, and name nobody. */
const VARIABLES = ["TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"];

export function makeReport(
  {
    checks,
    health,
    sessions,
  }: { checks: readonly Check[]; health: Health | null; sessions: readonly SessionJson[] },
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Report {
  const hide = (text: string): string => redact(text, { home, user: userInfo().username });
  const kinds = sessions.map(({ agent, version, status, source, bound }) =>
    hide(`${agent} ${toVersion(version)} ${status} by ${source ?? "nobody"}, bound by ${bound}`),
  );
  return {
    ccmux: VERSION,
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    terminal: Object.fromEntries(VARIABLES.map((name) => [name, env[name] ?? null])),
    checks: checks.map(({ name, state, message }) => ({ name, state, message: hide(message) })),
    daemon: health && {
      version: health.version,
      state: health.state,
      counters: health.counters,
    },
    sessions: Object.fromEntries(
      [...new Set(kinds)]
        .toSorted()
        .map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    ),
  };
}

/** What an agent calls its version may be any text. */
function toVersion(said: string | null): string {
  return said !== null && /^\d[\w.+-]{0,40}$/.test(said) ? said : "?";
}

/** Folders that are the same everywhere. */
const COMMON = /^\/(?:proc|sys|usr|bin|etc|dev)\b/;

/** Without the home, the user's name, other paths, quoted values, and what looks like a key. Pure. */
export function redact(text: string, { home, user }: { home: string; user: string }): string {
  return text
    .replaceAll(/\/(?:[^\s/:,"')]+\/)*[^\s/:,"')]+/g, (path) => {
      if (home !== "/" && (path === home || path.startsWith(`${home}/`)))
        return path.slice(home.length).startsWith("/.") ? `~${path.slice(home.length)}` : "~/…";
      return COMMON.test(path) ? path : "<path>";
    })
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/[A-Za-z0-9_-]{32,}/g, "<long>")
    .replaceAll(
      new RegExp(String.raw`\b${user.replaceAll(/\W/g, String.raw`\$&`)}\b`, "g"),
      "<user>",
    );
}
