import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readFileSync } from "node:fs";
import { writeAnew } from "./write-anew.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** The secret of the TCP door, from its file, which only we may read; made when there is none. */
export function readToken(path: string): string {
  try {
    const stat = lstatSync(path);
    const text = readFileSync(path, "utf8").trim();
    if (stat.isFile() && stat.uid === process.getuid?.() && TOKEN.test(text)) {
      if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o600);
      return text;
    }
  } catch {
    // None yet.
  }
  return writeToken(path);
}

/** Makes a new one in the place of any that is there; a daemon that runs takes it up by itself. */
export function writeToken(path: string): string {
  const token = randomBytes(32).toString("hex");
  writeAnew(path, `${token}\n`);
  return token;
}
