import { expect, it } from "vitest";
import { checkHooks } from "../../src/commands/_checks-hooks.ts";

const NONE = { off: null, untrusted: null, hint: "" };
const SCRIPT = { state: "installed" } as const;

/** Claude with these facts about its file. */
const claude = (more: object = {}, now: object = {}) => {
  const standing = { now: { ...NONE, ...now }, after: NONE };
  const file = { path: "~/s.json", state: "installed" as const, events: ["Stop"], standing };
  return { title: "Claude Code", files: [{ ...file, ...more }] };
};

it.each([
  ["no hooks", claude({ events: [], state: "absent" }), "ok", "no agent has any"],
  ["hooks as they should be", claude(), "ok", "Claude Code: 1 events"],
  ["old hooks", claude({ state: "outdated" }), "warning", "not this version's"],
  ["hooks that are off", claude({}, { off: "disableAllHooks" }), "warning", "disableAllHooks"],
  ["hooks without trust", claude({}, { untrusted: ["Stop"] }), "warning", "1 are not trusted yet"],
])("says of %s what they are", (_what, agent, state, message) => {
  const checks = checkHooks([agent], SCRIPT);
  expect(checks).toHaveLength(1);
  expect(checks[0]).toMatchObject({ name: "hooks", state });
  expect(checks[0]!.message).toContain(message);
});

it("misses the script that they run", () => {
  const [, script] = checkHooks([claude()], { state: "absent" });
  expect(script).toMatchObject({
    state: "warning",
    message: expect.stringContaining("is missing"),
  });
  expect(checkHooks([claude({ events: [] })], { state: "absent" })).toHaveLength(1);
});
