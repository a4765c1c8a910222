/** Epoch milliseconds. Not `Date.now` itself: `test/faults` puts another in its place under a daemon that runs. */
export const now = (): number => Date.now();
