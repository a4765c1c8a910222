import { expect, it } from "vitest";
import { isTmuxNewEnough } from "../../src/core/tmux-version.ts";

it.each([
  ["tmux 3.2", true],
  ["tmux 3.3a\n", true],
  ["tmux next-3.6", true],
  ["tmux 3.5-rc", true],
  ["tmux 4.0", true],
  ["3.2a", true],
  ["tmux 3.10", true],
  ["tmux 3.1c", false],
  ["tmux 2.9a", false],
  ["next-3.1", false],
  ["tmux master", null],
  // A version of OpenBSD's own counting.
  ["tmux openbsd-7.4", null],
  ["", null],
])("%j → %s", (text, isNew) => {
  expect(isTmuxNewEnough(text)).toBe(isNew);
});
