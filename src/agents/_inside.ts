import { identify } from "./_identify.ts";

/** Programs that run another one where we cannot see it, and their words for that. */
const CLIENTS = /^(?:docker|podman|nerdctl|toolbox|distrobox|distrobox-enter|kubectl)$/;
const RUNS = /^(?:exec|run|enter)$/;
/** Flags without a value; every other one takes the next word. */
const ALONE = /^-(?:[itd]+|-rm|-interactive|-tty|-init|-privileged)$|=/;

/**
 * The agent that a container's client was told to run, and the client's name; null when none. It goes by the
 * command line alone: `docker exec -it claude bash` runs bash in a container that is called so.
 */
export function identifyInside(argv: readonly string[]): { name: string; client: string } | null {
  const client = argv[0]?.slice(argv[0].lastIndexOf("/") + 1) ?? "";
  if (!CLIENTS.test(client)) return null;
  const command = commandAt(argv, client);
  const name = command < 0 ? null : identify(argv.slice(command), "");
  return name === null ? null : { name, client };
}

/** Where the command begins: after `--`, else after the container's or image's name. */
function commandAt(argv: readonly string[], client: string): number {
  const verb = client === "distrobox-enter" ? 0 : argv.findIndex((word) => RUNS.test(word));
  if (verb < 0) return -1;
  let isNamed = client === "toolbox"; // `toolbox run claude` has one container, and names none.
  for (let at = verb + 1; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === "--") return at + 1;
    if (word.startsWith("-")) at += ALONE.test(word) ? 0 : 1;
    else if (isNamed) return at;
    else isNamed = true;
  }
  return -1;
}
