/** What a file has to be: bytes in, bytes out, or why not. Pure. */
import type { JsonPlace, PlacedHook, SetupRules } from "../agents/_setup.ts";
import { chooseEvents, isTooOld } from "./events.ts";
import { putHooks, takeHooks, type Refusal } from "./entries.ts";
import { findHooks, findOwn, isBlank, placeOf } from "./own-hooks.ts";
import { commandOf, isOurFile } from "./own.ts";
import { hashOf } from "./receipt.ts";

export interface Wish {
  agent: string;
  rules: SetupRules;
  /** As the agent's hooks are read. */
  events: readonly string[];
  /** Null: nobody could tell. */
  version: string | null;
  /** Where our script is. */
  script: string;
  /** Our file, for an agent that loads code. */
  plugin: string;
}

/** What setup knows of a file from the time that it wrote it. */
export interface Past {
  /** The bytes from before; null: there was no file. Undefined: it is not as setup left it, or nobody has them. */
  before: Buffer | null | undefined;
  /** There was no file before setup made it. */
  isMade: boolean;
}

export type Task = "install" | "uninstall";

export interface Plan {
  /** `outdated`: ours is there, and is not what it would be now. `unsupported`: this version has no hooks. */
  state: "installed" | "outdated" | "absent" | "unsupported";
  /** Those that our hooks are there for. */
  events: readonly string[];
  /** What the file becomes; null: it goes. */
  after: Buffer | null;
  /** What it is without ours: what an uninstall gives back. */
  origin: Buffer | null;
}

export function isRefusal(value: object): value is Refusal {
  return "refused" in value;
}

/** @param bytes the file as it is; null: there is none */
export function planFile(bytes: Buffer | null, wish: Wish, task: Task, past: Past): Plan | Refusal {
  const { place } = wish.rules;
  const sight =
    place.kind === "plugin" ? seePlugin(bytes, wish, task) : seeLists(bytes, wish, place);
  if (isRefusal(sight)) return sight;
  const { events, full, bare } = sight;
  const isWhole = same(full, bytes);
  const hasNone = events.length === 0;
  const isOld = isTooOld(wish.rules, wish.version);
  const origin = past.before === undefined ? bare : past.before;
  return {
    state: hasNone ? (isOld ? "unsupported" : "absent") : isWhole ? "installed" : "outdated",
    events,
    after: task === "install" ? full : past.isMade && sight.isOnlyOurs ? null : origin,
    origin,
  };
}

/** Our hooks in a file of lists, as the agent finds them there; `files` are the names that it may have for it. */
export function placeHooks(
  bytes: Buffer | null,
  wish: Wish,
  files: readonly string[],
): PlacedHook[] {
  const { agent, rules } = wish;
  const text = bytes && toText(bytes)?.text;
  if (!text || rules.place.kind !== "json") return [];
  const hash = (one: string): string => hashOf(Buffer.from(one));
  return findOwn(text, { agent, place: rules.place }).map((own) => {
    const { event, command } = own;
    return { event, command: command.value as string, files, ...placeOf(own), hash };
  });
}

/** A file as it is: with all of ours, and with nothing of it. */
interface Sight {
  events: readonly string[];
  full: Buffer | null;
  bare: Buffer | null;
  /** Without ours there would be nothing in it. */
  isOnlyOurs: boolean;
}

function seePlugin(bytes: Buffer | null, { events, plugin }: Wish, task: Task): Sight | Refusal {
  if (bytes !== null && !isOurFile(bytes.toString())) {
    if (task === "install") return NOT_OURS;
    return { events: [], full: bytes, bare: bytes, isOnlyOurs: false };
  }
  const there = bytes === null ? [] : events;
  return { events: there, full: Buffer.from(plugin), bare: null, isOnlyOurs: true };
}

function seeLists(bytes: Buffer | null, wish: Wish, place: JsonPlace): Sight | Refusal {
  const { agent, rules, events, version, script } = wish;
  const source = toText(bytes ?? Buffer.of());
  if (source === null) return NO_TEXT;
  const lists = { agent, place };
  const there = [...findHooks(source.text, lists).keys()];
  const chosen = chooseEvents(rules, events, version, new Set(there));
  const wanted = new Map(chosen.map((event) => [event, commandOf(script, agent, event)]));
  const full = putHooks(source.text, lists, wanted);
  const bare = takeHooks(source.text, lists);
  if (typeof full !== "string") return full;
  if (typeof bare !== "string") return bare;
  const toBytes = (text: string): Buffer | null =>
    bytes === null && text === source.text ? null : Buffer.from(source.bom + text);
  return {
    events: there,
    full: toBytes(full),
    bare: toBytes(bare),
    isOnlyOurs: isBlank(bare, place),
  };
}

export function same(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

const NOT_OURS: Refusal = {
  refused: "is there already, and is not ccmux's",
  hint: "Move it away, then run this again.",
};
export const NO_TEXT: Refusal = {
  refused: "is no UTF-8 text",
  hint: "Save it as UTF-8, then run this again.",
};
const BOM = "\uFEFF";

interface Source {
  bom: string;
  text: string;
}

/** Null where bytes would not come back as they were. */
export function toText(bytes: Buffer): Source | null {
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes)) return null;
  return text.startsWith(BOM) ? { bom: BOM, text: text.slice(1) } : { bom: "", text };
}
