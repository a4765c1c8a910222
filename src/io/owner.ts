import { AppError } from "../core/errors.ts";

// See `client.ts` for why they are not imported.
const { lstatSync } = process.getBuiltinModule("node:fs");
const { dirname } = process.getBuiltinModule("node:path");

/**
 * Why whoever listens at this socket may be somebody else, as the end of "the socket …"; null: nobody but us can
 * have put it there, or it is not there. A folder of root's is as good as ours: `/tmp` lets nobody replace what is ours.
 */
export function foreignSocket(path: string, uid = process.getuid?.()): string | null {
  if (uid === undefined) return null;
  const ownerOf = (one: string): number | null =>
    lstatSync(one, { throwIfNoEntry: false })?.uid ?? null;
  try {
    const [socket, folder] = [ownerOf(path), ownerOf(dirname(path))];
    if (socket !== null && socket !== uid) return `${path} is user ${socket}'s, not yours`;
    if (socket !== null && folder !== uid && folder !== 0)
      return `${path} lies in a folder of user ${folder}'s, not yours`;
    return null;
  } catch {
    return null; // It can't be looked at, nor connected to.
  }
}

/** Somebody else may listen there, and would hear what we say. */
export function checkOwner(socketPath: string): AppError | null {
  const why = foreignSocket(socketPath);
  const hint = "Remove it, or set CCMUX_HOME (or XDG_RUNTIME_DIR) to a folder of yours.";
  return why === null ? null : new AppError("E_UNAVAILABLE", `The socket ${why}.`, hint);
}
