import { expect, it } from "vitest";
import { isSameText } from "../../src/core/same-text.ts";

it.each([
  ["git push", "git push"],
  ["git\n  push", "git push"],
  ["hello.txt", "/home/dev/project/hello.txt"],
  ["Plan of it", "# Plan of it"],
  ["make all ta…", "make all targets"],
])("%j is %j", (drawn, said) => {
  expect(isSameText(drawn, said)).toBe(true);
});

it.each([
  ["git push", "git push --force"],
  ["git push --force", "git push"],
  ["rm -rf / tmp", "rm -rf /tmp"],
  ["tmp", "rm -rf /tmp"],
  ["o.txt", "/home/dev/hello.txt"],
  [null, "ls"],
])("%j is not %j", (drawn, said) => {
  expect(isSameText(drawn, said)).toBe(false);
});
