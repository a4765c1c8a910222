import { fields } from "../_fields.ts";
import type { PlacedHook, SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["codex"],
  gains: "permissions and questions in its own words, and the end of a turn at once",
  folder: (env, home) => env.CODEX_HOME || `${home}/.codex`,
  place: {
    kind: "json",
    file: "hooks.json",
    at: ["hooks"],
    group: {},
    hook: (command) => ({ type: "command", command }),
  },
  // Before that they had to be switched on in its config, which ccmux never writes.
  from: "0.130.0",
  gate: {
    file: "config.toml",
    format: "toml",
    read(config, hooks) {
      const off = fields(config.features).hooks === false ? "[features] hooks = false" : null;
      const records = fields(fields(config.hooks).state);
      const untrusted = hooks.filter((hook) => !isTrusted(hook, records)).map(({ event }) => event);
      const hint = off
        ? "Take that line out to have them run."
        : 'Start codex and choose "Trust all and continue", or look at them with /hooks first.';
      return { off, untrusted, hint };
    },
  },
};

/** It writes down a hash of what it was told to trust, by where that stands: moved or altered, it is new. */
function isTrusted(
  { event, command, files, group, index, hash }: PlacedHook,
  records: Readonly<Record<string, unknown>>,
): boolean {
  const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
  // As it fills in what is not said, with the keys in alphabetical order. Seconds: its own end waits for no hook longer.
  const timeout = event === "SessionEnd" ? 1 : 600;
  const hook = { async: false, command, timeout, type: "command" };
  const expected = `sha256:${hash(JSON.stringify({ event_name: name, hooks: [hook] }))}`;
  return files.some((file) => {
    const { trusted_hash, enabled } = fields(records[`${file}:${name}:${group}:${index}`]);
    return trusted_hash === expected && enabled !== false;
  });
}
