/** What went wrong for people with logs of conversations. */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { createLab } from "./lab.ts";
import { claudeLog, codexLog, expectRow } from "./said.ts";

const codex = (state: string) => ({ screen: screens.get(`codex-0.171.0/${state}`) });

/** Resident, of all its threads. */
function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
}

/** Appends one answer again and again, until the file is over 600 MB. */
function fatten(path: string): void {
  const content = [{ type: "text", text: "so ".repeat(21_000) }];
  const message = { model: "claude-lab", content, stop_reason: "end_turn" };
  const record = `${JSON.stringify({ type: "assistant", uuid: "same", message })}\n`;
  const block = Buffer.from(record.repeat(100));
  const file = openSync(path, "a");
  for (let written = 0; written < 600e6; written += block.length) writeSync(file, block);
  closeSync(file);
}

it("FR-057 Log above the string limit", async () => {
  const [project, screen] = ["huge", screens.get("claude-2.1.332/idle-after-answer")];
  const lab = await createLab();
  const pid = await lab.startDaemon();
  const [actor] = await lab.stage.add([{ screen, project, publishes: true }]);
  await expectRow(lab, actor!, { status: "idle", lastPrompt: null });
  const before = residentBytes(pid);

  const log = claudeLog(lab, actor!);
  log.prompt("the first of many");
  fatten(log.path);
  log.title("A long story");
  log.prompt("the last of many");
  log.answer("Done at last.");
  await expectRow(lab, actor!, { lastPrompt: "the last of many", title: "A long story" });
  const { turns } = await lab.json<{ turns: unknown[] }>(["last", "claude"]);
  expect(JSON.stringify(turns.at(-1))).toContain("Done at last.");
  expect(residentBytes(pid) - before).toBeLessThan(50e6);
}, 120_000);

it("FR-058 Half-written last line", async () => {
  const lab = await createLab({ cast: [codex("working-thinking")] });
  const [actor] = lab.stage.actors;
  const log = codexLog(lab, actor!.cwd, randomUUID());
  log.begin();
  log.prompt("first");
  await expectRow(lab, actor!, { lastPrompt: "first" });
  const finish = log.promptInTwo("second");
  await sleep(2500);
  await expectRow(lab, actor!, { lastPrompt: "first" });
  finish();
  await expectRow(lab, actor!, { lastPrompt: "second" });
}, 60_000);
