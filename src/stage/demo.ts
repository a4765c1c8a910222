import { setTimeout as sleep } from "node:timers/promises";
import type { ActorSpec } from "./actor.ts";
import { isRunning } from "./processes.ts";
import { DEMO_SCREENS, readScreens, type Screens } from "./screens.ts";
import type { Stage } from "./stage.ts";

/**
 * The demo's cast: project, tmux session, the screen it begins with, whether it publishes. Its
 * screens are recordings with other words in them, `screens/<project>/<state>`; what they were made
 * from stands in `screens/expected.tsv`.
 */
const CAST = [
  ["storefront", "shop", "permission", true],
  ["api-gateway", "shop", "working", true],
  ["web-client", "shop", "idle", false],
  ["docs-site", "site", "plan", true],
  ["billing", "backend", "working", false],
  ["ml-pipeline", "backend", "question", false],
  ["infra", "backend", "working", false],
  ["mobile-app", "side", "working", false],
  ["dotfiles", "side", "idle", false],
] as const;

/** What happens in the demo, over and over: it ends with every one where it began. */
const SCRIPT = [
  ["storefront", "working"],
  ["mobile-app", "permission"],
  ["ml-pipeline", "working"],
  ["docs-site", "working"],
  ["storefront", "idle"],
  ["mobile-app", "working"],
  ["api-gateway", "question"],
  ["web-client", "working"],
  ["billing", "permission"],
  ["infra", "permission"],
  ["api-gateway", "working"],
  ["billing", "working"],
  ["web-client", "idle"],
  ["infra", "working"],
  ["billing", "idle"],
  ["docs-site", "plan"],
  ["api-gateway", "idle"],
  ["ml-pipeline", "question"],
  ["billing", "working"],
  ["storefront", "permission"],
  ["api-gateway", "working"],
] as const satisfies readonly (readonly [(typeof CAST)[number][0], string])[];

export function demoCast(screens: Screens = readScreens(DEMO_SCREENS)): ActorSpec[] {
  return CAST.map(([project, session, state, publishes]) => ({
    project,
    session,
    screen: screens.get(`${project}/${state}`),
    publishes,
  }));
}

export interface PlayOptions {
  /** Ends it, quietly. */
  signal: AbortSignal;
  /** Between two changes, in milliseconds. @default 2500 */
  pauseMs?: number;
}

/** Plays the script on a stage that has the demo's cast, until it is told to end. */
export async function play(stage: Stage, { signal, pauseMs = 2500 }: PlayOptions): Promise<void> {
  const screens = readScreens(DEMO_SCREENS);
  for (let step = 0; !signal.aborted; step++) {
    await sleep(pauseMs, null, { signal }).catch(() => {});
    if (signal.aborted) return;
    const [project, state] = SCRIPT[step % SCRIPT.length]!;
    const actor = stage.actors.find((candidate) => candidate.project === project);
    // Whoever watches may end an agent or close its pane: the others play on.
    if (!actor?.process || !isRunning(actor.process)) continue;
    await stage.show(actor, screens.get(`${project}/${state}`)).catch(() => {});
  }
}
