import type { ScreenExample } from "../define.ts";

export const examples: readonly ScreenExample[] = [];
