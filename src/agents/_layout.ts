import type { Dialog } from "./_dialog.ts";
import { isScrolledBack, isShellPrompt } from "./_rows.ts";
import type { Composer, Layout } from "./_spec.ts";

const NOTHING: Layout = { composer: null, dialog: null, gone: false, refused: [] };

/**
 * What stands at the bottom. The composer is looked for first: while it is there, no dialog is, and
 * whatever above it looks like one is history or a quotation.
 */
export function layoutOf(
  rows: readonly string[],
  composerOf: (rows: readonly string[]) => Composer | null,
  dialogOf: (rows: readonly string[]) => Dialog | null,
): Layout {
  if (isShellPrompt(rows)) {
    const because = "the last row is a shell's prompt: no agent has the screen";
    return { ...NOTHING, gone: true, refused: [{ rule: "shell-prompt", because }] };
  }
  const composer = composerOf(rows);
  if (composer) return { ...NOTHING, composer };
  if (isScrolledBack(rows.at(-1) ?? "")) {
    const because = "the view is scrolled back: what stands at the bottom is history";
    return { ...NOTHING, refused: [{ rule: "scrolled-back", because }] };
  }
  const dialog = dialogOf(rows);
  if (dialog) return { ...NOTHING, dialog };
  const because = "neither a composer nor a dialog stands at the bottom";
  return { ...NOTHING, refused: [{ rule: "composer-at-rest", because }] };
}
