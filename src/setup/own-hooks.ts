/** Which hooks in a text of settings are ours, and what else it says. */
import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, stripComments, type Node } from "jsonc-parser";
import type { JsonPlace } from "../agents/_setup.ts";
import { parseJson } from "./edit-json.ts";
import { isOurCommand } from "./own.ts";

export interface Lists {
  agent: string;
  place: JsonPlace;
}

/** One of our hooks, as it was found. */
export interface Own {
  event: string;
  /** The string in it that is run. */
  command: Node;
  hook: Node;
  /** The group around it, where there are groups. */
  group: Node | null;
}

/** Event → command of those that are there, in the file's order. */
export function findHooks(text: string, lists: Lists): Map<string, string> {
  return new Map(
    findOwn(text, lists).map(({ event, command }) => [event, command.value as string]),
  );
}

/** Where in the list of its event a hook is: which group of it, and which hook in that; 0-based. */
export function placeOf({ hook, group }: Own): { group: number; index: number } {
  const at = (node: Node): number => node.parent!.children!.indexOf(node);
  return { group: group ? at(group) : at(hook), index: group ? at(hook) : 0 };
}

export function findOwn(text: string, { agent, place }: Lists): Own[] {
  const root = rootOf(text);
  const lists = (root && findNodeAtLocation(root, [...place.at]))?.children ?? [];
  return lists.flatMap(({ children }) => {
    const [key, list] = children!;
    const event = key!.value as string;
    return (list?.children ?? []).flatMap((item) => {
      const hooks = place.group ? (childOf(item, "hooks")?.children ?? []) : [item];
      return hooks.flatMap((hook) => {
        const command = childOf(hook, commandKey(place));
        if (!command || !isOurCommand(command.value, agent)) return [];
        return [{ event, command, hook, group: place.group ? item : null }];
      });
    });
  });
}

/** Whether it says nothing, to a person either, but for what a file of hooks needs. */
export function isBlank(text: string, place: JsonPlace): boolean {
  return (
    /^\s*(?:\{.*\}\s*)?$/s.test(text) &&
    stripComments(text) === text &&
    isDeepStrictEqual(others(text, { agent: "", place }), {})
  );
}

/** What a text says beside our hooks, and beside what is empty without them. */
export function others(text: string, { agent, place }: Lists): unknown {
  const root = rootOf(text);
  // The parser makes objects without a prototype, which are equal to no others.
  const value: Fields = { ...(root && getNodeValue(root)) };
  const isOther = (hook: Fields): boolean => !isOurCommand(hook?.[commandKey(place)], agent);
  const holders = place.at.reduce<Fields[]>(
    (all, key) => [...all, fields(all.at(-1)![key])],
    [value],
  );
  const lists = holders.at(-1)!;
  for (const [event, items] of Object.entries(lists)) {
    const kept = (items as Fields[]).flatMap((item) => {
      if (!place.group) return isOther(item) ? [item] : [];
      const hooks = Array.isArray(item?.hooks) ? item.hooks.filter(isOther) : null;
      return hooks === null ? [item] : hooks.length > 0 ? [{ ...item, hooks }] : [];
    });
    if (kept.length > 0) lists[event] = kept;
    else delete lists[event];
  }
  for (const [depth, key] of [...place.at.entries()].toReversed())
    if (Object.keys(fields(holders[depth]![key])).length === 0) delete holders[depth]![key];
  for (const [key, given] of Object.entries(place.base ?? {}))
    if (value[key] === given) delete value[key];
  return value;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** The name of what a hook runs: the agent's own. */
function commandKey({ hook }: JsonPlace): string {
  const probe = "\0";
  return Object.entries(hook(probe)).find(([, value]) => value === probe)![0];
}

function childOf(node: Node, key: string): Node | undefined {
  return node.type === "object" ? findNodeAtLocation(node, [key]) : undefined;
}

/** Of a text that was checked. */
export function rootOf(text: string): Node | null {
  const root = parseJson(text);
  return typeof root === "string" ? null : root;
}
