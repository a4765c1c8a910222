import { AppError } from "../core/errors.ts";
import { resolvePaths, type Paths } from "../core/paths.ts";
import { DaemonUnreachable, request, type Request } from "../io/client.ts";

export function ourHome(): string {
  // `node:os` costs a one-shot command 2 ms, and nearly everybody has a HOME.
  return process.env.HOME || process.getBuiltinModule("node:os").homedir();
}

export function ourPaths(): Paths {
  return resolvePaths(process.env, ourHome());
}

/**
 * Asks the daemon, and starts it first when none runs.
 * @throws AppError
 */
export async function ask<T>(question: Request): Promise<T> {
  return JSON.parse(await askText(question)) as T;
}

export async function askText(question: Request): Promise<string> {
  const paths = ourPaths();
  const asked = { ...question, headers: { ...callerHeaders(), ...question.headers } };
  try {
    return await request(paths.socket, asked);
  } catch (error) {
    if (!(error instanceof DaemonUnreachable)) throw error;
    const { reachDaemon } = await import("../io/start-daemon.ts");
    return request(await reachDaemon(paths), asked);
  }
}

/**
 * The path of a session's route.
 * @throws AppError for a reference that no path can hold
 */
export function sessionPath(ref: string, tail?: string): string {
  if (ref.trim() === "")
    throw new AppError("E_USAGE", "The <ref> is empty.", "Run `ccmux list` to see what there is.");
  if (ref === "." || ref === "..")
    throw new AppError(
      "E_NOT_FOUND",
      `No session matches "${ref}".`,
      "Run `ccmux list` to see what there is.",
    );
  return `/v1/sessions/${encodeURIComponent(ref)}${tail === undefined ? "" : `/${tail}`}`;
}

/** Who asks and from where: for `self`, "nearest" and `--here`. */
export function callerHeaders(env = process.env): Record<string, string> {
  const headers: Record<string, string> = {};
  try {
    headers["ccmux-cwd"] = encodeURIComponent(process.cwd());
  } catch {
    // It was removed under us.
  }
  const server = env.TMUX?.split(",")[0];
  if (server) headers["ccmux-server"] = encodeURIComponent(server);
  if (env.TMUX_PANE) headers["ccmux-pane"] = encodeURIComponent(env.TMUX_PANE);
  return headers;
}

/** `{a: 1, b: ["x", "y"]}` → `?a=1&b=x&b=y`; what is undefined is left out. */
export function query(
  params: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}
