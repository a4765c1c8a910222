import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests' own world. What a developer's shell points at, or the tmux he sits in, is none of it;
// and a test that forgets to say where its home is must not find that of a person.
for (const name of Object.keys(process.env)) {
  if (/^(?:TMUX|CCMUX_)/.test(name)) delete process.env[name];
}
process.env.CCMUX_HOME = join(tmpdir(), `ccmux-test-${process.pid}`);

/** Folders of tests that need more than npm and tmux, or minutes: `--mode system`, `npm run test:system`. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  system: ["system", "fuzz"],
  // Minutes, and bounds of seconds: for a machine that does nothing else. `npm run test:faults`, or `--mode faults`.
  faults: ["faults"],
};
const filesOf = (names: readonly string[]) => names.map((name) => `test/${name}/**/*.test.ts`);

export default defineConfig(({ mode }) => {
  const folders = FOLDERS[mode];
  const system = folders !== undefined;
  return {
    test: {
      include: folders ? filesOf(folders) : ["test/**/*.test.ts"],
      exclude: folders ? [] : filesOf(Object.values(FOLDERS).flat()),
      // Files start processes and tmux servers: a process of its own for each, and few at a time. Most of them wait
      // for what these do: as many as there are processors would leave those idle.
      pool: "forks",
      isolate: true,
      maxWorkers: 4,
      testTimeout: system ? 180_000 : 60_000,
      hookTimeout: system ? 240_000 : 120_000,
      teardownTimeout: 10_000,
      passWithNoTests: false,
    },
  };
});
