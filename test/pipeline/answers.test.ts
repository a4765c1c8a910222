import { expect, it } from "vitest";
import { createAnswers } from "../../src/pipeline/answers.ts";
import { session } from "../session.ts";

const asking = session("a", {
  status: "waiting",
  attention: { kind: "permission", tool: null, text: "ls", since: 100, generation: "g" },
});

it("a dialog is open until it was answered; one that came later is another one", () => {
  const answers = createAnswers({ rows: new Map([["a", asking]]) });
  expect(answers.dialog("a")?.generation).toBe("g");
  expect([answers.dialog("b"), answers.of("a")]).toEqual([null, null]);
  answers.add("a", { pressedAt: 99, goneAt: 99 });
  expect(answers.dialog("a")).not.toBeNull();
  answers.add("a", { pressedAt: 150, goneAt: 200 });
  expect([answers.dialog("a"), answers.of("a")]).toEqual([null, { pressedAt: 150, goneAt: 200 }]);
  answers.keep(new Map());
  expect(answers.of("a")).toBeNull();
});
