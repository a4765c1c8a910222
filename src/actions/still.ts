import { AppError } from "../core/errors.ts";
import type { Attention } from "../core/session.ts";
import type { ActionPorts } from "./port.ts";

/** On what a caller decided. */
export interface Decided {
  /** The session's id. */
  id: string;
  /** Of the dialog it saw; null: whatever is there now. */
  generation: string | null;
}

/**
 * Asked inside the pane's turn, and again before the key that counts: what was true when the request came
 * may have been answered by the one before it.
 * @returns the dialog that is open, by all we know
 * @throws AppError E_MOVED
 */
export function checkStill(
  { id, generation }: Decided,
  { dialog }: Pick<ActionPorts, "dialog">,
): Attention | null {
  const open = dialog(id);
  if (generation === null || open?.generation === generation) return open;
  throw moved(id);
}

export function moved(id: string): AppError {
  return new AppError(
    "E_MOVED",
    `Nothing was done: ${id} asks something else by now, or nothing.`,
    "Look again with `ccmux list`, and decide anew.",
  );
}
