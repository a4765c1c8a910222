import { expect, it } from "vitest";
import { attachLine, howToJump, targetIn } from "../../src/commands/_jump.ts";

const pane = { id: "%5", server: "/tmp/s", target: "main:2.0", tty: "/dev/pts/1", title: "" };

it.each([
  ["/tmp/s", true, "switch"],
  ["/tmp/s", false, "switch"],
  ["/tmp/other", true, "refuse"],
  [null, true, "attach"],
  [null, false, "tell"],
])("from %j, with a terminal %j: %s", (server, hasTerminal, how) => {
  expect(howToJump(pane, { server, hasTerminal })).toBe(how);
});

it("a linked window is shown where the caller is", () => {
  const here = "%1 $0:@1.%1\n%5 $0:@4.%5\n";
  expect(targetIn(here, pane)).toBe("$0:@4.%5");
  expect(targetIn("%1 $0:@1.%1\n%55 $0:@4.%55\n", pane)).toBe("%5");
});

it("a line for a shell is quoted where it has to be", () => {
  expect(attachLine(pane)).toBe("tmux -S /tmp/s attach -t main:2.0");
  expect(attachLine({ ...pane, server: "/a b/s", target: "it's $(x):0.0" })).toBe(
    String.raw`tmux -S '/a b/s' attach -t 'it'\''s $(x):0.0'`,
  );
});
