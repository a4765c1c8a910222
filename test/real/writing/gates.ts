import { exists, freshFile, openDialog } from "./dialogs.ts";
import { judgeNever } from "./judge.ts";
import { killAgent, leave, signalAgent, split, stopJob, withOwnPane } from "./places.ts";
import { refusal } from "./refusal.ts";
import { seeingRest } from "./rest.ts";
import { judgeWaited, sendAndWait, WAIT } from "./sends.ts";
import type { Stage } from "./stage.ts";
import type { Case, Outcome } from "./types.ts";

const part = "gates" as const;
/** Where the session has ended, or may have for all that ccmux can know yet. */
const GONE = [1, 75];
/** ccmux has seen the end of a process by then. */
const NOTICED_MS = 3000;

/** Each way in which text could land where it must not. */
export const gates: Case[] = [
  { part, row: "send, dialog open (FR-033)", run: sendIntoDialog },
  { part, row: "send, draft in the composer (FR-035)", run: sendOntoDraft },
  { part, row: "send, copy mode (FR-032)", run: sendInCopyMode },
  { part, row: "send, agent left to its shell just now (FR-034)", run: (s) => sendToShell(s, 0) },
  { part, row: "send, a while ago (FR-034)", run: (s) => sendToShell(s, NOTICED_MS) },
  { part, row: "send, another agent there by now", run: sendToFormer },
  { part, row: "send, agent stopped, its shell in front", run: sendToStopped },
  { part, row: "send, agent stopped, its screen still there", run: sendToFrozen },
  { part, row: "send, dead pane", run: sendToDeadPane },
  {
    part,
    row: "interrupt, idle (FR-038)",
    run: (s) => refusal(s, () => s.ccmux("interrupt", s.id)),
  },
  { part, row: "approve, nothing asked", run: (s) => refusal(s, () => s.ccmux("approve", s.id)) },
  { part, row: "deny, nothing asked", run: (s) => refusal(s, () => s.ccmux("deny", s.id)) },
  { part, row: "send, just started (FR-040): works, or refused", run: sendEarly },
  { part, row: "send, zoomed pane: works", run: sendZoomed },
  { part, row: "send, behind a zoomed pane: works", run: sendBehindZoomed },
  { part, row: "send, hidden window: works", run: sendHidden },
];

async function sendIntoDialog(stage: Stage): Promise<Outcome> {
  const file = freshFile(stage);
  await openDialog(stage, `bash:touch ${file}`, stage.agent.shell);
  const { problems } = await refusal(stage, () => stage.send("status?"));
  if (await exists(stage, file)) problems.push("expected the dialog unanswered, it was approved");
  return { problems };
}

async function sendOntoDraft(stage: Stage): Promise<Outcome> {
  await stage.type("do not delete the");
  return refusal(stage, () => stage.send("database"));
}

async function sendInCopyMode(stage: Stage): Promise<Outcome> {
  const { sandbox, pane } = stage;
  await sandbox.tmux("copy-mode", "-t", pane);
  const { problems } = await refusal(stage, () => stage.send("are you there"));
  const mode = await sandbox.tmux("display-message", "-p", "-t", pane, "#{pane_in_mode}");
  if (mode.trim() !== "1") problems.push("expected the pane in copy mode still, it is not");
  await sandbox.tmux("copy-mode", "-q", "-t", pane);
  return { problems };
}

async function sendToShell(stage: Stage, afterMs: number): Promise<Outcome> {
  const file = freshFile(stage);
  await leave(stage, afterMs);
  const { problems } = await refusal(stage, () => stage.send(`touch ${file}`), GONE);
  if (await exists(stage, file)) problems.push("expected the shell to run nothing, it did");
  return { problems };
}

async function sendToFormer(stage: Stage): Promise<Outcome> {
  const former = stage.id;
  await leave(stage, 0);
  await stage.start();
  return refusal(stage, () => stage.ccmux("send", former, "--", "are you there"), GONE);
}

async function sendToStopped(stage: Stage): Promise<Outcome> {
  stage.spoil();
  await stopJob(stage);
  const { problems } = await refusal(stage, () => stage.send("are you there"));
  // No send after an `fg`: agents that were not asked before they were stopped find another terminal.
  return { problems };
}

/** The idle screen stays, and what is typed would wait there. */
function sendToFrozen(stage: Stage): Promise<Outcome> {
  return withOwnPane(stage, async () => {
    await signalAgent(stage, "STOP");
    const { problems } = await refusal(stage, () => stage.send("are you there"));
    await signalAgent(stage, "CONT");
    const after = await sendAndWait(stage, "say:thawed");
    return { problems: [...problems, ...after.problems] };
  });
}

function sendToDeadPane(stage: Stage): Promise<Outcome> {
  return withOwnPane(stage, async () => {
    await killAgent(stage);
    return refusal(stage, () => stage.send("are you there"), GONE);
  });
}

async function sendEarly(stage: Stage): Promise<Outcome> {
  const { agent, command } = stage;
  await leave(stage, 0);
  await stage.say(`clear; ${command}`);
  await stage.listed();
  const text = `say:early-${agent.name}`;
  const attempt = await seeingRest(stage, () => stage.send(text, ...WAIT));
  return attempt.code === 75
    ? { problems: judgeNever(await stage.model.requests(), text), note: "refused" }
    : { ...(await judgeWaited(stage, text, attempt)), note: "sent" };
}

async function sendZoomed(stage: Stage): Promise<Outcome> {
  await split(stage);
  await stage.sandbox.tmux("resize-pane", "-Z", "-t", stage.pane);
  await stage.still();
  return sendAndWait(stage, "say:zoomed");
}

async function sendBehindZoomed(stage: Stage): Promise<Outcome> {
  const other = await split(stage);
  await stage.sandbox.tmux("select-pane", "-t", other);
  await stage.sandbox.tmux("resize-pane", "-Z", "-t", other);
  await stage.still();
  return sendAndWait(stage, "say:behind-zoomed");
}

async function sendHidden(stage: Stage): Promise<Outcome> {
  await stage.sandbox.tmux("new-window", "-t", "main", "bash --norc --noprofile");
  await stage.still();
  return sendAndWait(stage, "say:hidden");
}
