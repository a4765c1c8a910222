import type { HostClock } from "../io/host.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { Published } from "./world.ts";

/** Whether a published word is about this live process; else why not. Pure. */
export function refuseWord(
  file: Published,
  process: ProcessInfo | undefined,
  host: HostClock,
): string | null {
  const { pid, startTicks, pidNamespace } = file.word;
  if (pidNamespace && host.pidNamespace && pidNamespace !== host.pidNamespace) {
    return `${file.path}: pid ${pid} counts in another namespace (${pidNamespace})`;
  }
  if (!process) return `${file.path}: process ${pid} has ended`;
  if (process.agent?.unverified) return `${file.path}: process ${pid} ${process.agent.unverified}`;
  const isSame = startTicks === null ? null : host.isStart(startTicks, process.startTicks);
  if (isSame === false) {
    return `${file.path}: process ${pid} is another one by now (started at ${process.startTicks}, not ${startTicks})`;
  }
  if (process.agent && process.agent.name !== file.agent) {
    return `${file.path}: process ${pid} is ${process.agent.name}, not ${file.agent}`;
  }
  // Two seconds: boot time is known to the second only.
  if (isSame === null && file.mtimeMs + 2000 < host.startedAt(process.startTicks)) {
    return `${file.path}: it is older than process ${pid}`;
  }
  return null;
}
