import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { renderTable } from "../../src/commands/_table.ts";
import { cutRows } from "../../src/commands/_watch.ts";
import { toJson, type SessionJson } from "../../src/core/session.ts";
import { session } from "../session.ts";

const NOW = Date.parse("2026-11-30T10:00:00Z");
const pane = { id: "%0", server: "/s", target: "main:0.0", tty: "/dev/pts/1", title: "" };
const row = (id: string, more: Partial<SessionJson> = {}): SessionJson => ({
  ...toJson(session(id, { status: "working", pane, project: "shop" })),
  statusSince: "2026-11-30T09:58:00.000Z",
  startedAt: "2026-11-30T09:00:00.000Z",
  ...more,
});
const asks = (text: string, tool: string | null = "Bash"): Partial<SessionJson> => ({
  status: "waiting",
  attention: { kind: "permission", tool, text, since: "2026-11-30T09:59:50.000Z", generation: "g" },
});

describe("the list for people", () => {
  it("says of an agent that cannot be checked that it is unverified", async () => {
    const text = await renderTable([row("claude-1", { bound: "unverified" })], NOW, null);
    expect(text.split("\n")[1]).toMatch(/ claude-1 +unverified$/);
  });

  it("shows the label of one that has a name", async () => {
    const text = await renderTable([row("claude-1", { label: "review" })], NOW, null);
    expect(text.split("\n")[1]).toMatch(/ 2m +review$/);
  });

  it("cuts nothing where nobody counts columns", async () => {
    const text = "x".repeat(300);
    expect(await renderTable([row("claude-aaaaaaaa", asks(text))], NOW, null)).toContain(text);
  });

  it.each([120, 80, 60, 50, 40])("fits %d columns, wide characters too", async (columns) => {
    const rows = [
      row("claude-aaaaaaaa", {
        ...asks("npm run 数据库迁移 👩‍💻 && ".repeat(9)),
        project: "プロジェクト",
      }),
      row("codex-bbbbbbbb", {
        agent: "codex",
        project: "a-very-long-project-name-that-goes-on-and-on",
      }),
      row("antigravity-cccccccc", { agent: "antigravity", pane: null, status: "unknown" }),
    ];
    const lines = (await renderTable(rows, NOW, columns)).split("\n");
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(columns > 50 ? /^▲ permission {2}claude/ : /^▲ permission {2}プ/);
  });

  it("lets columns go from the least needed on, and keeps what an agent asks", async () => {
    const wide = await renderTable([row("claude-aaaaaaaa", asks("rm -rf build"))], NOW, 100);
    const narrow = await renderTable([row("claude-aaaaaaaa", asks("rm -rf build"))], NOW, 60);
    expect(wide.split("\n")[1]).toContain("claude-aaaaaaaa  Bash: rm -rf build");
    expect(narrow).not.toContain("claude-aaaaaaaa");
    expect(narrow).toContain("rm -rf build");
  });

  it("says at 40 columns whose row it is, and what it asks", async () => {
    const rows = [row("claude-aaaaaaaa", { ...asks("rm -rf build"), project: "storefront" })];
    const [, narrow] = (await renderTable(rows, NOW, 40)).split("\n");
    expect(narrow).toBe("▲ permission  storefront  Bash: rm -rf…");
    const idle = [row("claude-aaaaaaaa", { project: "storefront" })];
    expect((await renderTable(idle, NOW, 40)).split("\n")[1]).toContain("main:0.0");
  });

  it("never hands a terminal what an agent wrote for it", async () => {
    const evil = "\x1b]0;owned\x07\x1b[2J\r\nsecond line\u009b31m";
    const text = await renderTable(
      [row("claude-aaaaaaaa", { ...asks(evil), project: evil })],
      NOW,
      null,
    );
    // oxlint-disable-next-line no-control-regex
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(text.split("\n")).toHaveLength(2);
  });

  it("says of a background agent that it is one, where others have a pane", async () => {
    const rows = [row("claude-aaaaaaaa", { pane: null, job: "4dcf44c8" })];
    const gone = [row("claude-aaaaaaaa", { pane: null })];
    expect(await renderTable(rows, NOW, null)).toContain("shop     background  2m");
    expect(await renderTable(gone, NOW, null)).toContain("shop     -     2m");
  });

  it("FR-081 Table with wide characters", async () => {
    const rows = ["데모", "🧪🧪", "plain"].map((project, at) =>
      row(`claude-${at}aaaaaaa`, { project, ...asks("echo 데모 🧪 and more of it, to the end") }),
    );
    const lines = (await renderTable(rows, NOW, 60)).split("\n");
    const paneAt = lines.map((line) => stringWidth(line.slice(0, line.search(/PANE|main:/))));
    expect(new Set(paneAt).size).toBe(1);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(60);
    // oxlint-disable-next-line no-control-regex
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f]/);
  });

  it("FR-082 Order of rows jumps: it does not, but for who needs somebody", async () => {
    const started = (at: number): string => `2026-11-30T09:${10 + at}:00.000Z`;
    const ids = Array.from({ length: 10 }, (_, at) => `claude-${at}aaaaaaa`);
    const orderOf = async (status: (at: number) => SessionJson["status"]) => {
      const rows = ids.map((id, at) => row(id, { startedAt: started(at), status: status(at) }));
      const text = await renderTable(rows.toReversed(), NOW, null);
      return text.match(/claude-\daaaaaaa/g);
    };
    expect(await orderOf((at) => (at % 2 ? "idle" : "working"))).toEqual(ids);
    expect(await orderOf((at) => (at % 2 ? "working" : "idle"))).toEqual(ids);
    expect(await orderOf((at) => (at === 7 ? "waiting" : "idle"))).toEqual([
      ids[7],
      ...ids.toSpliced(7, 1),
    ]);
  });

  it("names a row by its label, where it has one", async () => {
    const text = await renderTable([row("claude-aaaaaaaa", { label: "reviewer" })], NOW, null);
    expect(text).toContain("reviewer");
    expect(text).not.toContain("claude-aaaaaaaa");
  });

  it("says so when there is nobody", async () => {
    expect(await renderTable([], NOW, 80)).toBe("No agents run in tmux.");
  });

  it("measures plain signs as the library does", async () => {
    const signs = "·…›❯✓✗✳⠋▲●○─│╭↑↓≤⌕⚠αЖß";
    for (const sign of signs) expect([sign, stringWidth(sign)]).toEqual([sign, 1]);
  });
});

describe("a terminal of few rows", () => {
  const lines = ["STATUS", "a", "b", "c", "d"];

  it("shows the first of them and how many more there are", () => {
    expect(cutRows(lines, 6)).toEqual(lines);
    expect(cutRows(lines, 5)).toEqual(["STATUS", "a", "b", "… 2 more"]);
    expect(cutRows(lines, -3)).toEqual(["… 5 more"]);
  });
});
