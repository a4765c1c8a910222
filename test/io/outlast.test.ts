import { beforeEach, expect, it, vi } from "vitest";
import { AppError, type FailureCode } from "../../src/core/errors.ts";
import { outlast } from "../../src/io/outlast.ts";

const HOUR = 3_600_000;
let now = 0;
const failing = (code: FailureCode): Promise<never> => Promise.reject(new AppError(code, "", ""));

beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(Math, "random").mockReturnValue(0);
});

/** What becomes of it when these are the answers, one after the other. */
async function ended(
  answers: readonly (() => Promise<string | null>)[],
  meanwhile: () => Promise<string | null> = () => Promise.resolve(null),
): Promise<string> {
  const left = [...answers];
  const ask = () => left.shift()!();
  return outlast({ deadline: now + 24 * HOUR, ask, meanwhile, late: () => "late" }, {}).catch(
    (error: AppError) => error.code,
  );
}
const down = () => failing("E_DAEMON_DOWN");
const later = (ms: number, then: () => Promise<string | null>) => () => {
  now += ms;
  return then();
};
const done = () => Promise.resolve("done");

it.each([
  ["is asked again after each of two restarts", [down, later(HOUR, down), done], "done"],
  [
    "is asked until the new daemon has found it",
    [down, () => failing("E_NOT_FOUND"), done],
    "done",
  ],
  ["is at its time when nobody is there", [later(25 * HOUR, down)], "late"],
  [
    "is over when the daemon that was there all the time does not know it",
    [() => failing("E_NOT_FOUND"), () => failing("E_NOT_FOUND"), later(25 * HOUR, down)],
    "E_NOT_FOUND",
  ],
  ["is over when it is refused", [() => failing("E_REFUSED")], "E_REFUSED"],
])("what takes long %s", async (_what, answers, end) => {
  expect(await ended(answers)).toBe(end);
});

it("ends by what happened meanwhile, and without a feed by what is", async () => {
  expect(await ended([down], () => Promise.resolve("gone"))).toBe("gone");
  expect(await ended([down, done], () => failing("E_UNAVAILABLE"))).toBe("done");
});

it("gives up on a daemon that does not come again", async () => {
  const never = later(20_000, down);
  expect(await ended([never], never)).toBe("E_DAEMON_DOWN");
});
