import { makePrivate } from "../io/folders.ts";
import { readToken, writeToken } from "../io/token.ts";
import { ourPaths } from "./_client.ts";
import { print, printJson } from "./_output.ts";

/** Prints the secret of the TCP door, for whoever asks for it: it is a part of nothing else that we print. */
export async function token(rotate: boolean | undefined, json: boolean | undefined): Promise<void> {
  const { run, token: path } = ourPaths();
  makePrivate(run);
  const text = rotate ? writeToken(path) : readToken(path);
  await (json ? printJson({ path, token: text, rotated: rotate === true }) : print(text));
}
