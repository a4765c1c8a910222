import { expect, it, onTestFinished, vi } from "vitest";
import { createPool } from "../../src/workers/pool.ts";
import { wrap } from "../lab/wrapped.ts";

it("ends a thread whose task never comes back, and goes on with another", async () => {
  // Its time is longer than that of any task.
  vi.stubEnv("PATH", wrap({ tmux: "sleep 20" }).PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  const pool = await createPool({ threads: 1, limitMs: 5000 });
  onTestFinished(() => pool.close());
  const stuck = pool.run("listPanes", {
    socket: "/nowhere",
    timeoutMs: 30_000,
    rows: null,
    server: null,
  });
  await expect(stuck).rejects.toThrow("listPanes took longer than 5 s");
  expect(await pool.run("warm", undefined as never)).toBe(true);
});
