import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStage, type Stage } from "../../../src/stage/stage.ts";
import { createLab, type Lab, type LabOptions } from "../lab.ts";

/** What a scenario is given; all of it is removed at its end. */
export interface Tools {
  /** A lab whose ccmux is tied to no tmux server. */
  lab(options?: LabOptions): Promise<Lab>;
  /** One more tmux server. */
  stage(): Stage;
  /** A folder. */
  folder(): string;
}

/** Runs one scenario and prints what it saw as JSON. */
const cleanUps: (() => unknown)[] = [];
const tools: Tools = {
  lab: ({ env, ...options } = {}) =>
    createLab({
      ...options,
      // No default server either, but for one in this folder.
      env: { CCMUX_TMUX_SOCKET: "", TMUX_TMPDIR: tools.folder(), ...env },
      atEnd: (cleanUp) => cleanUps.push(cleanUp),
    }),
  stage() {
    const stage = createStage();
    cleanUps.push(() => stage.close());
    return stage;
  },
  folder() {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "cm-")));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  },
};
const { default: scenario } = await import(`./${process.argv[2]}.ts`);
try {
  process.stdout.write(JSON.stringify(await scenario(tools)));
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
process.exit(0);
