import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** `npm test` needs npm and tmux only: what tests need beyond is there in CI, where a skipped test fails. */
export function hasPrograms(...names: string[]): boolean {
  return names.every((name) =>
    [...(process.env.PATH?.split(delimiter) ?? []), "/usr/sbin", "/sbin"].some((folder) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}
