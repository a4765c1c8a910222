import type { SnapshotJson } from "../core/session.ts";
import { FAILURES, type AppError } from "../core/errors.ts";
import { STATUSES } from "../core/types.ts";
import { ask } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, printJson } from "./_output.ts";

export default command({
  meta: { name: "status", description: "How many work, wait and are done" },
  args: {
    line: {
      type: "boolean",
      description:
        "One short line, for a tmux status bar; empty without agents, 'ccmux off' without a daemon",
    },
  },
  examples: [["set -g status-right '#(ccmux status --line)'", "in ~/.tmux.conf"]],
  async run({ args }) {
    // A bar asks all day: `ccmux daemon stop` has to hold against it.
    const answer = await ask<SnapshotJson>({ path: "/v1/sessions" }, { start: !args.line }).catch(
      (error: AppError) => {
        if (!args.line || args.json || error.code !== "E_DAEMON_DOWN") throw error;
        process.exitCode = FAILURES.E_DAEMON_DOWN.exit;
      },
    );
    if (!answer) return print("ccmux off");
    const { seq, health, sessions } = answer;
    const counts = Object.fromEntries(
      STATUSES.map((status) => [status, sessions.filter((one) => one.status === status).length]),
    ) as Record<(typeof STATUSES)[number], number>;
    const unread = sessions.filter((one) => one.unread).length;
    if (args.json) return printJson({ seq, health, total: sessions.length, ...counts, unread });
    if (args.line) {
      const parts = [
        counts.waiting && `▲${counts.waiting}`,
        counts.working && `●${counts.working}`,
        counts.idle && `○${counts.idle}`,
        counts.unknown && `?${counts.unknown}`,
      ];
      return print(parts.filter(Boolean).join(" "));
    }
    const { waiting, working, idle, unknown } = counts;
    await print(
      [
        paint(waiting ? "yellow" : "gray", `${waiting} waiting`),
        paint(working ? "green" : "gray", `${working} working`),
        `${idle} idle`,
        ...(unknown ? [`${unknown} unknown`] : []),
        ...(unread ? [`${unread} unread`] : []),
      ].join(", "),
    );
  },
});
