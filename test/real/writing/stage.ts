import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt, Ccmux } from "../ccmux.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Agent } from "../types.ts";
import { Model } from "./model.ts";
import type { Seen, WritingAgent } from "./types.ts";
import { until } from "./wait.ts";

/** OpenCode takes forty seconds to start on a busy machine. */
const START_MS = 90_000;
const FIRST_TURN_MS = 150_000;
/** omp draws its composer and drops the keys of the next seconds. */
const GRACE_MS = 5000;
const LISTED_MS = 15_000;
const SETTLE_MS = 6000;
const STILL_MS = 400;
/** Agents take a burst of keys for a paste: people pause, and so do we. */
const BETWEEN_KEYS_MS = 400;
const COMMAND_MS = 60_000;

interface Row {
  id: string;
  status: string;
  pane?: { id?: string } | null;
}

/** One real agent in its pane, and what the cases do to it and ask about it. */
export class Stage {
  readonly agent: WritingAgent;
  readonly sandbox: Sandbox;
  readonly model: Model;
  /** `%N`. */
  pane = "";
  /** By which ccmux is told whom it is to write to. */
  id = "";
  readonly #ccmux: Ccmux;
  /** What starts it. */
  command: string;
  readonly #leaves: string | undefined;
  #spoilt = true;

  constructor(agent: WritingAgent, { args, leaves }: Agent, sandbox: Sandbox, ccmux: Ccmux) {
    this.agent = agent;
    this.#leaves = leaves && join(sandbox.home, "project", leaves);
    this.sandbox = sandbox;
    this.model = new Model(sandbox, agent);
    this.#ccmux = ccmux;
    this.command = `bash /opt/rig/agents/${agent.name}.sh ${args}`;
  }

  /** Another one, started with other arguments, as long as `run` takes. */
  async startedWith(args: string, run: () => Promise<void>): Promise<void> {
    const { command } = this;
    this.command = `bash /opt/rig/agents/${this.agent.name}.sh ${args}`;
    try {
      await this.#restart();
      await run();
    } finally {
      this.command = command;
      this.spoil();
    }
  }

  /** A new shell in the pane, and a new agent in it. */
  async #restart(): Promise<void> {
    const { sandbox } = this;
    this.pane ||= (await sandbox.tmux("list-panes", "-t", "main", "-F", "#{pane_id}")).trim();
    await this.#alone();
    const shell = "bash --norc --noprofile";
    if (this.#leaves) await rm(this.#leaves, { recursive: true, force: true });
    await sandbox.tmux("respawn-pane", "-k", "-c", "/home/dev/project", "-t", this.pane, shell);
    await this.say("PS1='$ '; clear");
    await this.start();
    if (this.agent.slowFirstTurn) await this.#takeFirstTurn();
    this.#spoilt = false;
  }

  async #takeFirstTurn(): Promise<void> {
    await this.say("say:ready");
    const isOver = (look: Seen) => this.rests(look) && look.screen.split("ready").length > 2;
    await this.needs("the end of the first turn", isOver, FIRST_TURN_MS);
  }

  /** Without the windows and panes of the last case. */
  async #alone(): Promise<void> {
    await this.sandbox.tmux("kill-window", "-a", "-t", this.pane);
    await this.sandbox.tmux("kill-pane", "-a", "-t", this.pane);
  }

  /** Starts the agent from the shell that is in the pane. */
  async start(more = ""): Promise<void> {
    await this.say(`clear; ${this.command} ${more}`);
    await this.ready();
  }

  /** Waits for the agent that was started in the pane, for ccmux to know it, and for it to take keys. */
  async ready(): Promise<void> {
    await this.listed();
    await sleep(GRACE_MS);
    await this.still();
  }

  /** As soon as its composer shows and ccmux knows it. */
  async listed(): Promise<void> {
    await this.needs("the composer", this.rests, START_MS);
    this.id = await this.idIn(this.pane, this.id);
  }

  /** How ccmux calls the agent in a pane, once it knows it as idle. */
  async idIn(pane: string, old = ""): Promise<string> {
    let mine: Row | undefined;
    const isListed = async () => {
      const list = await this.#ccmux.command("list", "--json");
      const { sessions } = JSON.parse(list) as { sessions: Row[] };
      mine = sessions.find((row) => row.id !== old && row.pane?.id === pane);
      return mine?.status === "idle";
    };
    if (await until(isListed, LISTED_MS)) return mine!.id;
    throw new Error(`ccmux does not list ${this.agent.name} as idle, but as ${mine?.status}`);
  }

  /** Back to an idle agent with an empty composer, however the last case left it. */
  async settle(): Promise<void> {
    if (this.#spoilt) return this.#restart();
    await this.#alone();
    for (const keys of [[], ["Escape"], this.agent.clear]) {
      if (keys.length) await this.keys(...keys);
      if (await this.shows(this.rests, SETTLE_MS)) return;
    }
    await this.#restart();
  }

  ccmux(...args: string[]): Promise<Attempt> {
    return this.#ccmux.attempt(args, COMMAND_MS);
  }

  send(text: string, ...flags: string[]): Promise<Attempt> {
    return this.ccmux("send", this.id, ...flags, "--", text);
  }

  /** Opens what a case is about: no case goes on if that fails. */
  async tell(text: string): Promise<void> {
    const { code, stderr } = await this.send(text);
    if (code !== 0) throw new Error(`"${text}" could not be sent (${code}): ${stderr}`);
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.sandbox.tmux("send-keys", "-t", this.pane, key);
      await sleep(BETWEEN_KEYS_MS);
    }
  }

  async type(text: string): Promise<void> {
    await this.sandbox.tmux("send-keys", "-t", this.pane, "-l", text);
    await sleep(BETWEEN_KEYS_MS);
  }

  /** Types a line, as a person would. */
  async say(text: string): Promise<void> {
    await this.type(text);
    await this.keys("Enter");
  }

  /** What tmux knows of the pane. */
  async ask(format: string): Promise<string> {
    return (await this.sandbox.tmux("display-message", "-p", "-t", this.pane, format)).trimEnd();
  }

  screen(): Promise<string> {
    return this.sandbox.tmux("capture-pane", "-p", "-t", this.pane);
  }

  async look(): Promise<Seen> {
    return { title: await this.ask("#{pane_title}"), screen: await this.screen() };
  }

  /** The screen, once it has not moved for a while. */
  async still(): Promise<string> {
    let last = await this.screen();
    for (const until = Date.now() + SETTLE_MS; Date.now() < until;) {
      await sleep(STILL_MS);
      const now = await this.screen();
      if (now === last) return now;
      last = now;
    }
    throw new Error("the pane does not come to rest");
  }

  shows(test: (look: Seen) => boolean, timeoutMs: number): Promise<boolean> {
    return until(async () => test(await this.look()), timeoutMs);
  }

  /** No case goes on without what it needs on the screen. */
  async needs(what: string, test: (look: Seen) => boolean, timeoutMs: number): Promise<void> {
    if (!(await this.shows(test, timeoutMs)))
      throw new Error(`${what} was not seen in ${timeoutMs} ms`);
  }

  /** The next case needs a new agent. */
  spoil(): void {
    this.#spoilt = true;
  }

  rests = (look: Seen): boolean => this.agent.rests(look);

  /** Writes a file that ccmux inside can read, and returns its path there. */
  async file(name: string, text: string): Promise<string> {
    await writeFile(join(this.sandbox.home, name), text);
    return `/home/dev/${name}`;
  }
}
