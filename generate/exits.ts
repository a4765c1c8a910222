/** What a shell sees, and what it means. */
export const EXITS = [
  ["0", "Done, the condition is met, or there is nothing to list."],
  [
    "1",
    "The session is unknown, ambiguous or has ended; a search found nothing; the doctor found something wrong.",
  ],
  ["2", "wait, or send --wait, timed out."],
  ["64", "Usage error."],
  [
    "69",
    "The daemon can't be reached or started; this Node is too old; the output can't be written.",
  ],
  ["70", "A defect of ccmux."],
  [
    "75",
    "Refused for safety: nothing was typed, ended or written; the message says why and what would change it.",
  ],
  [
    "76",
    "Keys were pressed or a signal sent, and the effect could not be proven; to repeat it might do it twice.",
  ],
  ["130", "Interrupted."],
] as const;
