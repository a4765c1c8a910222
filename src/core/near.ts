/** The known word that somebody may have meant; null when none is near. Pure. */
export function findNear(word: string, known: readonly string[]): string | null {
  const most = Math.min(3, Math.ceil(word.length / 3));
  const near = known
    .map((name) => ({ name, distance: distanceOf(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= most && distance < name.length)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.name ?? null;
}

/** Letters to add, drop, change, or swap with the next. */
function distanceOf(a: string, b: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, older[j - 2]! + 1);
    }
    [older, old] = [old, row];
  }
  return old[b.length]!;
}

/** `Did you mean "scanMs"? `, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = findNear(word, known);
  return near === null ? "" : `Did you mean "${near}"? `;
}
