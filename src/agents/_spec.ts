import type { AttentionKind, Status } from "../core/types.ts";
import type { Dialog } from "./_dialog.ts";
import type { ScreenExample } from "./define.ts";

export interface Refusal {
  rule: string;
  because: string;
}

export interface Composer {
  /** First row, its frame included. */
  top: number;
  /** The row of its prompt sign. */
  prompt: number;
  /** First row below, its frame included: the footer. */
  end: number;
  /** What is written in it, placeholder or draft. */
  text: string;
  /** Rows `from..to` where the agent speaks of its turn, if it has a place for that; else the paragraph above. */
  said?: { from: number; to: number };
}

export interface Layout {
  composer: Composer | null;
  dialog: Dialog | null;
  /** The agent does not have the screen: then its title is a leftover too. */
  gone: boolean;
  refused: readonly Refusal[];
}

/**
 * `title`; `heading`, `options`, `hint`: the dialog's; `dialog`: all of it; `status`: rows right above
 * the composer; `composer`: what is written in it; `footer`: rows below it; `tail`: the last rows of the
 * screen, whatever they are, for an agent of which nobody knows how it draws.
 */
export type Region =
  | "title"
  | "heading"
  | "options"
  | "hint"
  | "dialog"
  | "status"
  | "composer"
  | "footer"
  | "tail";

export interface ScreenRule {
  name: string;
  region: Region;
  /** On each row of `status` and `footer`, on the whole text of every other region. */
  match: RegExp;
  /** What looks the same and is not. */
  except?: { match: RegExp; because: string };
  status: Status;
  kind?: AttentionKind;
  tool?: string | ((match: RegExpExecArray) => string | null);
  /** The agent's words; without it, or when it finds none, all of the heading. */
  text?: (dialog: Dialog, rows: readonly string[]) => string | null;
}

export interface ScreenSpec {
  /** The same rows without what is drawn beside or over them: scroll bars, sidebars, toasts. */
  clean?(rows: readonly string[]): readonly string[];
  layout(rows: readonly string[]): Layout;
  rules: readonly ScreenRule[];
  /** What the agent itself writes into an empty composer. */
  placeholder: RegExp;
  /** Rows that may stand between what the agent says of its turn and the composer. */
  between: RegExp;
  titleSpeaks(title: string, project: string | null): boolean;
  /** From the rows around the composer; null when they do not say. */
  background(status: readonly string[], footer: readonly string[]): number | null;
  /** First row of the paragraph above the composer when the turn has failed; or finds the rows. */
  failure: RegExp | ((rows: readonly string[], composer: Composer) => readonly string[]);
  quiet: boolean;
  examples: readonly ScreenExample[];
}
