import { columns, USUAL_WIDTH } from "./_columns.ts";
import type { Command } from "./_command.ts";
import { paint, terminalWidth } from "./_output.ts";

/** `ccmux <command> --help`. */
export function renderUsage(
  command: Command,
  common: readonly string[],
  width = terminalWidth() ?? USUAL_WIDTH,
): string {
  const { meta, args, rest, examples = [] } = command;
  const entries = Object.entries(args);
  const words = entries
    .filter(([, { type }]) => type === "positional")
    .map(([name, { required }]) => (required === false ? `[${name}]` : `<${name}>`));
  if (rest) words.push(`[${rest}…]`);
  const flags = entries
    .filter(([, { type }]) => type !== "positional")
    .map(([name, definition]) => {
      const hint =
        definition.type === "boolean"
          ? ""
          : ` <${("valueHint" in definition && definition.valueHint) || name}>`;
      const short =
        "alias" in definition && definition.alias ? `-${[definition.alias].flat()[0]}, ` : "";
      const choices = definition.type === "enum" ? ` (${definition.options?.join(", ")})` : "";
      const fallback = definition.default === undefined ? "" : ` [${definition.default}]`;
      return [
        `${short}--${name}${hint}`,
        `${definition.description ?? ""}${choices}${fallback}`,
        name,
      ] as const;
    });
  const own = flags.filter(([, , name]) => !common.includes(name));
  const shared = flags.filter(([, , name]) => common.includes(name));
  const positionals = entries
    .filter(([, { type }]) => type === "positional")
    .map(([name, { description = "" }]) => [`<${name}>`, description] as const);
  return [
    meta.description,
    "",
    `${paint("bold", "Usage")}  ccmux ${[meta.name, ...words].join(" ")} [options]`,
    ...(positionals.length ? ["", ...columns(positionals, width)] : []),
    "",
    paint("bold", "Options"),
    ...columns(
      [...own, ...shared].map(([flag, text]) => [flag, text] as const),
      width,
    ),
    ...(examples.length ? ["", paint("bold", "Examples"), ...columns(examples, width)] : []),
  ].join("\n");
}
