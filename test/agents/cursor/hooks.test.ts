import { describe } from "vitest";
import { hooks } from "../../../src/agents/cursor/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

// Nobody has recorded any: what is said of them is in the examples.
describe("Cursor's hooks", () => {
  checkHooks(hooks, "cursor", {});
});
