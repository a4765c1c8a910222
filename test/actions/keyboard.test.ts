import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { typeText } from "../../src/actions/keyboard.ts";
import { toTyping } from "../../src/actions/text.ts";
import { createRandom } from "../faults/random.ts";
import { mutate } from "../fuzz/mutate.ts";

const SEED = Number(process.env.SEED ?? 5);
const SEEDS = [
  "hello there",
  "two\nlines with a\ttab",
  "a; b;",
  "it's 'quoted' \"twice\" `and` $HOME",
  "#{pane_id} #(touch x) ~ %0",
  "\\ ends in a backslash \\",
  "{ braces } and ''",
];

it(`reaches a real pane byte for byte, and no parser on the way obeys it (SEED=${SEED})`, async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "cm-")));
  const [socket, file] = [join(dir, "tmux.sock"), join(dir, "typed")];
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      cwd: dir,
    });
  const script = `stty raw -echo; exec cat >'${file}'`;
  const start = ["new-session", "-d", "-P", "-F", "#{pane_id} #{pid}", "sh", "-c", script];
  const [pane = "", server] = tmux(...start)
    .trim()
    .split(" ");
  onTestFinished(() => {
    process.kill(Number(server), "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
  });
  await expect
    .poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}").trim())
    .toBe("cat");
  await sleep(100);
  const random = createRandom(SEED);
  const texts = [
    ...SEEDS,
    ...Array.from({ length: 150 }, () => mutate(SEEDS, random).slice(0, 3000)),
  ];
  let typed = "";
  for (const raw of texts) {
    const typing = toTyping(raw.toWellFormed());
    expect(await typeText({ socket, pane }, typing)).toMatchObject({ ok: true });
    // A terminal pastes line ends as carriage returns.
    typed += typing.text.replaceAll("\n", "\r");
  }
  await expect
    .poll(() => readFileSync(file, "utf8").length, { timeout: 10_000 })
    .toBe(typed.length);
  expect(readFileSync(file, "utf8")).toBe(typed);
});
