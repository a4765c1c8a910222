import { expect, it } from "vitest";
import { createActor, expectedOf, type Actor } from "../../src/stage/actor.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { recordings } from "./recordings.ts";

const SCREEN = {
  working: recordings.get("claude-2.1.332/working-thinking"),
  permission: recordings.get("claude-2.1.332/permission-bash"),
  plan: recordings.get("claude-2.1.332/plan-approval"),
  idle: recordings.get("claude-2.1.332/idle-fresh"),
};

function actorWith(change: Partial<Actor>): Actor {
  const dir = mkdtempSync(join(tmpdir(), "actor-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const ref = { pid: 1, startTicks: 1 };
  const pane = {
    id: "%1",
    window: "@1",
    session: "main",
    target: "main:1.0",
    tty: "/dev/pts/1",
    shell: ref,
    server: ref,
  };
  return {
    ...createActor({ screen: SCREEN.idle }, 0, dir),
    pane,
    process: { pid: 2, startTicks: 3 },
    ...change,
  };
}

it.each([
  ["shows work", "working", null, false, "working", null, "screen"],
  ["shows a plan", "plan", null, false, "waiting", "plan", "screen"],
  [
    "publishes work, shows nothing of it",
    "idle",
    ["busy", null],
    false,
    "working",
    null,
    "published",
  ],
  [
    "publishes a permission before it is drawn",
    "working",
    ["waiting", "permission prompt"],
    false,
    "waiting",
    "permission",
    "published",
  ],
  [
    "publishes a permission and shows a plan",
    "plan",
    ["waiting", "permission prompt"],
    false,
    "waiting",
    "plan",
    "published",
  ],
  [
    "publishes a question before it is drawn",
    "working",
    ["waiting", "input needed"],
    false,
    "waiting",
    "question",
    "published",
  ],
  [
    "publishes a dialog that is no recorded one",
    "idle",
    ["waiting", "dialog open"],
    false,
    "waiting",
    "other",
    "published",
  ],
  [
    "has an old dialog on the screen",
    "permission",
    ["busy", null],
    false,
    "working",
    null,
    "published",
  ],
  [
    "has a dialog newer than its word",
    "permission",
    ["busy", null],
    true,
    "waiting",
    "permission",
    "screen",
  ],
  [
    "is published as idle under an old dialog",
    "permission",
    ["idle", null],
    true,
    "idle",
    null,
    "published",
  ],
  ["has only a background shell", "working", ["shell", null], true, "idle", null, "published"],
] as const)("one that %s", (_name, screen, published, screenIsNewer, status, kind, source) => {
  const word = published && { status: published[0], waitingFor: published[1] };
  const actor = actorWith({ screen: SCREEN[screen], published: word, screenIsNewer });
  expect(expectedOf(actor, "s")).toMatchObject({ status, kind, source });
});

it("is nothing without a process or a pane", () => {
  expect(expectedOf(actorWith({ process: null }), "s")).toBeNull();
  expect(expectedOf(actorWith({ pane: null }), "s")).toBeNull();
});
