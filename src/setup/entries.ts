/** Our hooks in a text of settings: put in, taken out. Pure; the rest of the text keeps its bytes. */
import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import type { JsonPlace } from "../agents/_setup.ts";
import { append, parseJson, remove, replace } from "./edit-json.ts";
import { findOwn, others, rootOf, type Lists, type Own } from "./own-hooks.ts";

/** Why a file is left as it is. */
export interface Refusal {
  refused: string;
  hint: string;
}

/** @param wanted the command of each event; ours for other events go */
export function putHooks(
  before: string,
  lists: Lists,
  wanted: ReadonlyMap<string, string>,
): string | Refusal {
  const { place } = lists;
  const bad = check(before, place);
  if (bad) return bad;
  let text = heal(before, lists, wanted);
  const there = new Set(findOwn(text, lists).map(({ event }) => event));
  const names = new Set(listNames(text, place));
  const missing = [...wanted]
    .filter(([event]) => !there.has(event))
    .map(([event, command]): [string, unknown] => [event, itemOf(place, command)]);
  for (const [event, item] of missing.filter(([event]) => names.has(event)))
    text = append(text, nodeAt(text, [...place.at, event])!, [[null, item]]);
  const fresh = missing.filter(([event]) => !names.has(event));
  if (fresh.length > 0)
    text = putLists(
      text,
      place,
      fresh.map(([event, item]) => [event, [item]]),
    );
  return prove(before, text, lists, wanted);
}

export function takeHooks(before: string, lists: Lists): string | Refusal {
  const bad = check(before, lists.place);
  return bad ?? prove(before, heal(before, lists, new Map()), lists, new Map());
}

/** Ours that are wanted get their command right, others go: one at a time, because each edit moves what is below. */
function heal(before: string, lists: Lists, wanted: ReadonlyMap<string, string>): string {
  let text = before;
  for (;;) {
    const own = findOwn(text, lists);
    const odd = own.find(
      ({ event, command }, at) =>
        command.value !== wanted.get(event) || own.findIndex((one) => one.event === event) < at,
    );
    if (!odd) return text;
    const first = own.find(({ event }) => event === odd.event);
    const command = wanted.get(odd.event);
    text =
      odd === first && command ? replace(text, odd.command, command) : takeOut(text, odd, lists);
  }
}

/** With what holds nothing else. */
function takeOut(text: string, { hook, group }: Own, { place }: Lists): string {
  const isGroupOurs =
    group !== null &&
    isDeepStrictEqual({ ...getNodeValue(group), hooks: 0 }, { ...place.group, hooks: 0 });
  const isAlone = hook.parent!.children!.length === 1;
  if (group && !(isAlone && isGroupOurs)) return remove(text, hook);
  let child = group ?? hook;
  // The list, then what it is in, as far as the settings of the agent's hooks go.
  for (let level = 0; level <= place.at.length; level += 1) {
    const container = child.parent!;
    if (container.children!.length > 1) break;
    child = container.parent!;
  }
  return remove(text, child);
}

function itemOf(place: JsonPlace, command: string): unknown {
  const hook = place.hook(command);
  return place.group ? { ...place.group, hooks: [hook] } : hook;
}

/** Events that there are lists for. */
function listNames(text: string, place: JsonPlace): string[] {
  return (nodeAt(text, place.at)?.children ?? []).map(
    ({ children }) => children![0]!.value as string,
  );
}

function putLists(text: string, place: JsonPlace, lists: [string, unknown][]): string {
  const base = rootOf(text) ? text : `${text.trimEnd()}\n{}\n`.trimStart();
  // The innermost object that is there takes what is missing.
  for (let depth = place.at.length; ; depth -= 1) {
    const holder = findNodeAtLocation(rootOf(base)!, place.at.slice(0, depth));
    if (!holder) continue;
    const value = place.at
      .slice(depth)
      .reduceRight<[string, unknown][]>((inner, key) => [[key, Object.fromEntries(inner)]], lists);
    const given = Object.entries(place.base ?? {}).filter(([key]) => !nodeAt(base, [key]));
    const added = append(base, holder, depth === 0 ? [...given, ...value] : value);
    return depth === 0 || given.length === 0 ? added : append(added, rootOf(added)!, given);
  }
}

/** Why it can't be edited; null when it can. */
function check(text: string, place: JsonPlace): Refusal | null {
  const root = parseJson(text);
  if (typeof root === "string")
    return { refused: `does not parse: ${root}`, hint: "Mend it there, then run this again." };
  if (root === null) return null;
  for (let depth = 0; depth <= place.at.length; depth += 1) {
    const path = place.at.slice(0, depth);
    const node = findNodeAtLocation(root, [...path]);
    if (!node) return null;
    const name = path.length > 0 ? `"${path.join(".")}"` : "the whole of it";
    if (node.type !== "object")
      return { refused: `has no object as ${name}`, hint: "Make it one, then run this again." };
    const keys = node.children!.map(({ children }) => children![0]!.value as string);
    const twice = keys.find((key, at) => keys.indexOf(key) < at);
    if (twice !== undefined)
      return { refused: `has "${twice}" twice`, hint: "Keep one of them, then run this again." };
    if (depth < place.at.length) continue;
    const odd = node.children!.find(({ children }) => children![1]?.type !== "array");
    const at = odd && [...path, odd.children![0]!.value].join(".");
    if (at !== undefined)
      return { refused: `has no list as "${at}"`, hint: "Make it one, then run this again." };
  }
  return null;
}

/** Whatever layouts there are in the world: ours is what was wanted, and nothing else has changed. */
function prove(
  before: string,
  after: string,
  lists: Lists,
  wanted: ReadonlyMap<string, string>,
): string | Refusal {
  const own = findOwn(after, lists);
  const isRight =
    own.length === wanted.size &&
    own.every(({ event, command }) => command.value === wanted.get(event)) &&
    isDeepStrictEqual(others(before, lists), others(after, lists));
  if (isRight) return after;
  return {
    refused: "can't be edited without touching what is not ccmux's",
    hint: "Please report its layout as a defect of ccmux.",
  };
}

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = rootOf(text);
  return root ? findNodeAtLocation(root, [...path]) : undefined;
}
