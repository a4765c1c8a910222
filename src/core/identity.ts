import { digest } from "ohash";
import type { ProcessRef } from "./types.ts";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Where a pid counts: it means another process after a reboot or in another namespace. */
export interface Host {
  bootId: string;
  /** `pid:[4026531836]`, or empty where there are none. */
  pidNamespace: string;
}

/**
 * A session's id, from what the occupant is and never from where it is bound: the same after a
 * daemon restart and after a binding heals, another after the agent was restarted.
 */
export function sessionId(agent: string, process: ProcessRef, host: Host): string {
  const key = [host.bootId, host.pidNamespace, process.pid, process.startTicks].join(" ");
  return `${agent}-${shortHash(key, 8)}`;
}

/** A background agent's, from what its keeper calls it: its process may be another one tomorrow. */
export function jobId(agent: string, folder: string, name: string): string {
  return `${agent}-${shortHash(`${folder} ${name}`, 8)}`;
}

/** The first `length` base-32 characters of a SHA-256. */
export function shortHash(text: string, length: number): string {
  // ohash gives base64url; 4 of its characters are 3 bytes.
  const bytes = Uint8Array.from(atob(digest(text).replaceAll("-", "+").replaceAll("_", "/")), (c) =>
    c.charCodeAt(0),
  );
  let out = "";
  for (let bit = 0; out.length < length; bit += 5) {
    const pair = (bytes[bit >> 3]! << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    out += BASE32[(pair >> (11 - (bit & 7))) & 31];
  }
  return out;
}
