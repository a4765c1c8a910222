import { once } from "node:events";
import { createInterface } from "node:readline";

/** Whether somebody sits there who can be asked. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/** Asks on the terminal, and not on stdout. Nothing, or the end of the input, is no. */
export async function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  // As a plain stream, so that Ctrl-C stays a signal.
  const lines = createInterface({ input: process.stdin, terminal: false });
  const [answer] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
  // A terminal that is still read would keep us here.
  process.stdin.destroy();
  return /^y(?:es)?$/i.test(answer?.trim() ?? "");
}
