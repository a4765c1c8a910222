import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import codex from "../../../src/agents/codex/index.ts";

/** What Codex 0.171.0 wrote down of ccmux's hooks when it was told to trust them all. */
const RECORDED = {
  SessionStart: "fac8772313a8eb0543feb170000da28c174a5a8d98e6f148adea184160c23117",
  UserPromptSubmit: "97f0ad8a42606d70720eb43a76e0c21c84a418ec7cb6756381015d879123d790",
  PreToolUse: "45d67f4db7e3d9f88536f5269da6528c28eaf5f28aab45d3cf1ee8598d6dabc3",
  PermissionRequest: "47e443f7bac2069316691f182439ce70e5c911d81626667cb0ae7ed264b4bfb7",
  PostToolUse: "6bd7e937506873c60aa0604425f6aad012cfd296859292724bfddaa128e1d603",
  Stop: "190951d19af31af409c55ed8cb404bb4b2d9d80e36fb0ebc2565cf548132f62e",
  SessionEnd: "615d6e2fdbd4040ce405e6f01cce78d6993d4f0e92557724b6a95e0417ea732b",
};
const FILE = "/home/dev/.codex/hooks.json";
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

it("takes for trusted what the real one took for trusted", () => {
  const nameOf = (event: string): string => event.replace(/\B[A-Z]/g, "_$&").toLowerCase();
  const state = Object.fromEntries(
    Object.entries(RECORDED).map(([event, digest]) => [
      `${FILE}:${nameOf(event)}:0:0`,
      { trusted_hash: `sha256:${digest}` },
    ]),
  );
  const hooks = Object.keys(RECORDED).map((event) => {
    const command = `/tmp/ccmux/hooks/ccmux-hook.sh codex ${event}`;
    return { event, command, files: [FILE], group: 0, index: 0, hash };
  });
  const { read } = codex.setup!.gate!;
  expect(read({ hooks: { state } }, hooks).untrusted).toEqual([]);
  expect(read({}, hooks).untrusted).toEqual(Object.keys(RECORDED));
});
