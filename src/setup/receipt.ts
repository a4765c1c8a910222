import { createHash } from "node:crypto";
import { join } from "node:path";
import { writeAnew } from "../io/write-anew.ts";
import { makeFolders } from "../io/folders.ts";
import type { Past } from "./plan.ts";
import type { Disk, Target } from "./target.ts";

/** What setup did to one file. Its key in the receipts is the file behind all links. */
export interface Receipt {
  agent: string;
  /** The path as people know it. */
  path: string;
  /** Hash of the bytes without anything of ours; null: there was no file. */
  before: string | null;
  /** Hash of what setup wrote. */
  after: string;
  /** Folders that setup made for it, the outermost first. */
  folders: string[];
}

export type Receipts = Record<string, Receipt>;

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function receiptsFile(state: string): string {
  return join(state, "setup.json");
}

/** Where the bytes are that a file had before. */
function backupFile(state: string, file: string): string {
  return join(state, "setup", `${hashOf(Buffer.from(file)).slice(0, 16)}.before`);
}

/** None when there are none, or none that can be read: then only what is ours goes, entry by entry. */
export function readReceipts(disk: Disk, state: string): Receipts {
  try {
    const body: unknown = JSON.parse(disk.readFileSync(receiptsFile(state), "utf8"));
    const entries = Object.entries((body ?? {}) as Record<string, unknown>);
    return Object.fromEntries(entries.filter(([, one]) => isReceipt(one))) as Receipts;
  } catch {
    return {};
  }
}

/** The bytes from before, if they still are what the receipt says; undefined when nobody has them. */
function readBackup(
  disk: Disk,
  state: string,
  file: string,
  receipt: Receipt,
): Buffer | null | undefined {
  if (receipt.before === null) return null;
  try {
    const bytes = disk.readFileSync(backupFile(state, file));
    return hashOf(bytes) === receipt.before ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Notes what is about to be written, and keeps the bytes that were there. */
export function remember(
  disk: Disk,
  state: string,
  file: string,
  { agent, path, folders }: Pick<Receipt, "agent" | "path" | "folders">,
  before: Buffer | null,
  after: Buffer,
): void {
  makeFolders(join(state, "setup"), 0o700, disk);
  if (before !== null) writeAnew(backupFile(state, file), before, { disk });
  const receipt = { agent, path, before: before && hashOf(before), after: hashOf(after), folders };
  save(disk, state, { ...readReceipts(disk, state), [file]: receipt });
}

export function forget(disk: Disk, state: string, file: string): void {
  const { [file]: gone, ...others } = readReceipts(disk, state);
  if (gone === undefined) return;
  save(disk, state, others);
  disk.rmSync(backupFile(state, file), { force: true });
  if (Object.keys(others).length > 0) return;
  disk.rmSync(receiptsFile(state));
  disk.rmdirSync(join(state, "setup"));
}

function save(disk: Disk, state: string, receipts: Receipts): void {
  const text = `${JSON.stringify(receipts, null, 1)}\n`;
  writeAnew(receiptsFile(state), text, { disk });
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== "object" || value === null) return false;
  const { agent, path, before, after, folders } = value as Partial<Receipt>;
  const isText = [agent, path, after].every((one) => typeof one === "string");
  return isText && (before === null || typeof before === "string") && Array.isArray(folders);
}

/** What is known of a file from the time that setup wrote it. */
export function pastOf(
  disk: Disk,
  state: string,
  { file, bytes }: Target,
  receipts: Receipts,
): Past {
  const receipt = receipts[file];
  if (!receipt || bytes === null) return { before: undefined, isMade: false };
  const isAsLeft = hashOf(bytes) === receipt.after;
  return {
    before: isAsLeft ? readBackup(disk, state, file, receipt) : undefined,
    isMade: receipt.before === null,
  };
}
