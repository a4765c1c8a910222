import type { FeedAnswer } from "../core/answers.ts";
import { FEED_TYPES, isKept, matches, type FeedEventJson, type FeedType } from "../core/feed.ts";
import { AppError } from "../core/errors.ts";
import { iso } from "../core/session.ts";
import { parseSince } from "../core/since.ts";
import { PAGE, readFeed } from "../io/read-feed.ts";
import { ask, query } from "./_client.ts";
import { command } from "./_command.ts";
import { hang } from "./_columns.ts";
import { describeEvent } from "./_event.ts";
import { print, printJson, sayIncomplete, terminalWidth } from "./_output.ts";

/** Of the past, when nobody says from where on. */
const NEWEST = 50;

export default command({
  meta: { name: "events", description: "What happened, and with --follow what happens" },
  args: {
    follow: {
      type: "boolean",
      alias: "f",
      description: "Go on until Ctrl-C, across restarts of the daemon",
    },
    since: {
      type: "string",
      valueHint: "seq|time|duration",
      description: "What came after this event, from this time on, or in the last 15m",
    },
    session: {
      type: "string",
      valueHint: "ref",
      description: "Only this agent, also an ended one",
    },
    agent: { type: "string", description: "Only this kind of agent" },
    type: {
      type: "enum",
      options: [...FEED_TYPES],
      valueHint: "type,…",
      description: "Only these kinds of change",
    },
    limit: {
      type: "string",
      valueHint: "count",
      description: "At most so many of the past: the newest, with --since the first after it",
    },
  },
  examples: [
    ["ccmux events --since 2h --type attention", "who asked for what"],
    ["ccmux events --follow --json", "one JSON document a line"],
  ],
  async run({ args }) {
    const since = args.since === undefined ? undefined : toSince(args.since);
    const limit = args.limit === undefined ? undefined : toLimit(args.limit, since);
    const { agent, type } = args;
    const get = (path: string): Promise<FeedAnswer> => ask<FeedAnswer>({ path });
    // Whom it means is settled once: later it may mean another one.
    const session =
      args.session === undefined
        ? undefined
        : ((await get(`/v1/feed${query({ session: args.session, agent, limit: 1 })}`)).session ??
          undefined);
    const filters = { session, agent, type };
    if (!args.follow) {
      const range = { since, limit: limit ?? (since === undefined ? NEWEST : undefined) };
      let isEmpty = true;
      for await (const event of readFeed(get, filters, range, sayIncomplete)) {
        isEmpty = false;
        await (args.json ? printJson(event) : printEvent(event));
      }
      if (isEmpty && !args.json) await print("Nothing happened.");
      return;
    }
    const { follow } = await import("./_follow.ts");
    const types = (type?.split(",") as FeedType[] | undefined) ?? null;
    const wanted = { types, agent: agent ?? null, session: session ?? null };
    const isFiltered = Object.values(wanted).some((value) => value !== null);
    const past = since === undefined && limit === undefined ? null : { since, limit };
    const { signal } = new AbortController();
    for await (const event of follow(past, signal)) {
      // It is about everybody.
      if (isFiltered && (event.type === "snapshot" || !matches(event, wanted))) continue;
      if (args.json) await printJson(event);
      // A title that moves is no news for people.
      else if (event.type === "snapshot" || isKept(event)) await printEvent(event);
    }
  },
});

/** One line; on a narrow terminal it goes on below itself. */
function printEvent(event: FeedEventJson): Promise<void> {
  const width = terminalWidth() ?? Infinity;
  return print(hang(describeEvent(event, Date.now()), width).join("\n"));
}

function toSince(text: string): string {
  const since = parseSince(text, Date.now(), "--since");
  return "at" in since ? iso(since.at) : text;
}

function toLimit(text: string, since: string | undefined): number {
  const limit = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (limit <= (since === undefined ? PAGE : Infinity)) return limit;
  throw new AppError(
    "E_USAGE",
    `--limit: "${text}" is no count that fits.`,
    `Give a whole number from 1, without --since at most ${PAGE}.`,
  );
}
