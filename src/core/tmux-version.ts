/** What everything here needs: `source-file -`, formats with `&&:`, and the messages that we read. */
const LEAST = [3, 2] as const;

/**
 * Whether `tmux -V` (`tmux 3.3a`, `tmux next-3.6`) or `#{version}` names one that is new enough; null
 * when it does not tell: `tmux master`, `tmux openbsd-7.4`.
 */
export function isTmuxNewEnough(text: string): boolean | null {
  const [, major, minor] = /^(?:tmux )?(?:next-)?(\d{1,4})\.(\d{1,4})/.exec(text.trim()) ?? [];
  if (major === undefined) return null;
  const difference = Number(major) - LEAST[0] || Number(minor) - LEAST[1];
  return difference >= 0;
}
