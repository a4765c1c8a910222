import { accessSync, constants, realpathSync, statSync, type Stats } from "node:fs";
import type { ExplainJson } from "../core/answers.ts";
import { MARKER_ENV, markersOf, type Env, type Paths } from "../core/paths.ts";
import type { SessionJson } from "../core/session.ts";
import { chooseDiscovery } from "../io/host.ts";
import { readLock } from "../io/lock-file.ts";
import { readEnv } from "../io/proc.ts";
import { settingsFile, type Known } from "../setup/find.ts";
import { knownAgents, type AgentPlan, type FilePlan, type World } from "../setup/survey.ts";
import { placeOf, type Folders, type Reader, type Teller } from "./_checks-telling.ts";
import { ask, sessionPath } from "./_client.ts";

/** What the running daemon reads, by its own environment. @param setting `discovery` of the config */
export function findReader({ lock, markers }: Paths, setting: "auto" | "ps"): Reader {
  const env = readEnv(readLock(lock)?.pid ?? 0, [...MARKER_ENV, "CCMUX_DISCOVERY"]);
  const follows = chooseDiscovery(env.CCMUX_DISCOVERY, setting) === "proc";
  return { folder: markersOf(env, "") ?? markers, follows };
}

/** Those of the sessions that have hooks of ours that run. Reads only; the daemon must be there. */
export async function findTellers(
  world: World,
  agents: readonly AgentPlan[],
  sessions: readonly SessionJson[],
  reader: Reader,
): Promise<Teller[]> {
  const known = new Map(knownAgents().map((one) => [one.agent.name, one]));
  const tellers: Teller[] = [];
  for (const session of sessions) {
    const plan = agents.find(({ agent }) => agent === session.agent);
    const one = known.get(session.agent);
    if (!plan || !one || session.pid === 0 || session.bound === "unverified") continue;
    const env = readEnv(session.pid, [...MARKER_ENV, ...one.agent.process.env]);
    const file = hooksOf(one, plan, env, world.home);
    const hasTold = file && (await hasSpoken(session.id));
    if (!file || hasTold === null) continue;
    const startedAt = Date.parse(session.startedAt);
    tellers.push({
      id: session.id,
      title: plan.title,
      settings: file.path,
      isOlder: startedAt < (look(file.path)?.mtimeMs ?? 0),
      hasTold,
      hadTurn: hadTurn(session, startedAt),
      markers: env.HOME === undefined ? null : placeOf(env, world.paths.markers, reader, FOLDERS),
    });
  }
  return tellers;
}

/** The file with the hooks that this one runs; null: it has none, or runs none, and that is told already. */
function hooksOf(one: Known, { files }: AgentPlan, env: Env, home: string): FilePlan | null {
  const path = settingsFile(one, env, env.HOME ?? home);
  const real = look(path) && realpathSync(path);
  const file = files.find((each) => each.path === path || each.target?.file === real);
  return file && runs(file) ? file : null;
}

function runs({ state, standing }: FilePlan): boolean {
  const { off = null, untrusted = null } = standing?.now ?? {};
  return state === "installed" && off === null && (untrusted ?? []).length === 0;
}

/** Null: it has ended meanwhile, or the daemon has. */
function hasSpoken(id: string): Promise<boolean | null> {
  const question = { path: sessionPath(id, "explain") };
  const answer = ask<Pick<ExplainJson, "binding">>(question, { start: false });
  return answer.then(
    ({ binding }) => binding.ties.some(({ source }) => source === "hook"),
    () => null,
  );
}

/** A conversation that was taken up again has turns from before: those tell nothing. */
function hadTurn(session: SessionJson, startedAt: number): boolean {
  const { status, attention, turnStartedAt, lastUserInputAt } = session;
  if (status === "working" || (attention && attention.kind !== "trust")) return true;
  return [turnStartedAt, lastUserInputAt].some((at) => at !== null && Date.parse(at) > startedAt);
}

/** Null also of what can't be looked at: an agent's environment may name anything. */
function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

const FOLDERS: Folders = {
  isThere: (path) => look(path)?.isDirectory() ?? false,
  mayWrite(path) {
    try {
      accessSync(path, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
};
