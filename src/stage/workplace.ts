import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../core/errors.ts";
import { PANE_SCRIPT } from "./pane.ts";

/** The folder that a stage lives in, and nothing of a stage lives elsewhere. */
export interface Workplace {
  dir: string;
  /** The stand-ins' `HOME`. */
  home: string;
  /** Their projects. */
  work: string;
  socket: string;
  /** Removes what the stage made: the folder too, unless it was there before. */
  remove(): void;
}

/** A Unix socket's path has 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_BYTES = 100;

/** @throws AppError E_UNAVAILABLE when the path is too long for a socket or another stage is there */
export function createWorkplace(folder: string | undefined): Workplace {
  const made = folder === undefined || !existsSync(folder);
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dir = realpathSync(folder ?? mkdtempSync(join(tmpdir(), "ccmux-")));
  const socket = join(dir, "tmux.sock");
  const own = ["bin", "gates", "home", "pane.sh", "tmux.sock", "work"];
  const remove = (): void => {
    for (const path of made ? [dir] : own.map((name) => join(dir, name))) {
      rmSync(path, { recursive: true, force: true });
    }
  };
  if (existsSync(socket)) {
    throw new AppError(
      "E_UNAVAILABLE",
      `There is a stage in ${dir} already.`,
      "Use another folder.",
    );
  }
  const bytes = Buffer.byteLength(socket);
  if (bytes > MAX_SOCKET_BYTES) {
    remove();
    const message = `The socket's path would be ${bytes} bytes long, at most ${MAX_SOCKET_BYTES} work: ${socket}`;
    throw new AppError("E_UNAVAILABLE", message, "Set TMPDIR to a shorter folder.");
  }
  for (const name of ["bin", "gates", "home", "work"])
    mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, "pane.sh"), PANE_SCRIPT);
  return { dir, home: join(dir, "home"), work: join(dir, "work"), socket, remove };
}
