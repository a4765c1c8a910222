import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/omp/log.ts";
import { brief, checkLog, read, recorded } from "../log-checks.ts";

const lines = recorded("omp/session-18.2.3.jsonl");
const plan = recorded("omp/session-18.2.3-plan.jsonl");
const reminder = recorded("omp/session-18.2.3-reminder.jsonl");

/** Without the facts that come with every answer. */
const turns = (all: readonly string[]) =>
  brief(read(log, all)).filter((entry) => !/^(?:meta|usage)/.test(entry));

describe("omp's log", () => {
  checkLog(log, [...lines, ...plan, ...reminder]);

  it("is told whole", () => {
    const call = (tool: string) => [`tool ${tool}`, `tool ${tool}`, "toolEnd"];
    const done = (text = "done") => [`answer ${text}`, "turnEnd done"];
    expect(turns(lines)).toEqual([
      "prompt slow:8",
      ...done("word1 word2 word3 word4 word5 word6 word7 word8"),
      "prompt think:5",
      ...done(),
      "prompt bash:touch made.txt",
      ...call("bash: touch made.txt"),
      ...done(),
      "prompt bash:sleep 6",
      ...call("bash: sleep 6"),
      ...done(),
      "prompt ask:Which colour do you want?",
      "tool ask: null",
      "asks question: null",
      "tool ask: Which colour do you want?",
      "asks question: Which colour do you want?",
      // Dismissed.
      "toolEnd",
      "turnEnd interrupted",
      // Denied: it goes on.
      "prompt bash:touch no.txt",
      ...call("bash: touch no.txt"),
      ...done(),
      "prompt slow:10",
      "answer word1 word2 word3 word4",
      "turnEnd interrupted",
      "prompt error:400",
      "turnEnd failed api_error",
      "prompt plan:Write the file",
      ...done("no plan tool declared"),
      "resumed",
      ...done("no plan tool declared"),
      "prompt plan:Write the file",
      ...call("write: local://mock-plan.md"),
      "tool write: xd://propose",
      "tool write: xd://propose",
      "asks plan: null",
    ]);
    expect(
      brief(read(log, lines))
        .filter((entry) => entry.startsWith("meta"))
        .slice(0, 4),
    ).toEqual([
      "meta title=Mock session",
      "meta nativeId=01a22bab-1d9b-745e-a837-45f8308a94a9 cwd=/home/dev/project title=Mock session",
      "meta model=mock-model",
      "meta title=Mock session",
    ]);
  });

  it("ends a question by its answer, and a plan by nothing but the next prompt", () => {
    const told = turns(plan);
    const asked = told.indexOf("asks question: Which colour");
    expect(told.slice(asked, asked + 4)).toEqual([
      "asks question: Which colour",
      "toolEnd",
      "answer done",
      "turnEnd done",
    ]);
    expect(told.slice(-2)).toEqual(["asks plan: null", "prompt error:429"]);
  });

  it("goes on after a reminder that it gives itself", () => {
    expect(turns(reminder)).toEqual([
      "prompt say:fresh",
      "answer fresh",
      "turnEnd done",
      "resumed",
      "answer fresh",
      "turnEnd done",
    ]);
  });

  it.each([
    [{}, ["/home/dev/.omp/agent/sessions"]],
    [{ PI_CONFIG_DIR: ".other" }, ["/home/dev/.other/agent/sessions"]],
    // As omp joins it.
    [{ PI_CONFIG_DIR: "/tmp/other" }, ["/home/dev/tmp/other/agent/sessions"]],
    [{ PI_CODING_AGENT_DIR: "/srv/omp" }, ["/srv/omp/sessions", "/home/dev/.omp/agent/sessions"]],
    [
      { OMP_PROFILE: "work", XDG_DATA_HOME: "/home/dev/.share" },
      [
        "/home/dev/.omp/profiles/work/agent/sessions",
        "/home/dev/.omp/agent/sessions",
        "/home/dev/.share/omp/sessions",
      ],
    ],
  ])("lies where %j says", (env, folders) => {
    expect(log.folders({ env, home: "/home/dev", cwd: null })).toEqual(folders);
  });
});
