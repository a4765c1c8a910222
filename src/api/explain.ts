import { iso, toJson, type Session } from "../core/session.ts";
import type { Judgement } from "../pipeline/judge.ts";

/** How a row came to its status: what each source said, what won, what was refused, how it is bound. */
export function explain(
  session: Session,
  { occupant, evidence, verdict, refused, ties }: Judgement,
  now: number,
) {
  return {
    id: session.id,
    agent: session.agent,
    verdict: {
      status: verdict.status,
      attention: toJson(session).attention,
      source: verdict.source,
      because: verdict.because,
    },
    evidence: evidence.map(({ source, at, status, ask, because }) => ({
      source,
      status,
      attention: ask,
      because,
      at: at ? iso(at) : null,
      ageMs: at ? Math.max(0, now - at) : null,
    })),
    refused,
    binding: {
      by: occupant.bound,
      because: occupant.because,
      pane: session.pane,
      pid: occupant.process.pid,
      startTicks: occupant.process.startTicks,
      inFront: occupant.pane?.inFront ?? false,
      ties,
    },
  };
}
