/** So many characters of a text are shown, and no more: what is as long may have been cut. */
const CUT_AT = 1000;

/**
 * The same words, whatever the spaces between them. Words that go on are others (`git push` and `git push
 * --force`), but where `drawn` was visibly cut. Pure.
 */
export function isSameText(drawn: string | null, said: string | null): boolean {
  if (drawn === null || said === null) return drawn === said;
  const [a, b] = [drawn, said].map((text) => text.trim().replace(/^#+ /, "").replace(/\s+/g, " "));
  // A path is drawn from the directory on.
  if (a === b || (!/\s/.test(b!) && b!.endsWith(`/${a}`))) return true;
  const isCut = a!.endsWith("…") || a!.length >= CUT_AT;
  return isCut && b!.startsWith(a!.replace(/…$/, ""));
}
