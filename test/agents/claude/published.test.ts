import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { agents } from "../../../src/agents/index.ts";

const { read, folder } = agents.get("claude")!.published!;

interface Line {
  did?: string;
  removed?: boolean;
  state?: Record<string, unknown>;
}

const lines: readonly Line[] = readFileSync(
  new URL("../../rig/published/claude-2.1.332.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

it("follows a recorded session", () => {
  const story = lines.flatMap(({ did, state }) => {
    if (did) return [`> ${did.slice(0, 27)}`];
    const word = state && read(state);
    return word ? [[word.status, word.ask?.kind].filter(Boolean).join(" ")] : [];
  });
  expect(story.join("\n")).toMatchInlineSnapshot(`
    "idle
    > sent: think:2
    working
    idle
    > sent: bash:touch a.txt
    working
    waiting permission
    > key: Enter
    working
    idle
    > sent: bash:touch b.txt
    working
    waiting permission
    > key: Escape
    idle
    > sent: ask:Which colour do y
    working
    waiting question
    > key: Escape
    idle
    > sent: slow:20
    working
    > key: Escape
    idle
    > sent: error:400
    working
    idle
    > sent: call:Agent {"descript
    working
    idle
    working
    idle
    > sent: /model
    waiting other
    > key: Escape
    idle
    > sent: /clear
    working
    working
    idle
    > key: BTab
    > key: BTab
    > sent: plan:Write the file
    working
    waiting permission
    > key: Escape
    idle
    > sent: /exit"
  `);
});

it("names process, pane and session in every record", () => {
  for (const { state } of lines) {
    if (!state) continue;
    expect(read(state)).toMatchObject({
      pid: 35,
      startTicks: 726223,
      pidNamespace: "pid:[4026532178]",
      paneId: "%0",
      cwd: "/home/dev/project",
      version: "2.1.332",
      at: state.statusUpdatedAt,
      nativeId: state.sessionId,
    });
  }
});

it("lies in the agent's own folder", () => {
  expect(folder({}, "/home/dev")).toBe("/home/dev/.claude/sessions");
  expect(folder({ CLAUDE_CONFIG_DIR: "" }, "/home/dev")).toBe("/home/dev/.claude/sessions");
  expect(folder({ CLAUDE_CONFIG_DIR: "/srv/c/" }, "/home/dev")).toBe("/srv/c/sessions");
});
