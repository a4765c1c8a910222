import { setTimeout as sleep } from "node:timers/promises";
import type { Sandbox } from "./sandbox.ts";
import { isDrawn, isPublished, type Reached, signs, type Witness } from "./truth.ts";
import type { Act, Agent, Moment, Step } from "./types.ts";

/** How long a state may take to come about: OpenCode takes forty seconds to start on a busy machine. */
const PATIENCE_MS = 90_000;
/** Agents take a burst of keys for a paste: people pause, and so do we. */
const BETWEEN_KEYS_MS = 800;

interface Options {
  agent: Agent;
  args: string;
  sandbox: Sandbox;
  witness: Witness;
  /** Called at the end of each hold, while the state still stands. */
  onHeld?: (moment: Moment) => Promise<void>;
}

/** Walks a real agent through its states and returns when each of them began and ended. */
export async function walk({ agent, args, sandbox, witness, onHeld }: Options): Promise<Moment[]> {
  const moments: Moment[] = [];
  let prompt: string | undefined;

  async function act(step: Act): Promise<number> {
    if ("type" in step || "say" in step) {
      await sandbox.type("type" in step ? step.type : step.say);
      await sleep(BETWEEN_KEYS_MS);
    }
    if ("say" in step) prompt = step.say;
    if ("start" in step) {
      prompt = undefined;
      const folder = step.start === "trusted" ? "project" : "untrusted";
      await sandbox.type(`cd ~/${folder}; clear; bash /opt/rig/agents/${agent.name}.sh ${args}`);
      // Until the line is drawn: what the agent before it left on the screen is no sign of this one.
      await sleep(BETWEEN_KEYS_MS);
    }
    const at = Date.now();
    if ("press" in step) await (step.twice ? sandbox.pressTwice : sandbox.press)(step.press);
    if ("say" in step || "start" in step) await sandbox.press("Enter");
    if ("kill" in step) await sandbox.run(["kill", `-${step.kill.slice(3)}`, String(witness.pid)]);
    return at;
  }

  async function actAll(acts: Act[]): Promise<number | null> {
    let at: number | null = null;
    for (const each of acts) {
      if (at) await sleep(BETWEEN_KEYS_MS);
      at = await act(each);
    }
    return at;
  }

  function stillTrue(step: Step): boolean {
    if (step.truth.status === "gone") return witness.pid === null;
    const { look, file } = witness.now;
    return !!look && isDrawn(step, agent.promptSign, prompt, look) && isPublished(step, file);
  }

  for (const step of agent.steps) {
    const before = moments.at(-1);
    const pidBefore = witness.pid;
    const actedAt = await actAll(step.acts ?? []);
    const read = signs(step, agent.promptSign, prompt, actedAt);
    const reached = await witness.until(step.state, PATIENCE_MS, read);
    if (before) before.endAt = actedAt ?? firstSign(reached);

    const { title, screen } = witness.now.look!.look;
    const { state, truth, allowedMs } = step;
    const pid = truth.status === "gone" ? pidBefore : witness.pid;
    const toolRuns = !!step.toolRuns;
    const endsTurnFirst = !!step.endsTurnFirst;
    const times = { actedAt, ...reached, endAt: Number.POSITIVE_INFINITY };
    const moment: Moment = {
      state,
      truth,
      allowedMs,
      toolRuns,
      endsTurnFirst,
      pid,
      ...times,
      title,
      screen,
      requests: [],
    };
    moments.push(moment);
    if (step.holdMs) {
      await sleep(step.holdMs);
      // A screen caught while it is redrawn may lack the sign for a moment.
      for (let i = 0; i < 10 && !stillTrue(step); i++) await sleep(50);
      if (!stillTrue(step)) throw new Error(`"${state}" ended by itself`);
      await onHeld?.(moment);
      moment.endAt = Date.now();
    }
  }
  return moments;
}

/** A state that begins by itself has ended the one before it with the first of its signs. */
function firstSign({ drawnAt, fileAt, expectedAt }: Reached): number {
  return Math.min(drawnAt ?? expectedAt, fileAt ?? expectedAt);
}
