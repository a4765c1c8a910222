import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * From now on all heaps of this process grow by little before they are collected, and ours is collected at once.
 * Not from the start on: while a heap grows to what it will be, that costs a quarter more processor time.
 */
export function saveMemory(): void {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
