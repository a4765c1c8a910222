import { clean } from "./clean.ts";
import { compareSessions, type Session } from "./session.ts";

type Named = Pick<
  Session,
  | "id"
  | "agent"
  | "label"
  | "nativeId"
  | "job"
  | "project"
  | "pane"
  | "status"
  | "attention"
  | "startedAt"
>;

/** A table of lines and tabs can hold it, and no command takes it for a flag. */
const NAMEABLE = /^[^-\p{Cc}\p{Cf}\p{Zl}\p{Zp}][^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{0,199}$/u;
const MAX_PROJECT = 40;

/**
 * The names file, which shells read at TAB. Its first line is the daemon's pid and how many rows are offered before
 * anything is typed: one a session, `reference<TAB>description`, in the order of the list. Further names stand below
 * them: ids of labelled sessions, and projects with a single session.
 */
export function formatNames(sessions: Iterable<Named>, pid: number): string {
  const rows = [...sessions].toSorted(compareSessions);
  const other = [
    ...rows.filter(({ label }) => label !== null).map((row) => line(row.id, row)),
    ...soleProjects(rows).map((row) => line(row.project!, row)),
  ];
  return [`${pid} ${rows.length}`, ...rows.map(nameLine), ...other, ""].join("\n");
}

/** What the names file says of a session; the same while no reader of it would notice a change. */
export function nameLine(row: Named): string {
  const { label, id } = row;
  return line(label !== null && NAMEABLE.test(label) ? label : id, row);
}

function line(name: string, { agent, project, status, attention }: Named): string {
  // Any folder can be a project, whatever its name: here it is one line, and short.
  const place = project === null ? null : clean(project).slice(0, MAX_PROJECT);
  const kind = attention && !attention.provisional ? ` (${attention.kind})` : "";
  return `${name}\t${[agent, place, status + kind].filter(Boolean).join(", ")}`;
}

/** Sessions that their project's name refers to, and nothing else: no stronger kind of reference has it. */
function soleProjects(rows: readonly Named[]): Named[] {
  const counts = new Map<string | null, number>();
  for (const { project } of rows) counts.set(project, (counts.get(project) ?? 0) + 1);
  const agents = new Set(rows.map(({ agent }) => agent));
  const taken = new Set<string | null | undefined>(["self", ...agents]);
  for (const { id, label, nativeId, job, pane } of rows)
    for (const name of [id, label, nativeId, job, pane?.id, pane?.target]) taken.add(name);
  return rows.filter(({ project }) => {
    if (project === null || !NAMEABLE.test(project)) return false;
    return counts.get(project) === 1 && !taken.has(project) && !startsId(project, rows, agents);
  });
}

/** Most names are no start of an id for what agents are called: the ids themselves are looked at last. */
function startsId(name: string, rows: readonly Named[], agents: ReadonlySet<string>): boolean {
  const may = [...agents].some((agent) => `${agent}-`.startsWith(name.slice(0, agent.length + 1)));
  return may && rows.some(({ id }) => id.startsWith(name));
}
