/** `ccmux switch` in real tmux clients: terminals on a server of their own that show the stage. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";

let lab: Lab;
const cleanUps: (() => Promise<void>)[] = [];
const outer = (...args: string[]): string =>
  execFileSync("tmux", ["-S", join(lab.dir, "outer"), ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: lab.dir, TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
const vars = (): string[] => Object.entries(lab.env).map(([name, value]) => `${name}=${value}`);
/** A terminal that runs this line in a shell. */
const terminal = (line: string): string =>
  outer("new-session", "-d", "-P", "-F", "#{pane_id}", "-x", "120", "-y", "30", line).trim();
/** What each client of the stage shows. */
const shown = async (): Promise<string[]> =>
  (await lab.stage.tmux("list-clients", "-F", "#{client_session} #{pane_id}")).trim().split("\n");

beforeAll(async () => {
  lab = await createLab({
    cast: [
      { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true },
      { screen: screens.get("codex-0.171.0/working-thinking") },
      { screen: screens.get("pi-1.6.0/idle-fresh"), session: "two words" },
    ],
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
  });
  await lab.sessions();
  terminal("exec sleep 1000"); // So that the server stays.
});
afterAll(async () => {
  outer("kill-server");
  for (const cleanUp of cleanUps) await cleanUp();
});

it("outside of tmux it says what to run, and does just that in a terminal", async () => {
  const line = `tmux -S ${lab.stage.socket} attach -t main:1.0`;
  expect(await lab.cli(["switch", "codex"])).toEqual({ code: 0, stdout: `${line}\n`, stderr: "" });
  expect(await lab.json(["switch", "codex"])).toMatchObject({ switched: false, run: line });

  terminal(`env -u TMUX -u TMUX_PANE ${vars().join(" ")} '${lab.cliPath}' switch pi`);
  const pane = lab.stage.actors[2]!.pane!.id;
  expect(await eventually(shown, (seen) => seen[0] !== "")).toEqual([`two words ${pane}`]);
  await lab.stage.tmux("detach-client", "-s", "two words");
}, 60_000);

it("in tmux it moves the client that shows the caller, and no other", async () => {
  terminal(`env -u TMUX -u TMUX_PANE tmux -S ${lab.stage.socket} attach -t main`);
  terminal(`env -u TMUX -u TMUX_PANE tmux -S ${lab.stage.socket} attach -t 'two words'`);
  await eventually(shown, (seen) => seen.length === 2);
  const [, codex, pi] = lab.stage.actors.map(({ pane }) => pane!.id);
  // Else it would stand in the session that was used last.
  const caller = await openPane(lab.stage, "-t", "main:", "env", ...vars(), "sh");
  const say = (ref: string) =>
    lab.stage.tmux(
      "send-keys",
      "-t",
      caller,
      `'${lab.cliPath}' switch ${ref}; echo "was $?"`,
      "Enter",
    );

  await say("codex");
  const codexShown = [`main ${codex}`, `two words ${pi}`];
  expect(await eventually(shown, (seen) => seen.includes(codexShown[0]!))).toEqual(codexShown);
  // Into another session.
  await lab.stage.tmux("select-window", "-t", caller);
  await say("pi");
  const both = [`two words ${pi}`, `two words ${pi}`];
  expect(await eventually(shown, (seen) => seen[0] === both[0])).toEqual(both);
  expect(await lab.stage.tmux("capture-pane", "-p", "-t", caller)).toContain("was 0");
}, 60_000);

it("from another server it says how, and goes nowhere", async () => {
  const env = { TMUX: `${join(lab.dir, "outer")},1,0`, TMUX_PANE: "%0" };
  const { code, stdout, stderr } = await lab.cli(["switch", "codex"], { env });
  expect([code, stdout]).toEqual([75, ""]);
  expect(stderr).toContain(`tmux -S ${lab.stage.socket} attach -t main:1.0`);
});

it("where no client shows the caller, it says so", async () => {
  await lab.stage.tmux("detach-client", "-a");
  for (const session of ["main", "two words"])
    await lab.stage.tmux("detach-client", "-s", session).catch(() => {});
  const env = { TMUX: `${lab.stage.socket},1,0`, TMUX_PANE: lab.stage.actors[0]!.pane!.id };
  const { code, stderr } = await lab.cli(["switch", "codex"], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining("no current client")]);
});
