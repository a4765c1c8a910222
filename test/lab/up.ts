import { eventually } from "./eventually.ts";
import type { Lab } from "./lab.ts";

/** A daemon that answers, however busy the machine is. */
export async function up(lab: Lab): Promise<void> {
  const { code, stderr } = await eventually(
    () => lab.cli(["daemon", "start"]),
    (done) => done.code === 0,
    90_000,
  );
  if (code !== 0) throw new Error(stderr);
}
