import { clean } from "../core/clean.ts";
import { compareSessions, type SessionJson } from "../core/session.ts";
import { formatSpan } from "../core/duration.ts";
import { paint, painter } from "./_output.ts";
import { fit, measureFor, pad } from "./_width.ts";

const LOOK = {
  waiting: ["▲", "yellow"],
  working: ["●", "green"],
  idle: ["○", "gray"],
  unknown: ["?", "gray"],
} as const;

const HEADS = ["STATUS", "AGENT", "PROJECT", "PANE", "FOR", "ID", ""];
const [AGENT, PROJECT, PANE, FOR, ID, TEXT] = [1, 2, 3, 4, 5, 6] as const;
const GAP = 2;
const LEAST_TEXT = 24;
const SHORT_TEXT = 10;
const LEAST_PROJECT = 6;

/**
 * The list for people: attention first. Where the terminal is narrow, columns are left out; what an
 * agent asks is cut last.
 * @param columns of the terminal; null: nobody counts, nothing is cut
 */
export async function renderTable(
  sessions: readonly SessionJson[],
  now: number,
  columns: number | null,
): Promise<string> {
  if (sessions.length === 0) return "No agents run in tmux.";
  const sorted = sessions.toSorted(compareSessions);
  const rows = sorted.map((session) => toCells(session, now));
  const width = await measureFor(rows.flat());
  let shown = HEADS.map((_, index) => index);
  const widths = HEADS.map((head, index) =>
    Math.max(head.length, ...rows.map((row) => width(row[index]!))),
  );
  const fixed = (): number =>
    shown.filter((index) => index !== TEXT).reduce((sum, index) => sum + widths[index]! + GAP, 0);
  if (columns !== null) {
    const drop = (index: number): void => void (shown = shown.filter((one) => one !== index));
    // A pane is how to name a row; without one its project is.
    const least = (): number => (shown.includes(PANE) ? LEAST_TEXT : SHORT_TEXT);
    const over = (): number => fixed() + Math.min(least(), widths[TEXT]!) - columns;
    for (const index of [ID, FOR]) if (over() > 0) drop(index);
    // Names may be of any length: the project gives way, then the text.
    const project = widths[PROJECT]!;
    const narrow = (): void => {
      widths[PROJECT] = project;
      widths[PROJECT] = Math.max(LEAST_PROJECT, project - Math.max(0, over()));
    };
    narrow();
    for (const index of [AGENT, PANE]) {
      if (columns - fixed() >= Math.min(SHORT_TEXT, widths[TEXT]!)) break;
      drop(index);
      narrow();
    }
    widths[TEXT] = Math.max(0, columns - fixed());
  }
  const line = (cells: readonly string[]): string =>
    shown
      .map((index) => pad(fit(cells[index]!, widths[index]!, width), widths[index]!, width))
      .join(" ".repeat(GAP))
      .trimEnd();
  const colours = new Map(
    Object.entries(LOOK).map(([status, [, style]]) => [status, painter(style)]),
  );
  const colour = (text: string, { status }: SessionJson): string => {
    const end = text.indexOf("  ");
    return colours.get(status)!(text.slice(0, end)) + text.slice(end);
  };
  return [
    paint("dim", line(HEADS)),
    ...rows.map((row, index) => colour(line(row), sorted[index]!)),
  ].join("\n");
}

function toCells(session: SessionJson, now: number): string[] {
  const { attention, pane } = session;
  const what = attention ? attention.kind : session.status;
  return [
    `${LOOK[session.status][0]} ${what}`,
    session.agent,
    clean(session.project ?? "-") +
      (session.branch && session.worktree ? `@${clean(session.branch)}` : ""),
    clean(pane?.target ?? (session.job === null ? "-" : "background")),
    formatSpan(now - Date.parse(session.statusSince)),
    clean(session.label ?? session.id),
    describe(session),
  ];
}

function describe({ attention, lastError, background, unread, bound }: SessionJson): string {
  const parts = [
    attention && [attention.tool, attention.text].filter(Boolean).join(": "),
    lastError && `failed: ${lastError.text}`,
    background > 0 && `${background} in the background`,
    unread?.reason === "finished" && "unread",
    bound === "unverified" && "unverified",
  ];
  return clean(parts.filter(Boolean).join(" · "));
}
