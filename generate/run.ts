/** `npm run generate`: writes into completions/ and man/ what the command table says. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "./files.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const files = await generate((name) => readFileSync(ROOT + name, "utf8"));
for (const [name, text] of files) writeFileSync(ROOT + name, text);
