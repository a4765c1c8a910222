import { expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";

const { screen } = agents.get("codex")!;
/** As a real one was seen before it asked whether to trust the folder, its title still the shell's. */
const start = (folder: string, ...footer: string[]) => ({
  lines: [
    "",
    "  >_ OpenAI Codex (v0.171.0)",
    `     ${folder}`,
    "",
    "",
    "",
    "› Ask Codex to do anything",
    "",
    ...footer,
  ],
  title: "vm",
  project: "untrusted",
});

it.each(["loading", "~/untrusted"])("a Codex that is still starting (%s) is not idle", (folder) => {
  const reading = screen!.read(start(folder, "  ? for shortcuts"));
  expect(reading).toMatchObject({ status: "unknown", composer: "none" });
  expect(reading.refused[0]?.because).toContain("still starting");
});

it("and is once its model is named", () => {
  const footer = ["  mock-model default · ~/untrusted", "  ← for agents · ? for shortcuts"];
  expect(screen!.read(start("~/untrusted", ...footer))).toMatchObject({
    status: "idle",
    composer: "empty",
  });
});
