import type { Question } from "../measure.ts";
import { attach } from "./attach.ts";
import { folding } from "./folding.ts";
import { growth } from "./growth.ts";
import { idle } from "./idle.ts";
import { list } from "./list.ts";
import { memory } from "./memory.ts";
import { processes } from "./processes.ts";
import { redraws } from "./redraws.ts";
import { screens } from "./screens.ts";
import { snapshot } from "./snapshot.ts";
import { start } from "./start.ts";
import { tab } from "./tab.ts";
import { words } from "./words.ts";

/** In the order of design 11, but for those that need no fleet, which come first, and the small fleet, which comes last. */
export const questions: readonly Question[] = [
  attach,
  folding,
  idle,
  processes,
  words,
  screens,
  redraws,
  list,
  tab,
  snapshot,
  memory,
  start,
  growth,
];
