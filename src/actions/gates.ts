import type { Evidence } from "../core/types.ts";
import { isComposerEmpty, type Look, type Target } from "./look.ts";

/** Why nothing may be typed, and what would change that. */
export interface Closed {
  gate: "identity" | "foreground" | "mode" | "dialog" | "composer" | "draft" | "working" | "screen";
  because: string;
  hint: string;
}

export interface GateInput {
  target: Target;
  look: Look;
  /** What is known of it otherwise: a dialog may be announced before it is drawn. */
  evidence?: readonly Evidence[] | null;
  /** What is to be done: text for the composer, an answer to the dialog, or bare keys. */
  verb: "text" | "answer" | "interrupt" | "keys";
}

/** Never overridden, not even by force: it would be somebody else's terminal. */
const ALWAYS: readonly Closed["gate"][] = ["identity", "foreground"];

/** Every gate that is closed, the gravest first. Pure. */
export function closedGates({ target, look, evidence, verb }: GateInput): Closed[] {
  const { reading, process } = look;
  const { title } = target.agent;
  const closed: Closed[] = [];
  const close = (gate: Closed["gate"], because: string, hint: string): void =>
    void closed.push({ gate, because, hint });

  if (!process || process.startTicks !== target.startTicks || process.state === "Z") {
    close(
      "identity",
      `${title} (pid ${target.pid}) has ended`,
      "Run `ccmux list` to see what is there now.",
    );
  } else if (!look.samePane) {
    close(
      "identity",
      `pane ${target.pane} is another one by now`,
      "Run `ccmux list` to see where it is.",
    );
  } else if (process.state === "T") {
    close(
      "foreground",
      `${title} is stopped and would not read it`,
      `Bring it back with \`fg\` in its pane.`,
    );
  } else if (target.onPaneTty && process.pgrp !== process.tpgid) {
    close(
      "foreground",
      `another program is in front of ${title} in its pane`,
      "Leave that program first.",
    );
  }
  if (look.inMode)
    close("mode", "the pane is in copy mode, which takes the keys", "Leave it with `q`.");

  if (verb === "text") {
    if (reading.status === "waiting" || saysItWaits(evidence)) {
      close(
        "dialog",
        `${title} asks something (${reading.ask?.kind ?? "not drawn yet"})`,
        "Answer it first: `ccmux approve`, `ccmux deny`, or in its pane.",
      );
    } else if (reading.composer === "none") {
      close(
        "composer",
        `${title} shows no input to write in`,
        "Look at it with `ccmux screen <ref>`.",
      );
    } else if (!isComposerEmpty(look)) {
      close("draft", "somebody has begun to write there", "Send or clear that draft first.");
    }
    if (reading.status === "working" && !target.agent.input?.queues) {
      close("working", `${title} works, and would not queue it`, "Wait first: `ccmux wait`.");
    }
  }
  if (verb === "answer" && reading.status !== "waiting") {
    close("dialog", `${title} asks nothing`, "Look at it with `ccmux explain <ref>`.");
  }
  if (verb === "interrupt" && (reading.status !== "working" || hasJustEnded(evidence, look.at))) {
    close(
      "working",
      `${title} is not at work, so that its key would mean something else`,
      "Look at it with `ccmux explain <ref>`.",
    );
  }
  return closed;
}

/** The agent itself says that it waits for a person. */
export function saysItWaits(evidence: readonly Evidence[] | null | undefined): boolean {
  return (
    evidence?.some(({ source, status }) => source === "published" && status === "waiting") ?? false
  );
}

/** A busy machine draws the end of a turn this much after it is told. */
const DRAWN_LATE_MS = 3000;

function hasJustEnded(evidence: readonly Evidence[] | null | undefined, now: number): boolean {
  const words = (evidence ?? []).filter(({ source }) => source === "hook" || source === "log");
  const last = words.toSorted((a, b) => b.at - a.at)[0];
  return last?.status === "idle" && now - last.at < DRAWN_LATE_MS;
}

/** What is left of them under `--force`. */
export function unforced(closed: readonly Closed[], force: boolean): Closed[] {
  return closed.filter(({ gate }) => !force || ALWAYS.includes(gate));
}
