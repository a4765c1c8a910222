import { AppError } from "../core/errors.ts";

/** No key was pressed. */
export function refused(because: string, hint: string): AppError {
  return new AppError("E_REFUSED", `Nothing was typed: ${because}.`, hint);
}

/** Keys were pressed, and nobody saw what they did. */
export function unproven(because: string): AppError {
  const sentence = because[0]!.toUpperCase() + because.slice(1);
  return new AppError(
    "E_UNPROVEN",
    `${sentence}.`,
    "Look at it with `ccmux screen <ref>` before you repeat it: that might do it twice.",
  );
}
