/** What a daemon held at one moment. */
export interface Sample {
  minute: number;
  /** Resident, in MB. */
  memory: number;
  descriptors: number;
  threads: number;
  /** Started in each scan. */
  processes: number;
  /** Of one core, in percent. */
  cpu: number;
}

const LINES = ["memory", "descriptors", "threads", "processes", "cpu"] as const;
const [WIDTH, HEIGHT, LEFT] = [640, 90, 150];

/** One line for each of them, as SVG. Pure. */
export function plot(title: string, samples: readonly Sample[]): string {
  const last = samples.at(-1)?.minute ?? 1;
  const rows = LINES.map((name, row) => {
    const values = samples.map((sample) => sample[name]);
    const top = Math.max(1, ...values) * 1.1;
    const points = samples.map(({ minute }, at) => {
      const y = (row + 1) * HEIGHT - (values[at]! / top) * (HEIGHT - 20);
      return `${(LEFT + (minute / last) * (WIDTH - LEFT)).toFixed(1)},${y.toFixed(1)}`;
    });
    const range = `${Math.min(...values).toFixed(1)} – ${Math.max(...values).toFixed(1)}`;
    const y = (row + 1) * HEIGHT;
    return [
      `<text x="0" y="${y - 30}">${name}</text><text x="0" y="${y - 12}">${range}</text>`,
      `<path d="M${LEFT},${y}H${WIDTH}" stroke="#ccc"/>`,
      `<polyline points="${points.join(" ")}" fill="none" stroke="#06c"/>`,
    ].join("");
  });
  const height = (LINES.length + 1) * HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${rows.join("\n")}
<text x="${LEFT}" y="${height - 60}">${title}; the last at minute ${last.toFixed(1)}</text>
</svg>
`;
}

/** How much each has grown: the last third against the one before, whose ups and downs are noise. Pure. */
export function slopes(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  const mean = (part: readonly Sample[], name: (typeof LINES)[number]): number =>
    part.reduce((sum, sample) => sum + sample[name], 0) / part.length;
  return LINES.map((name) => {
    const [before, after] = [
      mean(samples.slice(third, 2 * third), name),
      mean(samples.slice(2 * third), name),
    ];
    const growth = ((after / before - 1) * 100).toFixed(1);
    return `${name}: ${before.toFixed(1)} in the second third, ${after.toFixed(1)} in the last: ${growth} %`;
  });
}
