// Says yes to `npm test`, and leaves everything else to you:
//   node approve-npm-test.mjs
import { CcmuxError, connect } from "ccmux/client";

/** Whole commands. A part of one is no command: `npm test; rm -rf .` has it too. */
const ALLOWED = new Set(["npm test"]);
/** Dialogs that were judged: a title that moves tells of the same one again. */
const judged = new Set();

const ccmux = await connect({ start: true });
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => ccmux.close());

for await (const { session, sessions = [] } of ccmux.events()) {
  for (const one of session ? [session] : sessions) await judge(one);
}

async function judge(session) {
  const { status, attention, id } = session;
  if (status !== "waiting" || attention.kind !== "permission") return;
  if (!ALLOWED.has(attention.text?.trim()) || judged.has(attention.generation)) return;
  judged.add(attention.generation);
  try {
    // With the session goes the dialog that was judged: if it asks something else by now, nothing is pressed.
    const { option } = await ccmux.approve(session);
    console.log(`${id}: ${attention.text.trim()}: ${option}`);
  } catch (error) {
    if (!(error instanceof CcmuxError)) throw error;
    console.error(`${id}: ${error.message} ${error.hint}`);
  }
}
