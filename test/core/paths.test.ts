import { expect, it } from "vitest";
import { checkSocketPath, resolvePaths } from "../../src/core/paths.ts";

it("uses the XDG folders", () => {
  const env = {
    XDG_CONFIG_HOME: "/x/config",
    XDG_STATE_HOME: "/x/state/",
    XDG_RUNTIME_DIR: "/x/run",
  };
  expect(resolvePaths(env, "/h")).toMatchObject({
    config: "/x/config/ccmux/ccmux.json",
    database: "/x/state/ccmux/state.db",
    socket: "/x/run/ccmux/ccmux.sock",
  });
});

it("falls back to the home's folders, and ignores relative values", () => {
  expect(resolvePaths({ XDG_CONFIG_HOME: "relative", CCMUX_HOME: "" }, "/h")).toMatchObject({
    config: "/h/.config/ccmux/ccmux.json",
    lock: "/h/.local/state/ccmux/lock",
    socket: "/h/.local/state/ccmux/run/ccmux.sock",
  });
});

it("puts all of it below CCMUX_HOME", () => {
  const paths = resolvePaths({ CCMUX_HOME: "/c", XDG_RUNTIME_DIR: "/x/run" }, "/h");
  expect(Object.values(paths).every((path) => path.startsWith("/c/"))).toBe(true);
});

it("refuses a socket path that no socket can have, with the fix", () => {
  expect(() => checkSocketPath(`/${"ä".repeat(60)}`)).toThrow("121 bytes");
  expect(checkSocketPath("/run/user/1000/ccmux/ccmux.sock")).toBe(
    "/run/user/1000/ccmux/ccmux.sock",
  );
});
