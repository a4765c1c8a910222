import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { agents } from "../../../src/agents/index.ts";

const { background, published } = agents.get("claude")!;

interface Line {
  at: number;
  mark?: string;
  file?: string;
  body?: Record<string, unknown> | null;
}

const lines: readonly Line[] = readFileSync(
  new URL("../../rig/background/claude-2.1.332.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What a job's file and its process's own file say, in turn. */
function storyOf(name: string): string[] {
  const story = lines.flatMap(({ mark, file, body }) => {
    if (mark) return [`> ${mark}`];
    if (file === `jobs/${name}/state.json`) {
      const state = body && background!.readState(body);
      return state
        ? [`job ${[state.status, state.ask?.kind, state.ask?.text].filter(Boolean).join(" ")}`]
        : ["job gone"];
    }
    if (!file?.startsWith("sessions/") || body?.jobId !== name) return [];
    const word = published!.read(body);
    return word?.status
      ? [`process ${[word.status, word.ask?.kind].filter(Boolean).join(" ")}`]
      : [];
  });
  return story.filter((line, at) => line !== story[at - 1] && !isAside(story, at));
}

/** A mark behind which nothing of this job comes. */
const isAside = (story: readonly string[], at: number): boolean =>
  story[at]!.startsWith(">") && (story[at + 1] ?? ">").startsWith(">");

it("reads a job that asks, and is answered in a pane", () => {
  expect(storyOf("4dcf44c8").join("\n")).toMatchInlineSnapshot(`
    "> ask: ask:Which colour?
    job working
    > err: error:400
    process idle
    > plan: plan:Do it
    process working
    process waiting question
    job waiting question Which colour?
    > answer the question in the attached pane
    process working
    job working
    job idle
    process idle
    > type a prompt there
    job working
    process working
    job idle
    process idle
    > say:ok there
    process working
    job working
    job idle
    process idle"
  `);
});

it("reads a job that wants permission, and one with a plan", () => {
  expect(storyOf("dc9008ac").join("\n")).toMatchInlineSnapshot(`
    "> perm: bash:sleep 7; touch made
    job working
    > ask: ask:Which colour?
    process idle
    process working
    > err: error:400
    process waiting permission
    job waiting permission sleep 7; touch made
    job working
    job waiting permission sleep 7; touch made
    > kill -9 the supervisor
    process idle
    process working
    job working
    job idle
    process idle"
  `);
  expect(storyOf("ba3c63dc").join("\n")).toMatchInlineSnapshot(`
    "> plan: plan:Do it
    job working
    process idle
    process working
    job working
    job waiting plan
    process waiting permission
    > kill -9 the supervisor
    job idle"
  `);
});

it("reads a job that is stopped, one that fails and is removed, and a session that was moved", () => {
  expect(storyOf("17ab40c3").join("\n")).toMatchInlineSnapshot(`
    "> slow: slow:15
    job working
    process idle
    > perm: bash:sleep 7; touch made
    process working
    > plan: plan:Do it
    job idle
    process idle
    > stop 17ab40c3
    job idle"
  `);
  expect(storyOf("b11118a0").join("\n")).toMatchInlineSnapshot(`
    "> err: error:400
    job working
    > plan: plan:Do it
    process idle
    process working
    job idle
    process idle
    > rm b11118a0
    job gone"
  `);
  expect(storyOf("24b8b21a").join("\n")).toMatchInlineSnapshot(`
    "> prompt, then left arrow in the interactive session of main:0
    job idle
    > enter on the first
    process idle
    > a prompt there
    job working
    process working
    job idle
    process idle"
  `);
});

it("lists who lives, by the agent's own process", () => {
  const lists = lines.flatMap(({ mark, file, body }) => {
    if (mark) return [`> ${mark}`];
    if (file !== "daemon/roster.json") return [];
    const listed = background!.readList(body);
    return [listed?.map(({ name, pid }) => `${name}:${pid}`).join(" ") ?? "no list"];
  });
  const story = lists.filter((line, at) => line !== lists[at - 1] && !isAside(lists, at));
  expect(story.join("\n")).toMatchInlineSnapshot(`
    "5ef6a565:111
    > slow: slow:15
    5ef6a565:111 17ab40c3:102
    5ef6a565:111 17ab40c3:112
    > perm: bash:sleep 7; touch made
    5ef6a565:111 17ab40c3:112 dc9008ac:165
    5ef6a565:111 17ab40c3:112 dc9008ac:180
    > ask: ask:Which colour?
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:212
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:220
    > err: error:400
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:220 b11118a0:258
    > plan: plan:Do it
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:220 b11118a0:258 ba3c63dc:286
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:220 b11118a0:258 ba3c63dc:296
    > prompt, then left arrow in the interactive session of main:0
    5ef6a565:111 17ab40c3:112 dc9008ac:180 4dcf44c8:220 b11118a0:258 ba3c63dc:296 24b8b21a:347
    > stop 17ab40c3
    5ef6a565:111 dc9008ac:180 4dcf44c8:220 b11118a0:258 ba3c63dc:296 24b8b21a:347
    > rm b11118a0
    5ef6a565:111 dc9008ac:180 4dcf44c8:220 ba3c63dc:296 24b8b21a:347 b11118a0:258
    5ef6a565:111 dc9008ac:180 4dcf44c8:220 ba3c63dc:296 24b8b21a:347
    > kill -9 the host of ba3c63dc
    5ef6a565:111 dc9008ac:180 4dcf44c8:220 ba3c63dc:296 24b8b21a:347
    5ef6a565:111 dc9008ac:1396 4dcf44c8:220 ba3c63dc:296 24b8b21a:347
    > kill -9 the supervisor
    5ef6a565:111 dc9008ac:1396 4dcf44c8:220 ba3c63dc:296 24b8b21a:347
    5ef6a565:111 dc9008ac:1396 4dcf44c8:220 24b8b21a:347"
  `);
});

it("says of a session that was moved to the background which job it is", () => {
  const word = published!.read(lines.findLast(({ file }) => file === "sessions/37.json")!.body);
  expect(word).toMatchObject({ job: "24b8b21a", status: null });
});

it("lies in the agent's own folder", () => {
  expect(background!.folder({}, "/home/dev")).toBe("/home/dev/.claude");
  expect(background!.folder({ CLAUDE_CONFIG_DIR: "/srv/c/" }, "/home/dev")).toBe("/srv/c");
});
