import { expect, it } from "vitest";
import { findNear } from "../../src/core/near.ts";

const KEYS = ["tmuxSockets", "scanMs", "idleScanMs", "discovery", "agents"];

it.each([
  ["scanms", "scanMs"],
  ["scnaMs", "scanMs"],
  ["tmuxSocket", "tmuxSockets"],
  ["discovry", "discovery"],
  ["agent", "agents"],
  ["scan", "scanMs"],
  ["colour", null],
  ["", null],
])("%j may mean %j", (word, meant) => {
  expect(findNear(word, KEYS)).toBe(meant);
});

it.each([
  ["lsit", "list"],
  ["kil", "kill"],
  ["x", null],
])("the command %j may mean %j", (word, meant) => {
  expect(findNear(word, ["list", "kill", "wait"])).toBe(meant);
});
