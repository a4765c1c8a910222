import { AppError } from "./errors.ts";

/** Of a request's first line and headers: a wait names its sessions there, some hundreds of long references. */
export const MAX_HEAD_BYTES = 64 << 10;

export function headTooLong(): AppError {
  return new AppError(
    "E_TOO_LARGE",
    `The head of the request is longer than ${MAX_HEAD_BYTES} bytes.`,
    "Name fewer sessions at once, by id.",
  );
}
