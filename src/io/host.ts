import type { Host } from "../core/identity.ts";
import { pidNamespace, readBoot, readStat, TICKS_PER_SECOND } from "./proc.ts";

/** Where processes are looked up. */
export type Discovery = "proc" | "ps";

/** What a process's start means, `startTicks` everywhere: ticks since boot, or epoch milliseconds from `ps`. */
export interface HostClock extends Host {
  /** A process's start in epoch milliseconds. */
  startedAt(start: number): number;
  /** Whether the start that an agent wrote down, in ticks since boot, is this one; null: cannot tell. */
  isStart(ticks: number, start: number): boolean | null;
}

/**
 * `auto` is `/proc` where it can be read, else `ps` (macOS).
 * @param wanted `CCMUX_DISCOVERY`; anything but the two words is as if it were not there
 */
export function chooseDiscovery(wanted: string | undefined, setting: "auto" | "ps"): Discovery {
  const choice = wanted === "auto" || wanted === "ps" ? wanted : setting;
  return choice === "auto" && readStat(process.pid) !== null ? "proc" : "ps";
}

/** `ps` counts whole seconds, and boot time is known to the second too. */
const SLACK_MS = 2000;

export function readHost(discovery: Discovery): HostClock {
  const { bootId, bootedAt } = readBoot();
  const toEpochMs = (ticks: number): number =>
    bootedAt + Math.round((ticks * 1000) / TICKS_PER_SECOND);
  if (discovery === "proc") {
    return {
      bootId: bootId ?? "",
      pidNamespace: pidNamespace(),
      startedAt: toEpochMs,
      isStart: (ticks, start) => ticks === start,
    };
  }
  return {
    // A start in epoch milliseconds happens once; a host name would change with the network.
    bootId: "",
    pidNamespace: pidNamespace(),
    startedAt: (start) => start,
    isStart: (ticks, start) =>
      bootedAt === 0 ? null : Math.abs(toEpochMs(ticks) - start) <= SLACK_MS,
  };
}
