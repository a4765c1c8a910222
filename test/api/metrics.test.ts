import { expect, it } from "vitest";
import { STATUSES } from "../../src/core/types.ts";
import { serve } from "./served.ts";
import { session } from "../session.ts";

const SECRETS = ["do not tell", "/home/secret", "hidden-branch", "claude-waits"];

async function scrape(): Promise<string> {
  const { app, store, context } = await serve();
  const said = {
    lastPrompt: SECRETS[0]!,
    cwd: SECRETS[1]!,
    branch: SECRETS[2]!,
    title: SECRETS[0]!,
  };
  const attention = {
    kind: "plan",
    tool: null,
    text: SECRETS[0]!,
    since: 0,
    generation: "g",
  } as const;
  const waits = session("claude-waits", { status: "waiting", attention, ...said });
  store.apply({ set: [session("a"), session("b"), waits], remove: [] }, 1);
  context.counts.answers.set(200, 12).set(401, 3);
  const response = await app.request("/v1/metrics");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4");
  return response.text();
}

const SAMPLE = /^(ccmux_[a-z_]+)(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? -?[\d.e+-]+$/;

it("is Prometheus text: each name once, with help, type and then its numbers", async () => {
  const families = (await scrape()).split(/^# HELP /m).slice(1);
  const names = families.map((family) => {
    const [help, type, ...samples] = family.trimEnd().split("\n");
    const [, name] = /^(ccmux_[a-z_]+) \S/.exec(help!)!;
    expect(type).toMatch(new RegExp(`^# TYPE ${name} (?:gauge|counter)$`));
    expect(samples.map((line) => SAMPLE.exec(line)?.[1])).toEqual(samples.map(() => name));
    return name;
  });
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(15);
});

it("counts what there is", async () => {
  const text = await scrape();
  for (const line of [
    'ccmux_build_info{version="1.2.3"} 1',
    'ccmux_sessions{agent="claude",status="idle"} 2',
    'ccmux_sessions{agent="claude",status="waiting"} 1',
    'ccmux_sessions{agent="codex",status="idle"} 0',
    'ccmux_attention{kind="plan"} 1',
    "ccmux_changes_total 3",
    "ccmux_scans_total 7",
    "ccmux_scan_seconds_total 0.09",
    'ccmux_tmux_clients_total{for="capture"} 2',
    'ccmux_http_responses_total{code="401"} 3',
  ])
    expect(text.split("\n")).toContain(line);
});

it("names nobody: its labels are the same whatever sessions say", async () => {
  const text = await scrape();
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  const sessions = text.split("\n").filter((line) => line.startsWith("ccmux_sessions{"));
  expect(sessions.length % STATUSES.length).toBe(0);
});
