import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What ccmux, its launcher and its shims may call. */
const NAMES = ["sh", "env", "node", "readlink", "tmux", "ps", "lsof", "git"];
/** Absolute, because the PATH of whoever runs them has none of these. */
const tool = (name: string): string => which(name);

/** Ways in which a program may fail, as lines of `sh`. `missing` is none: then there is no file. */
export const FAULTS = {
  hangs: () => `exec ${tool("sleep")} 60`,
  garbage: () => `exec ${tool("head")} -c 65536 /dev/urandom`,
  floods: () => `exec ${tool("head")} -c 104857600 /dev/zero`,
} as const;
export type Fault = keyof typeof FAULTS | "missing";

/** The only folder on ccmux's PATH: programs in it can be broken while it runs. */
export interface ProgramFolder {
  readonly path: string;
  break(name: string, fault: Fault): void;
  mend(name: string): void;
}

export function createProgramFolder(path: string): ProgramFolder {
  mkdirSync(path);
  const mend = (name: string): void => {
    rmSync(join(path, name), { force: true });
    symlinkSync(name === "node" ? process.execPath : which(name), join(path, name));
  };
  for (const name of NAMES) mend(name);
  return {
    path,
    mend,
    break(name, fault) {
      const file = join(path, name);
      rmSync(file, { force: true });
      if (fault === "missing") return;
      writeFileSync(file, `#!/bin/sh\n${FAULTS[fault]()}\n`);
      chmodSync(file, 0o755);
    },
  };
}

function which(name: string): string {
  return execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
}
