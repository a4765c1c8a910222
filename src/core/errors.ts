/**
 * Every expected failure, with the exit code and the HTTP status it maps to. A new failure is a new
 * row here, never a new `if` in the CLI or the API.
 */
export const FAILURES = {
  E_USAGE: { exit: 64, http: 400 },
  E_NOT_FOUND: { exit: 1, http: 404 },
  E_AMBIGUOUS: { exit: 1, http: 409 },
  E_GONE: { exit: 1, http: 410 },
  E_TIMEOUT: { exit: 2, http: 408 },
  E_DAEMON_DOWN: { exit: 69, http: 503 },
  E_UNAVAILABLE: { exit: 69, http: 503 },
  E_REFUSED: { exit: 75, http: 409 },
  E_MOVED: { exit: 75, http: 409 },
  E_UNPROVEN: { exit: 76, http: 502 },
  E_UNAUTHORIZED: { exit: 69, http: 401 },
  E_FORBIDDEN: { exit: 69, http: 403 },
  E_METHOD: { exit: 64, http: 405 },
  E_TOO_LARGE: { exit: 64, http: 413 },
  E_MEDIA_TYPE: { exit: 64, http: 415 },
  E_DEFECT: { exit: 70, http: 500 },
} as const satisfies Record<string, { exit: number; http: number }>;

export type FailureCode = keyof typeof FAILURES;

/** An expected failure: shown as message and hint, without a stack. */
export class AppError extends Error {
  override readonly name = "CcmuxError";
  readonly code: FailureCode;
  /** The next thing to try, as one imperative sentence. */
  readonly hint: string;

  constructor(code: FailureCode, message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }

  /** What the CLI exits with: 1 no such session, 2 timeout, 64 usage, 69 no daemon, 75 refused, 76 unproven, 70 a defect. */
  get exitCode(): number {
    return FAILURES[this.code].exit;
  }
}

/** Of what writes: the daemon is gone, and nobody can say how far it had come. */
export function mayBeDone(verb: string, ref: string, cause: AppError): AppError {
  return new AppError(
    "E_UNPROVEN",
    `${cause.message} Whether it did "${verb}" to ${ref} is not known.`,
    "Look at its pane before you repeat it: that might do it twice.",
    cause,
  );
}

/** What crosses a thread or a socket: errors lose their class there. */
export interface FailureBody {
  code: FailureCode;
  message: string;
  hint: string;
}

export function toFailure(error: unknown): FailureBody {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return {
    code: "E_DEFECT",
    message: error instanceof Error ? error.message : String(error),
    hint: "This is a defect of ccmux: please report it with the output of `ccmux daemon logs`.",
  };
}

export function fromFailure(body: unknown): AppError {
  const given = (typeof body === "object" && body ? body : {}) as Partial<FailureBody>;
  const code = given.code && given.code in FAILURES ? given.code : "E_DEFECT";
  return new AppError(code, given.message ?? "Unknown failure.", given.hint ?? "");
}
