import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A request that the agent made of the mock model: by the mock's own log and dumps. */
export interface ModelRequest {
  /** When it came and when its answer was over or cut off, in milliseconds since the Unix epoch. */
  from: number;
  to: number | null;
  /** With tools: a turn's own request. The others ask for titles and the like. */
  withTools: boolean;
  /** What users said in the whole conversation so far, each part as it is. */
  prompts: string[];
}

interface Line {
  request: number;
  at?: string;
  closed?: string;
  step?: unknown[] | null;
  tools?: string[];
}

type Part = { text?: unknown };
type Message = { role?: string; content?: string | Part[]; parts?: Part[] };
/** Four protocols: they call the list of messages, and the parts of one, by different names. */
type Body = { messages?: Message[]; input?: Message[]; contents?: Message[] };

/** Pure. */
export function promptsOf({ messages, input, contents }: Body): string[] {
  return (messages ?? input ?? contents ?? [])
    .filter(({ role }) => role === "user")
    .flatMap(({ content, parts = [] }) =>
      typeof content === "string" ? { text: content } : (content ?? parts),
    )
    .map(({ text }) => text)
    .filter((text) => typeof text === "string");
}

/** Reads what the mock model was asked. */
export class Model {
  readonly #folder: string;
  readonly #tidy: (prompt: string) => string;
  readonly #dumps = new Map<string, string[]>();

  constructor(folder: string, tidy = (prompt: string) => prompt) {
    this.#folder = folder;
    this.#tidy = tidy;
  }

  async requests(): Promise<ModelRequest[]> {
    const log = await readFile(join(this.#folder, "requests.jsonl"), "utf8").catch(() => "");
    // What stands behind the last line's end is a line half written.
    const lines = log.split("\n").slice(0, -1);
    const parsed = lines.map((line) => JSON.parse(line) as Line);
    const closed = new Map(parsed.map(({ request, closed }) => [request, closed]));
    // The mock writes a line and then a dump for each request that a model answers.
    const asked = parsed.filter(({ at, step }) => at && step);
    const dumps = await this.#names();
    const requests: ModelRequest[] = [];
    for (const [i, { request, at, tools }] of asked.entries()) {
      const prompts = dumps[i] && (await this.#prompts(dumps[i]));
      if (!prompts) break;
      const end = closed.get(request);
      const to = end ? Date.parse(end) : null;
      requests.push({ from: Date.parse(at!), to, withTools: !!tools?.length, prompts });
    }
    return requests;
  }

  /** How often a text stands in all that the agent sent with the last request of a turn. */
  async said(text: string): Promise<number> {
    const requests = await this.requests();
    const last = requests.findLastIndex(({ withTools }) => withTools);
    const name = (await this.#names())[last];
    const body = name ? await readFile(join(this.#folder, "dump", name), "utf8") : "";
    return body.split(text).length - 1;
  }

  async #names(): Promise<string[]> {
    const names = await readdir(join(this.#folder, "dump"));
    return names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  }

  /** Undefined: the dump is half written. */
  async #prompts(name: string): Promise<string[] | undefined> {
    const known = this.#dumps.get(name);
    if (known) return known;
    const text = await readFile(join(this.#folder, "dump", name), "utf8");
    if (!text.endsWith("}")) return undefined;
    const prompts = promptsOf((JSON.parse(text) as { body: Body }).body).map(this.#tidy);
    this.#dumps.set(name, prompts);
    return prompts;
  }
}
