import { formatPatch, FILE_HEADERS_ONLY, structuredPatch } from "diff";

/** A unified diff with two lines of context; a file that is not there is `/dev/null`. */
export function diffOf(path: string, before: Uint8Array | null, after: Uint8Array | null): string {
  const [from, to] = [before, after].map((bytes) => (bytes ? path : "/dev/null"));
  const [a, b] = [before, after].map((bytes) => (bytes ? Buffer.from(bytes).toString() : ""));
  const patch = structuredPatch(from!, to!, a!, b!, undefined, undefined, { context: 2 });
  return formatPatch(patch, FILE_HEADERS_ONLY);
}
