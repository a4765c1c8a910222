import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/gemini/log.ts";
import { brief, checkLog, read, recorded } from "../log-checks.ts";

const lines = recorded("gemini/session-0.61.0.jsonl");
const interrupted = recorded("gemini/session-0.61.0-interrupted.jsonl");

const turns = (all: readonly string[]) =>
  brief(read(log, all)).filter((entry) => !/^(?:meta|usage)/.test(entry));

/** What comes between `begins` and `ends` is no news. */
function news(told: readonly string[]): readonly string[] {
  let again = false;
  return told.filter((entry) => {
    if (entry.startsWith("again")) again = entry === "again begins";
    return !again && !entry.startsWith("again");
  });
}

describe("Gemini CLI's log", () => {
  checkLog(log, [...lines, ...interrupted]);

  it("is told whole", () => {
    const shell = (command: string) => [`tool run_shell_command: ${command}`, "toolEnd"];
    expect(news(turns(lines))).toEqual([
      "prompt slow:8",
      "answer word1 word2 word3 word4 word5 word6 word7 word8",
      "prompt think:6",
      "answer done",
      "prompt bash:touch made.txt",
      ...shell("touch made.txt"),
      "answer done",
      "prompt bash:sleep 6; touch x",
      ...shell("sleep 6; touch x"),
      "answer done",
      "prompt ask:Which colour do you want",
      "tool ask_user: Which colour do you want",
      "toolEnd",
      "turnEnd interrupted",
      "turnEnd interrupted",
      "prompt bash:touch no.txt",
      ...shell("touch no.txt"),
      "turnEnd interrupted",
      "turnEnd interrupted",
      "prompt slow:10",
      "turnEnd interrupted",
      "prompt error:400",
      "turnEnd failed api_error",
      "prompt say:hi",
      "answer hi",
      "prompt plan:Write the file",
      "tool write_file: ../.gemini/tmp/project/1999486f-de0e-4cea-a0c7-fe4933f90a22/plans/mock.md",
      "toolEnd",
      "tool exit_plan_mode: mock.md",
      "toolEnd",
      "turnEnd interrupted",
      "turnEnd interrupted",
    ]);
    const metas = brief(read(log, lines)).filter((entry) => entry.startsWith("meta"));
    expect(metas[0]).toBe("meta nativeId=1999486f-de0e-4cea-a0c7-fe4933f90a22");
    expect(metas.at(-1)).toBe("meta title=done");
  });

  it("marks the history that it writes anew after a cancelled tool", () => {
    const told = turns(lines);
    const from = told.indexOf("again begins");
    expect(told.slice(from - 1, told.indexOf("again ends", from) + 2)).toEqual([
      "turnEnd interrupted",
      "again begins",
      "prompt slow:8",
      "answer word1 word2 word3 word4 word5 word6 word7 word8",
      "prompt think:6",
      "answer done",
      "prompt bash:touch made.txt",
      "answer done",
      "prompt bash:sleep 6; touch x",
      "answer done",
      "again ends",
      "prompt bash:touch no.txt",
    ]);
    const moments = read(log, lines).filter(({ type }) => type === "again");
    expect(moments.map((entry) => "at" in entry && entry.at !== null)).not.toContain(false);
  });

  it("is over when a running tool was interrupted, whose end is written down later", () => {
    expect(news(turns(interrupted))).toEqual([
      "prompt say:hello there\nbash:echo hi",
      "answer hello there",
      "turnEnd interrupted",
      "tool run_shell_command: echo hi",
      "toolEnd",
      "turnEnd interrupted",
      "prompt error:429",
      "turnEnd interrupted",
    ]);
  });

  it("gives a message that comes again its id again, and the tool the moment of its end", () => {
    const calls = read(log, lines).filter(({ type }) => type === "tool" || type === "toolEnd");
    expect(calls.slice(0, 2)).toEqual([
      {
        type: "tool",
        at: Date.parse("2026-11-30T08:53:42.418Z"),
        id: "run_shell_command__call_mx3161kb000004",
        name: "run_shell_command",
        text: "touch made.txt",
      },
      {
        type: "toolEnd",
        at: Date.parse("2026-11-30T08:53:55.511Z"),
        id: "run_shell_command__call_mx3161kb000004",
      },
    ]);
    const twice = '{"id":"1","type":"gemini","content":"I will."}';
    const ids = read(log, [twice, twice]).map((entry) => "id" in entry && entry.id);
    expect(ids).toEqual(["1", "1"]);
  });

  it("lies below the home, in a folder for the project", () => {
    const place = { home: "/home/dev", cwd: "/home/dev/project" };
    expect(log.folders({ ...place, env: {} })).toEqual(["/home/dev/.gemini/tmp"]);
    expect(log.folders({ ...place, env: { GEMINI_CLI_HOME: "/srv/g/" } })).toEqual([
      "/srv/g/.gemini/tmp",
    ]);
    const path = "project/chats/session-2026-11-30T08-53-1999486f.jsonl";
    expect(log.path.exec(path)?.[1]).toBe("1999486f");
    expect(log.path.test("project/chats/1999486f-de0e/5a.jsonl")).toBe(false);
  });
});
