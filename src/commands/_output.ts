import { wrap } from "./_columns.ts";
import { clean, cleanJson, cleanLines } from "../core/clean.ts";
import { FAILURES, toFailure } from "../core/errors.ts";

// See `src/io/client.ts` for why they are not imported.
const { once } = process.getBuiltinModule("node:events");
const { styleText } = process.getBuiltinModule("node:util");

/** Writes all of it, however slow the reader; a reader that left is no error. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (process.stdout.destroyed) return;
  const isWhole = typeof text === "string" && text.endsWith("\n");
  const written = process.stdout.write(text);
  if (!(isWhole ? written : process.stdout.write("\n"))) await once(process.stdout, "drain");
}

export async function printJson(value: unknown): Promise<void> {
  await print(cleanJson(value));
}

/** For people, beside what was asked for. */
export function sayIncomplete(): void {
  process.stderr.write("ccmux: Some of that is no longer kept.\n");
}

/** Message and hint on stderr; as JSON where `--json` was asked for. Sets the exit code. */
export function fail(error: unknown, asJson: boolean): void {
  const failure = toFailure(error);
  process.exitCode = FAILURES[failure.code].exit;
  if (asJson) {
    process.stderr.write(`${cleanJson({ error: failure })}\n`);
    return;
  }
  const stack =
    failure.code === "E_DEFECT" && error instanceof Error
      ? `\n${cleanLines(error.stack ?? "")}`
      : "";
  const width = process.stderr.isTTY ? process.stderr.columns || 80 : Infinity;
  const [first = "", ...more] = wrap(`ccmux: ${clean(failure.message)}`, width);
  const lines = [...more, ...wrap(clean(failure.hint), width)].join("\n");
  const head = paint("red", "ccmux:", process.stderr) + first.slice("ccmux:".length);
  process.stderr.write(`${head}\n${lines}${stack}\n`);
}

type Style = Parameters<typeof styleText>[0];

/** Colours only where a terminal wants them: `styleText` knows NO_COLOR, FORCE_COLOR and TERM=dumb. */
export function paint(
  style: Style,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(style, text, { stream });
}

/** As `paint`, for many texts without controls of their own: the terminal is asked once. */
export function painter(style: Style): (text: string) => string {
  const [start, end] = paint(style, "\0").split("\0");
  return (text) => `${start}${text}${end}`;
}

/** Columns of the terminal; null where nobody counts them. */
export function terminalWidth(): number | null {
  return process.stdout.isTTY ? process.stdout.columns || 80 : null;
}
