import { readScreens } from "../../src/stage/screens.ts";
import { fileURLToPath } from "node:url";

/** All recorded screens of real agents, and what each of them means. */
export const recordings = readScreens(fileURLToPath(new URL("../rig/screens/", import.meta.url)));
