import { describe, expect, it } from "vitest";
import { checkTelling, placeOf, type Teller } from "../../src/commands/_checks-telling.ts";

const OWN = "/h/.config/ccmux/session-pids";

/** One that had a turn in which nothing kept its hooks from telling. */
const teller = (more: Partial<Teller> = {}): Teller => ({
  id: "claude-a",
  title: "Claude Code",
  settings: "~/s.json",
  isOlder: false,
  hasTold: false,
  hadTurn: true,
  markers: { folder: OWN, isUsable: true, isRead: true },
  ...more,
});

it.each<[string, Partial<Teller>, string, string]>([
  ["told", { hasTold: true, isOlder: true }, "ok", "heard from claude-a"],
  ["had no turn", { hadTurn: false }, "ok", "no turn yet in claude-a"],
  ["is silent", {}, "warning", "not heard from claude-a, though it had a turn"],
  ["is silent where nobody can tell its folder", { markers: null }, "warning", "though it had"],
  ["began before setup", { isOlder: true, hadTurn: false }, "warning", "begun before ~/s.json was"],
  [
    "has nowhere to write",
    { hadTurn: false, markers: { folder: "/gone", isUsable: false, isRead: true } },
    "warning",
    "can't write to /gone",
  ],
  [
    "writes elsewhere",
    { hadTurn: false, markers: { folder: "/else", isUsable: true, isRead: false } },
    "warning",
    `its hooks write to /else, and the daemon reads ${OWN}`,
  ],
])("says of one that %s so", (_what, more, state, message) => {
  const checks = checkTelling([teller(more)], OWN);
  expect(checks).toMatchObject([{ name: "hooks", state }]);
  expect(checks[0]!.message).toContain(message);
  expect(checks[0]!.hint === null).toBe(state === "ok");
});

it("has a line for all that are alike", () => {
  const silent = ["a", "b", "c", "d", "e"].map((id) => teller({ id }));
  const told = teller({ id: "f", hasTold: true });
  expect(checkTelling([...silent, told], OWN).map(({ message }) => message)).toEqual([
    "Claude Code: not heard from a, b, c and 2 more, though it had a turn",
    "Claude Code: heard from f",
  ]);
  expect(checkTelling([], OWN)).toEqual([]);
});

describe("hooks write", () => {
  const known = "/setup/session-pids";
  const place = (env: object, there: string[], follows = true, own = OWN) =>
    placeOf(
      { HOME: "/h", ...env },
      known,
      { folder: own, follows },
      {
        isThere: (path) => there.includes(path),
        mayWrite: (path) => there.includes(path),
      },
    );

  it.each([
    ["to the daemon's own folder", place({}, [OWN]), OWN, true, true],
    [
      "to another that it follows",
      place({ CCMUX_HOME: "/x" }, ["/x", OWN]),
      "/x/session-pids",
      true,
      true,
    ],
    [
      "to another that it can't see",
      place({ CCMUX_HOME: "/x" }, ["/x"], false),
      "/x/session-pids",
      true,
      false,
    ],
    [
      "to the one that setup knew",
      place({ CCMUX_HOME: "/x" }, [known], true, known),
      known,
      true,
      true,
    ],
    [
      "to that one, and the daemon has another",
      place({ CCMUX_HOME: "/x" }, [known]),
      known,
      true,
      false,
    ],
    ["nowhere", place({ XDG_CONFIG_HOME: "/x" }, []), "/x/ccmux/session-pids", false, true],
  ])("%s", (_where, found, folder, isUsable, isRead) => {
    expect(found).toEqual({ folder, isUsable, isRead });
  });
});
