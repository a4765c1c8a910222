import { AppError } from "./errors.ts";

/** What a query may hold; a list is repeated, and what is undefined is left out. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** `{a: 1, b: ["x", "y"]}` → `?a=1&b=x&b=y`. */
export function query(params: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

/**
 * The path of a session, or of a route below it.
 * @throws AppError for a reference that no path can hold
 */
export function sessionPath(ref: string, tail?: string): string {
  if (ref.trim() === "")
    throw new AppError("E_USAGE", "The <ref> is empty.", "Run `ccmux list` to see what there is.");
  if (ref === "." || ref === "..")
    throw new AppError(
      "E_NOT_FOUND",
      `No session matches "${ref}".`,
      "Run `ccmux list` to see what there is.",
    );
  return `/v1/sessions/${encodeURIComponent(ref)}${tail === undefined ? "" : `/${tail}`}`;
}
