import type { Context } from "hono";
import { AppError } from "../core/errors.ts";

const MAX_BODY_BYTES = 1 << 20;
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"?)?$/i;

/** @throws AppError E_MEDIA_TYPE, E_TOO_LARGE or E_USAGE, in this order */
export async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!JSON_TYPE.test(type)) {
    throw new AppError(
      "E_MEDIA_TYPE",
      `A body of "${type || "no type"}" is not read.`,
      "Send JSON, and content-type: application/json.",
    );
  }
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  if (!(length <= MAX_BODY_BYTES)) {
    throw new AppError(
      "E_TOO_LARGE",
      `A body of ${Number.isNaN(length) ? "unknown length" : `${length} bytes`} is not read.`,
      `Send at most ${MAX_BODY_BYTES} bytes, with content-length.`,
    );
  }
  try {
    // Strictly: what is no UTF-8 would else become text that nobody has sent.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
  } catch {
    throw new AppError("E_USAGE", "The body is no JSON in UTF-8.", "See docs/http-api.md.");
  }
}
