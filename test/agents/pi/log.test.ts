import { describe, expect, it } from "vitest";
import { log } from "../../../src/agents/pi/log.ts";
import { brief, checkLog, read, recorded } from "../log-checks.ts";

const lines = recorded("pi/session-1.6.0.jsonl");
const retry = recorded("pi/session-1.6.0-retry.jsonl");

describe("Pi's log", () => {
  checkLog(log, [...lines, ...retry]);

  it("is told whole, with a turn cut off and one that failed", () => {
    const model = "meta model=mock-model";
    const answer = (text: string) => [`answer ${text}`, model, "usage 120", "turnEnd done"];
    const call = (tool: string) => [`tool ${tool}`, model, "usage 120", "toolEnd"];
    expect(brief(read(log, lines))).toEqual([
      "meta nativeId=01a22ba6-ae42-7489-b79a-425a687fabfd cwd=/home/dev/project",
      model,
      "prompt slow:8",
      ...answer("word1 word2 word3 word4 word5 word6 word7 word8"),
      "prompt think:5",
      ...answer("done"),
      "prompt bash:touch made.txt",
      ...call("bash: touch made.txt"),
      ...answer("done"),
      "prompt bash:sleep 6",
      ...call("bash: sleep 6"),
      ...answer("done"),
      // An extension's tool: the log does not say that it asks.
      "prompt ask:Which colour do you want?",
      ...call("ask_user: Which colour do you want?"),
      ...answer("done"),
      "prompt slow:10",
      "answer word1 word2 word3 word4 word5",
      model,
      "turnEnd interrupted",
      "prompt error:400",
      model,
      "turnEnd failed api_error",
    ]);
  });

  it("tells a retry from the end of its tries", () => {
    const told = brief(read(log, retry)).filter((entry) => !/^(?:meta|usage)/.test(entry));
    expect(told).toEqual([
      "prompt say:hello there",
      "answer hello there",
      "turnEnd done",
      "prompt error:500",
      "turnEnd failed api_error",
      "resumed",
      "turnEnd failed api_error",
      "resumed",
      "turnEnd failed api_error",
      "resumed",
      // Typed while it waited for its next try.
      "prompt error:429",
      "turnEnd failed rate_limit",
      "prompt bash:echo hi",
      "tool bash: echo hi",
      "toolEnd",
      "answer done",
      "turnEnd done",
    ]);
    expect(brief(read(log, retry))).toContain("meta title=My title");
  });

  it("ties a tool's end to its call, by the moments of the lines", () => {
    const [call, end] = read(log, lines).filter(({ type }) => type.startsWith("tool"));
    const id = "call_mx313ks2000007";
    expect(call).toMatchObject({ id, at: Date.parse("2026-11-30T08:51:45.435Z") });
    expect(end).toMatchObject({ id, at: Date.parse("2026-11-30T08:51:47.982Z") });
  });

  it.each([
    [{}, "/home/dev/.pi/agent/sessions"],
    [{ PI_CODING_AGENT_DIR: "~/other/" }, "/home/dev/other/sessions"],
    [{ PI_CODING_AGENT_DIR: "/srv/pi" }, "/srv/pi/sessions"],
  ])("lies where %j says", (env, folder) => {
    expect(log.folders({ env, home: "/home/dev", cwd: null })).toEqual([folder]);
  });

  it("names the conversation", () => {
    const path = "--home-dev-project--/2026-11-30T08-51-13-603Z_01a22ba6-ae42-7489.jsonl";
    expect(log.path.exec(path)?.[1]).toBe("01a22ba6-ae42-7489");
    expect(log.path.test("--home-dev-project--/notes.txt")).toBe(false);
  });
});
