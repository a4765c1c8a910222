import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { alone } from "../../src/io/alone.ts";

const MODULE = fileURLToPath(new URL("../../src/io/alone.ts", import.meta.url));

/** A program of its own, with `alone` and `fs`. */
const program = (body: string): string[] => [
  "--input-type=module",
  "--disable-warning=ExperimentalWarning",
  "--eval",
  `import fs from "node:fs"; import { alone } from ${JSON.stringify(MODULE)}; ${body}`,
];

function place() {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { lock: join(dir, "lock"), counter: join(dir, "counter") };
}

it("twenty at the same time count to twenty", { timeout: 60_000 }, async () => {
  const { lock, counter } = place();
  writeFileSync(counter, "0");
  const file = JSON.stringify(counter);
  const count = program(`await alone(${JSON.stringify(lock)}, 30_000, async () => {
    const before = Number(fs.readFileSync(${file}, "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    fs.writeFileSync(${file}, String(before + 1));
  })`);
  const run = promisify(execFile);
  await Promise.all(Array.from({ length: 20 }, () => run(process.execPath, count)));
  expect(readFileSync(counter, "utf8")).toBe("20");
  expect([statSync(lock).size, (statSync(lock).mode & 0o777).toString(8)]).toEqual([0, "600"]);
});

it("waits no longer than it was told, and not for one that was killed", async () => {
  const { lock } = place();
  const hold = program(`await alone(${JSON.stringify(lock)}, 0, async () => {
    console.log("mine");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  })`);
  const holder = spawn(process.execPath, hold, { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  expect(await alone(lock, 50, async () => "ours")).toBe(null);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(await alone(lock, 50, async () => "ours")).toBe("ours");
});

it("lets the next one in when the work fails", async () => {
  const { lock } = place();
  const fail = alone(lock, 0, async () => {
    throw new Error("no");
  });
  await expect(fail).rejects.toThrow("no");
  expect(await alone(lock, 0, async () => "ours")).toBe("ours");
});

it("says what is wrong where there can be no lock", async () => {
  const { lock, counter } = place();
  writeFileSync(counter, "no database ".repeat(100));
  const never = alone(join(counter, "lock"), 0, async () => "ours");
  await expect(never).rejects.toMatchObject({ code: "E_UNAVAILABLE" });
  // What somebody else wrote there is not ours to take away.
  const junk = alone(counter, 0, async () => "ours");
  await expect(junk).rejects.toMatchObject({ code: "E_UNAVAILABLE" });
  expect(await alone(join(lock, "made/lock"), 0, async () => "ours")).toBe("ours");
});
