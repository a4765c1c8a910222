import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** A request that the agent made of the mock model: by the mock's own log and dumps. */
export interface ModelRequest {
  /** When it came and when its answer was over or cut off, in milliseconds since the Unix epoch. */
  from: number;
  to: number | null;
  /** With tools: a turn's own request. The others ask for titles and the like. */
  withTools: boolean;
  /** What users said in the whole conversation so far, each part as it is. */
  prompts: string[];
  /** Of that, what the agent had put into a file whose path it sent instead. */
  inFiles: string[];
}

/** What an agent makes of a prompt before it sends it. */
export interface Wrapping {
  /** Takes away what it puts behind a text by itself. */
  tidy?: (prompt: string) => string;
  /** It puts a long paste into a file: its mark for that, with the file's path inside the sandbox as group 1. */
  pastedFile?: RegExp;
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

type Said = Pick<ModelRequest, "prompts" | "inFiles">;

/** A prompt with the text of the file that it names in the mark's place. */
export async function withFile(
  prompt: string,
  mark: RegExp,
  read: (path: string) => Promise<string>,
): Promise<{ prompt: string; inFile?: string }> {
  const path = mark.exec(prompt)?.[1];
  if (!path) return { prompt };
  const inFile = await read(path);
  return { prompt: prompt.replace(mark, () => inFile), inFile };
}

/** A text in all that the agent sent with the last request of a turn. */
export interface Times {
  times: number;
  /** How many prompts there were in it. */
  prompts: number;
}

/** Whether it was said once more. A conversation with fewer prompts than before is another one. Pure. */
export function isSaidAgain(before: Times, now: Times): boolean {
  return now.times > (now.prompts < before.prompts ? 0 : before.times);
}

/** Reads what the mock model was asked. */
export class Model {
  readonly #folder: string;
  readonly #home: string;
  readonly #wrapping: Wrapping;
  readonly #dumps = new Map<string, Said>();

  constructor({ log, home }: { log: string; home: string }, wrapping: Wrapping = {}) {
    this.#folder = log;
    this.#home = home;
    this.#wrapping = wrapping;
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
      const said = dumps[i] && (await this.#said(dumps[i]));
      if (!said) break;
      const end = closed.get(request);
      const to = end ? Date.parse(end) : null;
      requests.push({ from: Date.parse(at!), to, withTools: !!tools?.length, ...said });
    }
    return requests;
  }

  async said(text: string): Promise<Times> {
    const requests = await this.requests();
    const last = requests.findLastIndex(({ withTools }) => withTools);
    const name = (await this.#names())[last];
    const body = name ? await readFile(join(this.#folder, "dump", name), "utf8") : "";
    return { times: body.split(text).length - 1, prompts: requests[last]?.prompts.length ?? 0 };
  }

  async #names(): Promise<string[]> {
    const names = await readdir(join(this.#folder, "dump"));
    return names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  }

  /** Undefined: the dump is half written. */
  async #said(name: string): Promise<Said | undefined> {
    const known = this.#dumps.get(name);
    if (known) return known;
    const dump = await readFile(join(this.#folder, "dump", name), "utf8");
    if (!dump.endsWith("}")) return undefined;
    const { tidy = String, pastedFile } = this.#wrapping;
    const read = (path: string) => readFile(join(this.#home, relative("/home/dev", path)), "utf8");
    const said: Said = { prompts: [], inFiles: [] };
    for (const each of promptsOf((JSON.parse(dump) as { body: Body }).body)) {
      const { prompt, inFile } = pastedFile
        ? await withFile(each, pastedFile, read)
        : { prompt: each };
      said.prompts.push(tidy(prompt));
      if (inFile !== undefined) said.inFiles.push(inFile);
    }
    this.#dumps.set(name, said);
    return said;
  }
}
