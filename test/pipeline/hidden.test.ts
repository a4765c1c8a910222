import { describe, expect, it } from "vitest";
import { bindHidden } from "../../src/pipeline/hidden.ts";
import type { Occupant } from "../../src/pipeline/world.ts";
import type { PaneInfo } from "../../src/workers/panes.ts";
import { testPane } from "./pane.ts";

const host = { bootId: "b", pidNamespace: "pid:[1]" };

const pane = (id: string, command: string, more: Partial<PaneInfo> = {}): PaneInfo => {
  const n = id.slice(1);
  return testPane({ id, panePid: 10 + Number(n), tty: `pts/${n}`, command, ...more });
};

function hidden(panes: PaneInfo[], before: Occupant[] = [], isHidden = true): Occupant[] {
  const known = new Map(before.map((one) => [one.id, one]));
  return bindHidden([{ socket: "/s", panes, isHidden }], [], known, host);
}

describe("agents of a server whose processes cannot be seen", () => {
  it("are what tmux says that the pane runs, and unverified", () => {
    expect(hidden([pane("%0", "claude"), pane("%1", "bash"), pane("%2", "codex")])).toMatchObject([
      {
        agent: "claude",
        bound: "unverified",
        process: { pid: 0, agent: { unverified: expect.stringContaining("namespace") } },
        pane: { info: { id: "%0" }, inFront: true },
      },
      { agent: "codex", bound: "unverified", pane: { info: { id: "%2" } } },
    ]);
  });

  it("are none where the processes can be seen, in a dead pane, or where an agent is bound already", () => {
    expect(hidden([pane("%0", "claude")], [], false)).toEqual([]);
    expect(hidden([pane("%0", "claude", { dead: true })])).toEqual([]);
    const [one] = hidden([pane("%0", "claude")]);
    const servers = [{ socket: "/s", panes: [pane("%0", "claude")], isHidden: true }];
    expect(bindHidden(servers, [one!], new Map(), host)).toEqual([]);
  });

  it("stay while they run another program, and are gone when the shell is back", () => {
    const before = hidden([pane("%0", "claude")]);
    expect(hidden([pane("%0", "vim")], before)).toMatchObject([
      { id: before[0]!.id, agent: "claude", pane: { inFront: false } },
    ]);
    expect(hidden([pane("%0", "vim")])).toEqual([]);
    for (const shell of ["bash", "-zsh", "fish", "sh"]) {
      expect(hidden([pane("%0", shell)], before)).toEqual([]);
    }
  });

  it("have an id of their own in each pane of each server", () => {
    const id = (info: PaneInfo): string => hidden([info])[0]!.id;
    const ids = [
      id(pane("%0", "claude")),
      id(pane("%1", "claude")),
      id(pane("%0", "claude", { serverPid: 2 })),
      id(pane("%0", "claude", { panePid: 99 })),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(id(pane("%0", "claude", { title: "new", activity: 9 }))).toBe(ids[0]);
  });
});
