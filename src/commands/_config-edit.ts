/** Changes of `ccmux.json` as a text: what is not meant stays as it is, to the byte. Pure. */
import { DEFAULTS } from "../core/config.ts";
import { formatKey, type Path } from "../core/config-problem.ts";
import { keysOf } from "../core/config-schema.ts";
import { AppError } from "../core/errors.ts";
import { didYouMean } from "../core/near.ts";
import { append, parseJson, remove, replace, type Node } from "../setup/edit-json.ts";

const BOM = "\uFEFF";

/**
 * `agents.helper.screen.rules[0].match` → its parts.
 * @throws AppError E_USAGE for a key that no config has
 */
export function parseKey(key: string): Path {
  const parts = key
    .replaceAll(/\[(\d{1,4})\]/g, ".$1")
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (const [at, part] of parts.entries()) {
    const known = keysBelow(parts.slice(0, at));
    if (typeof part === "number" ? known !== null : known && !known.includes(part)) {
      const hint = `${didYouMean(String(part), known ?? [])}Use one of: ${known?.join(", ")}.`;
      throw new AppError("E_USAGE", `"${key}" is no key of ccmux's.`, hint);
    }
  }
  return parts;
}

/** The keys that may stand in an object there; null: any. */
function keysBelow(path: Path): readonly string[] | null {
  if (path.length === 0) return Object.keys(DEFAULTS);
  if (path[0] !== "agents" || path.length === 1) return null;
  const name = path.length === 2 ? "agent" : path.findLast((part) => typeof part === "string");
  const isEntry = name !== "rules" || typeof path.at(-1) === "number";
  const keys = isEntry ? keysOf(String(name)) : [];
  return keys.length > 0 ? keys : null;
}

/** @throws AppError E_USAGE where something on the way can hold no such key */
export function setIn(text: string, path: Path, value: unknown): string {
  return withTree(text.trim() === "" ? "{}\n" : text, (body, root) => {
    let node = root;
    for (const [at, part] of path.entries()) {
      const child = childOf(node, part);
      if (child) {
        node = child;
        continue;
      }
      const isList = typeof part === "number";
      const hasPlace = isList
        ? node.type === "array" && part === node.children!.length
        : node.type === "object";
      const rest = path.slice(at + 1);
      // A list begins with its first.
      if (!hasPlace || rest.some((one) => typeof one === "number" && one > 0)) {
        const where = formatKey(path.slice(0, at)) || "ccmux.json";
        const hint = "Set that first, as a whole.";
        throw new AppError("E_USAGE", `${where} has no place for ${formatKey([part])}.`, hint);
      }
      return append(body, node, [[isList ? null : String(part), nest(rest, value)]]);
    }
    return replace(body, node, value);
  });
}

/** The text without that key; null when it is not there. */
export function unsetIn(text: string, path: Path): string | null {
  let isThere = true;
  const after = withTree(text.trim() === "" ? "{}" : text, (body, root) => {
    let node: Node | null = root;
    for (const part of path) node = node && childOf(node, part);
    isThere = node !== null;
    if (!node) return body;
    return remove(body, node.parent!.type === "property" ? node.parent! : node);
  });
  return isThere ? after : null;
}

function withTree(text: string, edit: (body: string, root: Node) => string): string {
  const mark = text.startsWith(BOM) ? BOM : "";
  const body = text.slice(mark.length);
  const root = parseJson(body);
  if (typeof root === "string") throw new AppError("E_REFUSED", root, "Mend it first.");
  // Nothing but comments.
  if (root === null) return withTree(`${mark}${body.trimEnd()}\n{}\n`, edit);
  return mark + edit(body, root);
}

function childOf({ type, children = [] }: Node, part: PropertyKey): Node | null {
  if (type === "array" && typeof part === "number") return children[part] ?? null;
  if (type !== "object") return null;
  // Of a key that is there twice the last one counts.
  return children.findLast((one) => one.children![0]!.value === part)?.children?.[1] ?? null;
}

function nest(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, part) => (typeof part === "number" ? [inner] : { [part]: inner }),
    value,
  );
}
