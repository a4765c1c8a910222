// One prompt to three agents, and their answers side by side:
//   node ask-three.mjs "What would you name this?" [agent…]
// Without names it asks the first three that are idle. Works with Bun too.
import { connect } from "ccmux/client";

const [prompt, ...names] = process.argv.slice(2);
if (!prompt) {
  console.error('Usage: ask-three.mjs "prompt" [agent…]');
  process.exit(64);
}

const ccmux = await connect({ start: true });
try {
  const sessions =
    names.length > 0
      ? await Promise.all(names.map((name) => ccmux.session(name)))
      : (await ccmux.sessions({ status: "idle" })).slice(0, 3);
  const answers = await Promise.allSettled(sessions.map(ask));
  for (const [at, { agent, project, id }] of sessions.entries()) {
    const { value, reason } = answers[at];
    console.log(`## ${agent} in ${project ?? "?"} (${id})\n`);
    console.log(reason ? `${reason.message} ${reason.hint ?? ""}\n` : `${value}\n`);
    if (reason) process.exitCode = reason.exitCode ?? 1;
  }
} finally {
  await ccmux.close();
}

async function ask(session) {
  // In one request, so that nothing gets in between: the turn that this text began.
  const { turn } = await ccmux.send(session, prompt, { waitMs: 10 * 60_000 });
  if (turn !== "idle") throw new Error(`It is not done: ${turn}.`);
  return ccmux.last(session);
}
