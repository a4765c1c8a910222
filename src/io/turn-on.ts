import type { FeedAnswer, SendAnswer, TurnAnswer } from "../core/answers.ts";
import { AppError } from "../core/errors.ts";
import { query, sessionPath } from "../core/request-path.ts";
import { FEED_MS, outlast, SLACK_MS, type Line } from "./outlast.ts";

/**
 * Waits for the turn that a text began, also when the daemon that typed it is no more.
 * @returns the answer, with how the turn ended
 * @throws AppError that says that the text was submitted
 */
export async function waitForTurn(
  sent: SendAnswer,
  timeoutMs: number,
  line: Line,
): Promise<SendAnswer> {
  const { id, proof, enteredAt } = sent;
  if (proof === null || enteredAt === null) return sent;
  const pathFor = (ms: number): string =>
    `${sessionPath(id, "turn")}${query({ proof, enteredAt, timeoutMs: ms })}`;
  try {
    const turn = await outlast<TurnAnswer["turn"]>(
      {
        deadline: Date.now() + timeoutMs,
        ask: async (leftMs) =>
          (await line.get<TurnAnswer>(pathFor(leftMs), leftMs + SLACK_MS)).turn,
        async meanwhile() {
          const ended = query({ since: enteredAt, session: id, type: "removed" });
          const { events } = await line.get<FeedAnswer>(`/v1/feed${ended}`, FEED_MS);
          return events.some(({ dismissed }) => !dismissed) ? "gone" : null;
        },
        late: () => "timeout",
      },
      line,
    );
    return { ...sent, turn };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      // Refused is what was not typed.
      error.code === "E_REFUSED" ? "E_GONE" : error.code,
      `The text was submitted to ${id} (${proof}), but how its turn ended can't be told: ${error.message}`,
      `Do not send it again; \`ccmux wait ${id}\` says when it is idle.`,
      error,
    );
  }
}
