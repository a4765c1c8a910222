import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Look, Step } from "./types.ts";
import type { Sighting } from "./watch.ts";

/** When each of a state's signs was last seen to begin, in milliseconds since the Unix epoch. */
export interface Reached {
  drawnAt: number | null;
  fileAt: number | null;
  /** The first moment at which all its signs were there. */
  expectedAt: number;
}

type Kind = "look" | "file" | "process";

/** Listens to `watch.ts` and knows what it saw last. */
export class Witness {
  readonly sightings: Sighting[] = [];
  readonly now: { [K in Kind]?: Extract<Sighting, Record<K, unknown>> } = {};
  readonly #listeners = new Set<(sighting: Sighting | null) => void>();
  #ended = false;

  constructor(watch: ChildProcess) {
    const lines = createInterface({ input: watch.stdout! });
    lines.on("line", (line) => {
      const sighting = JSON.parse(line) as Sighting;
      this.sightings.push(sighting);
      Object.assign(this.now, { [kindOf(sighting)]: sighting });
      for (const listener of this.#listeners) listener(sighting);
    });
    lines.on("close", () => {
      this.#ended = true;
      for (const listener of this.#listeners) listener(null);
    });
  }

  get pid(): number | null {
    return this.now.process?.process?.pid ?? null;
  }

  /** What `read` makes of the first sighting that it makes something of; what is known already counts. */
  until<T>(
    what: string,
    timeoutMs: number,
    read: (sighting: Sighting) => T | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => done(() => reject(new Error(`${what} was not seen: ${why}`)));
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      const listener = (sighting: Sighting | null) => {
        if (!sighting) return fail("the sandbox has ended");
        const value = read(sighting);
        if (value !== undefined) done(() => resolve(value));
      };
      const done = (settle: () => void) => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        settle();
      };
      this.#listeners.add(listener);
      for (const sighting of Object.values(this.now)) if (sighting) listener(sighting);
      if (this.#ended) listener(null);
    });
  }
}

function kindOf(sighting: Sighting): Kind {
  return "look" in sighting ? "look" : "file" in sighting ? "file" : "process";
}

/** The part of a screen that belongs to the prompt sent last: what stands below its line. */
function lookAt(
  { title, screen }: { title: string; screen: string },
  sign: string,
  prompt: string | undefined,
): Look {
  const start = prompt ? screen.lastIndexOf(`${sign} ${prompt}`) : -1;
  return { title, screen, tail: start < 0 ? screen : screen.slice(screen.indexOf("\n", start)) };
}

export function isDrawn(step: Step, sign: string, prompt: string | undefined, sighting: Sighting) {
  return "look" in sighting && !!step.drawn?.(lookAt(sighting.look, sign, prompt));
}

export function isPublished(step: Step, sighting: Sighting | undefined): boolean {
  if (!step.file) return true;
  if (!sighting || !("file" in sighting) || !sighting.file) return false;
  return step.file === [sighting.file.status, sighting.file.waitingFor].filter(Boolean).join(":");
}

/**
 * Reads sightings until all signs of a state are there. A screen from before `actedAt` proves nothing
 * (the pane is only told of when it changes); a published state may well have been right before.
 */
export function signs(
  step: Step,
  sign: string,
  prompt: string | undefined,
  actedAt: number | null,
) {
  let drawnAt: number | null = null;
  let fileAt: number | null = null;
  let runsSince: number | null = null;
  return (sighting: Sighting): Reached | undefined => {
    if (step.truth.status === "gone") {
      const gone = "process" in sighting && !sighting.process;
      return gone ? { drawnAt: null, fileAt: null, expectedAt: sighting.at } : undefined;
    }
    if ("process" in sighting) runsSince = sighting.process ? (runsSince ?? sighting.at) : null;
    if ("look" in sighting && sighting.at > (actedAt ?? 0)) {
      drawnAt = isDrawn(step, sign, prompt, sighting) ? (drawnAt ?? sighting.at) : null;
    }
    if ("file" in sighting) {
      fileAt = step.file && isPublished(step, sighting) ? (fileAt ?? sighting.at) : null;
    }
    if (drawnAt === null || runsSince === null || (step.file && fileAt === null)) return undefined;
    return { drawnAt, fileAt, expectedAt: Math.max(drawnAt, fileAt ?? 0, runsSince) };
  };
}
