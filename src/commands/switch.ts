import { spawn } from "node:child_process";
import { once } from "node:events";
import { clean } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import type { SessionJson, SessionPane } from "../core/session.ts";
import { runProgram } from "../io/run.ts";
import { realSocket } from "../io/tmux-sockets.ts";
import { ask, sessionPath } from "./_client.ts";
import { command, REF } from "./_command.ts";
import { loadAgents } from "./_config.ts";
import { attachArgs, attachLine, howToJump, targetIn } from "./_jump.ts";
import { print, printJson } from "./_output.ts";

export default command({
  meta: { name: "switch", description: "Go to an agent's pane" },
  args: { ref: REF },
  examples: [
    ["ccmux switch claude", "in tmux: there; else: attaches, or says what to run"],
    ["bind-key N run-shell 'ccmux switch claude'", "in ~/.tmux.conf"],
  ],
  async run({ args }) {
    const { session } = await ask<{ session: SessionJson }>({ path: sessionPath(args.ref) });
    const pane = session.pane ?? (await noPane(session));
    const socket = process.env.TMUX?.split(",")[0];
    const how = howToJump(pane, {
      server: socket ? realSocket(socket) : null,
      hasTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY && !args.json),
    });
    const run = attachLine(pane);
    if (how === "refuse") {
      throw new AppError(
        "E_REFUSED",
        `${session.id} is on another tmux server, ${clean(pane.server)}.`,
        `Detach first (\`tmux detach\`), then run: ${clean(run)}`,
      );
    }
    if (how === "attach") return attach(pane);
    if (how === "switch") await switchClient(pane, run);
    const isDone = how === "switch";
    if (args.json)
      await printJson({ id: session.id, pane, switched: isDone, run: isDone ? null : run });
    else if (!isDone) await print(clean(run));
  },
});

/** With our own `TMUX` and `TMUX_PANE`: tmux then takes the client that shows us. */
async function switchClient(pane: SessionPane, run: string): Promise<void> {
  const tmux = async (...args: string[]): Promise<string> => {
    const result = await runProgram("tmux", ["-u", ...args], { env: process.env });
    if (result.ok && result.code === 0) return result.stdout;
    const because = result.ok ? result.stderr.trim() : result.message;
    throw new AppError(
      "E_NOT_FOUND",
      `tmux did not go there: ${clean(because)}.`,
      `In a terminal: ${clean(run)}`,
    );
  };
  const here = await tmux(
    "list-panes",
    "-s",
    "-F",
    "#{pane_id} #{session_id}:#{window_id}.#{pane_id}",
  );
  await tmux("switch-client", "-Z", "-t", targetIn(here, pane));
}

async function attach(pane: SessionPane): Promise<void> {
  const child = spawn("tmux", attachArgs(pane), { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
}

async function noPane({ id, agent, job }: SessionJson): Promise<never> {
  const opens = job && (await loadAgents()).get(agent)?.background?.opens(job);
  throw new AppError(
    "E_NOT_FOUND",
    `${id} is in no pane.`,
    opens ? `Open it in one: \`${opens}\`.` : "Run `ccmux explain <ref>`.",
  );
}
