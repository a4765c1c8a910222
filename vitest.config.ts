import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests' own world. What a developer's shell points at, or the tmux he sits in, is none of it;
// and a test that forgets to say where its home is must not find that of a person.
for (const name of Object.keys(process.env)) {
  if (/^(?:TMUX|CCMUX_)/.test(name)) delete process.env[name];
}
process.env.CCMUX_HOME = join(tmpdir(), `ccmux-test-${process.pid}`);

/** Tests that need more than npm and tmux, or minutes, by the mode that runs them: `vitest run --mode system`. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  system: ["test/system/**/*.test.ts", "test/fuzz/**/*.test.ts"],
  // Minutes, and bounds of seconds: for a machine that does nothing else. `npm run test:faults` deals them at random.
  faults: ["test/faults/**/*.test.ts"],
  long: ["test/**/*.long.test.ts"],
};

export default defineConfig(({ mode }) => {
  const files = FILES[mode];
  const system = files !== undefined;
  return {
    test: {
      include: files ? [...files] : ["test/**/*.test.ts"],
      exclude: files ? [] : Object.values(FILES).flat(),
      // Files start processes and tmux servers: a process of its own for each, few at a time.
      pool: "forks",
      isolate: true,
      maxWorkers: 2,
      testTimeout: system ? 180_000 : 60_000,
      hookTimeout: system ? 240_000 : 120_000,
      teardownTimeout: 10_000,
      passWithNoTests: false,
    },
  };
});
