/**
 * The typed client of the daemon's API, for Node and Bun: `import { connect } from "ccmux/client"`.
 * Moments are ISO 8601, durations milliseconds.
 */
export { connect, type ConnectOptions } from "./connect.ts";
export type * from "./types.ts";
export { AppError as CcmuxError, type FailureCode } from "../core/errors.ts";
export type { EventJson as Event, SessionJson as Session } from "../core/session.ts";
export type {
  DialogAnswer,
  ExplainJson as Explanation,
  HealthJson as Health,
  KeysAnswer,
  ScreenJson as Screen,
  SearchAnswer,
  SendAnswer,
  TranscriptAnswer as Transcript,
  WaitAnswer,
} from "../core/answers.ts";
export type { AttentionKind, Status } from "../core/types.ts";
export type { Until } from "../core/wait.ts";
