import { describe } from "vitest";
import { hooks } from "../../../src/agents/antigravity/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

// Nobody has recorded any: what is said of them is in the examples.
describe("Antigravity's hooks", () => {
  checkHooks(hooks, "antigravity", {});
});
