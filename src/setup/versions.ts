/** `omp/17.1.3`, `GitHub Copilot CLI 1.0.71.`, `2026.1.16-hash`: what in it is the version; null when nothing is. */
export function findVersion(text: string): string | null {
  return /(?<![\d.])v?(\d+(?:\.\d+){1,3}(?:[-+][0-9a-z.-]*[0-9a-z])?)/i.exec(text)?.[1] ?? null;
}

/** By its numbers; what follows them, as `-beta`, does not count. */
export function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split(/[-+]/)[0]!.split(".").map(Number));
  for (let at = 0; at < Math.max(a!.length, b!.length); at += 1) {
    const difference = (a![at] ?? 0) - (b![at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
