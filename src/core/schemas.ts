/** What comes in over HTTP, checked. Apart from the nouns: zod costs a one-shot command 90 ms. */
import { z } from "zod";
import { AppError } from "./errors.ts";
import { FEED_TYPES } from "./feed.ts";
import { ATTENTION_KINDS, PROOFS, STATUSES } from "./types.ts";
import { UNTIL } from "./wait.ts";

/** What a parameter is in the OpenAPI document: there a number is a number, and commas make a list. */
const parameter = <S extends z.ZodType>(schema: S, as: object): S => schema.meta({ parameter: as });

const flag = parameter(
  z.enum(["true", "false"]).transform((value) => value === "true"),
  { type: "boolean" },
);
const count = (most: number) =>
  parameter(
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().max(most)),
    { type: "integer", minimum: 0, maximum: most },
  );
/** `idle,waiting`. */
const list = <const T extends readonly string[]>(words: T) =>
  parameter(
    z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(words))),
    { type: "array", items: { type: "string", enum: words } },
  );

export const sessionsQuery = z.strictObject({
  status: list(STATUSES).optional(),
  agent: z.string().max(64).optional(),
  project: z.string().max(256).optional(),
  here: flag.optional(),
});

export const screenQuery = z.strictObject({
  lines: count(100_000).optional(),
  ansi: flag.optional(),
  all: flag.optional(),
});

export const transcriptQuery = z.strictObject({ turns: count(100).default(1) });

export const searchQuery = z.strictObject({
  q: z.string().trim().min(2).max(200),
  limit: count(100).pipe(z.number().min(1)).default(20),
});

/** Milliseconds. */
const waitable = count(7 * 24 * 3_600_000);

export const waitQuery = z
  .strictObject({
    ref: z.array(z.string().min(1).max(512)).min(1).max(1000),
    until: list(UNTIL).default(["idle"]),
    kind: list(ATTENTION_KINDS).optional(),
    any: flag.default(false),
    background: flag.default(false),
    timeoutMs: waitable.default(300_000),
    stableMs: count(24 * 3_600_000).default(0),
  })
  .refine(
    ({ until, kind }) =>
      kind === undefined || until.some((one) => /^(waiting|attention)$/.test(one)),
    { path: ["kind"], error: "goes with until=waiting only" },
  )
  .refine(({ until, background }) => !background || until.includes("idle"), {
    path: ["background"],
    error: "goes with until=idle only",
  });

/** What `send` has answered. */
export const turnQuery = z.strictObject({
  proof: z.enum(PROOFS),
  enteredAt: z.iso.datetime(),
  timeoutMs: waitable.default(300_000),
});

export const eventsQuery = z.strictObject({
  since: z.string().max(64).optional(),
});

export const feedQuery = z.strictObject({
  since: z
    .string()
    .max(64)
    .optional()
    .describe("A seq, a moment in ISO 8601, or a duration back from now"),
  session: z.string().min(1).max(512).optional(),
  agent: z.string().max(64).optional(),
  type: list(FEED_TYPES).optional(),
  limit: count(1000).pipe(z.number().min(1)).default(1000),
});

/** What a mutation was decided on: it is refused when that has moved. Null: whatever is there now. */
const decided = {
  /** The dialog that was seen: `attention.generation`. */
  generation: z.string().min(1).max(64).nullable().default(null),
  /** Whom the reference meant: the session's whole id. */
  session: z.string().min(1).max(64).nullable().default(null),
};

/** NUL and half characters are no text: something went wrong before it came to us. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      "holds NUL or half a character",
    );

export const sendBody = z.strictObject({
  text: text(512 * 1024),
  enter: z.boolean().default(true),
  force: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  /** Wait for the turn, at most so long; null: do not. */
  waitMs: z
    .number()
    .int()
    .min(0)
    .max(7 * 24 * 3_600_000)
    .nullable()
    .default(null),
  ...decided,
});

export const keysBody = z.strictObject({
  keys: z.array(z.string().min(1).max(32)).min(1).max(64),
  force: z.boolean().default(false),
  ...decided,
});

export const killBody = z.strictObject({
  force: z.boolean().default(false),
  session: decided.session,
});
export const dismissBody = z.strictObject({ session: decided.session });
/** Null: it has none from now on. */
export const labelBody = z.strictObject({
  label: z.string().max(256).nullable(),
  session: decided.session,
});
export const seenBody = z.strictObject({ session: decided.session });

export const interruptBody = z.strictObject(decided);
export const verdictBody = z.strictObject(decided);
export const answerBody = z.strictObject({ text: text(4096).min(1), ...decided });

/** @throws AppError E_USAGE, naming key and what is allowed; never the value, which may be a prompt */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const key =
    issue?.path.join(".") || (issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : "body");
  throw new AppError(
    "E_USAGE",
    `${key}: ${issue?.message ?? "invalid"}.`,
    "See docs/http-api.md for what this route takes.",
  );
}

/** @throws AppError E_USAGE, naming key, value and what is allowed */
export function parseQuery<S extends z.ZodType>(schema: S, params: URLSearchParams): z.output<S> {
  // Without a prototype, so that a key of any name is only a key.
  const input = Object.create(null) as Record<string, unknown>;
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key);
    input[key] = key === "ref" ? values : values.length === 1 ? values[0] : values;
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const key = String(
    issue?.path[0] ?? (issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : "query"),
  );
  throw new AppError(
    "E_USAGE",
    `${key}: ${issue?.message ?? "invalid"} (got ${JSON.stringify(input[key] ?? null)}).`,
    "See docs/http-api.md for what this route takes.",
  );
}
