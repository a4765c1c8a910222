import { clean } from "../core/clean.ts";
import { formatSpan } from "../core/duration.ts";
import type { FeedEventJson } from "../core/feed.ts";
import { paint } from "./_output.ts";

/** An event for people, one line. */
export function describeEvent(event: FeedEventJson, now: number): string {
  return `${paint("dim", formatTime(event.at, now))} ${describe(event)}`;
}

function describe(event: FeedEventJson): string {
  const { type, session, sessions, health, gap, turnMs } = event;
  switch (type) {
    case "snapshot":
      return `${sessions?.length ?? 0} agents`;
    case "health":
      return `health ${health?.state}${health?.reasons.length ? `: ${health.reasons.map(clean).join("; ")}` : ""}`;
    case "gap":
      return `nothing is known of the ${formatSpan(Date.parse(gap!.to) - Date.parse(gap!.from))} before: ${clean(gap!.because)}`;
    default: {
      if (!session) return type;
      const { id, label, project, pane } = session;
      const who = [label ?? id, project ?? "-", pane?.target ?? "-"].map(clean).join(" ");
      const turn = turnMs === undefined ? "" : `, after ${formatSpan(turnMs)}`;
      return `${who} ${tell(event, session)}${turn}`;
    }
  }
}

function tell(
  { type, from, changed, dismissed }: FeedEventJson,
  session: FeedEventJson["session"],
): string {
  const { status, attention, lastError, label } = session!;
  const what = [attention?.tool, attention?.text].filter(Boolean).join(": ");
  const asks = attention && (what || attention.kind !== "other");
  const now = asks ? `${attention.kind}${what ? ` (${clean(what)})` : ""}` : status;
  if (type === "created") return `${from ? "is back" : "appeared"}, ${now}`;
  if (type === "removed") return dismissed ? "was dismissed" : "ended";
  const parts = [
    from && from.status !== status && `${from.status} → ${now}`,
    from?.status === status && changed?.includes("attention") && now,
    changed?.includes("error") && lastError && `failed: ${clean(lastError.text)}`,
    changed?.includes("label") && (label === null ? "has no label now" : "has this label now"),
  ];
  return parts.filter(Boolean).join(", ") || now;
}

/** The time, and the day unless it is today. */
function formatTime(at: string, now: number): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString("en-GB");
  const isToday = moment.toDateString() === new Date(now).toDateString();
  // The Swedish write days as ISO 8601 does.
  return isToday ? time : `${moment.toLocaleDateString("sv-SE")} ${time}`;
}
