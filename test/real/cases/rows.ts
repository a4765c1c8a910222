import type { Scene } from "./types.ts";

/** A session as `ccmux list --json` has it, as far as it is read here. */
export interface Row {
  id: string;
  status: string;
  nativeId: string | null;
  label: string | null;
  lastPrompt: string | null;
  background: number;
  subagents: unknown[];
  pane: { id: string } | null;
}

export async function rows({ stage }: Pick<Scene, "stage">): Promise<Row[]> {
  const { stdout } = await stage.ccmux("list", "--json");
  return (JSON.parse(stdout) as { sessions: Row[] }).sessions;
}

/** The row of the agent in the stage's pane. */
export async function rowOf(scene: Scene): Promise<Row> {
  const mine = (await rows(scene)).filter(({ pane }) => pane?.id === scene.stage.pane);
  if (mine.length === 1) return mine[0]!;
  throw new Error(`expected one row of the pane, found ${mine.length}`);
}
