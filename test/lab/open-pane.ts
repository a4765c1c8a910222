import type { Stage } from "../../src/stage/stage.ts";

/** tmux 3.3a crashes when it opens a window while `window-size` is `manual`, as the stage has it. */
const SIZE = ["set", "-g", "window-size", "latest", ";"];

/** Opens a pane on the stage that runs these words, and returns its `%N`. */
export async function openPane(stage: Stage, ...command: string[]): Promise<string> {
  const words = [...SIZE, "new-window", "-d", "-P", "-F", "#{pane_id}", ...command];
  return (await stage.tmux(...words)).trim();
}
