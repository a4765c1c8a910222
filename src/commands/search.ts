import type { SearchAnswer } from "../core/answers.ts";
import { clean } from "../core/clean.ts";
import { formatSpan } from "../core/duration.ts";
import { AppError } from "../core/errors.ts";
import { toPattern } from "../core/search.ts";
import { ask, query } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, printJson, terminalWidth } from "./_output.ts";
import { fit, measureFor } from "./_width.ts";

const SEARCH_MS = 20_000;

export default command({
  meta: { name: "search", description: "Find words in prompts, answers and panes" },
  args: {
    text: { type: "positional", required: true, description: "The words, in any case" },
    limit: {
      type: "string",
      valueHint: "n",
      default: "20",
      description: "The best n sessions, up to 100",
    },
  },
  rest: "text",
  examples: [["ccmux search flaky test", "who was told so, who said so, who shows it"]],
  async run({ args, rest }) {
    const words = [args.text, ...rest].join(" ").trim();
    if (words.length < 2 || words.length > 200)
      throw new AppError(
        "E_USAGE",
        `"${words}" can't be searched for.`,
        "Give 2 to 200 characters.",
      );
    const limit = /^\d{1,3}$/.test(args.limit) ? Number(args.limit) : 0;
    if (limit < 1 || limit > 100)
      throw new AppError(
        "E_USAGE",
        `--limit: "${args.limit}" is no number of sessions.`,
        "Give 1 to 100.",
      );
    const path = `/v1/search${query({ q: words, limit })}`;
    const answer = await ask<SearchAnswer>({ path, timeoutMs: SEARCH_MS });
    if (answer.results.length === 0) process.exitCode = 1;
    if (args.json) return printJson(answer);
    if (answer.results.length === 0) {
      throw new AppError(
        "E_NOT_FOUND",
        `Nobody was told, has said or shows "${words}".`,
        "Search for fewer or other words.",
      );
    }
    await print(await render(answer, terminalWidth() ?? Number.POSITIVE_INFINITY, Date.now()));
    if (!answer.complete)
      process.stderr.write("ccmux: this is not all: raise --limit, or search for more words.\n");
  },
});

async function render({ query: words, results }: SearchAnswer, columns: number, now: number) {
  const pattern = toPattern(words);
  const width = await measureFor(results.flatMap(({ hits }) => hits.map(({ line }) => line)));
  return results
    .map(({ id, label, project, pane, hits }) => {
      const place = [label, project, pane?.target].filter((part) => part != null).map(clean);
      const lines = hits.map(({ where, at, line }) => {
        const age = at === null ? "" : formatSpan(now - Date.parse(at));
        const head = `  ${where.padEnd(6)}  ${age.padStart(4)}  `;
        const text = fit(clean(line), columns - head.length, width);
        return head + text.replace(pattern, (found) => paint("bold", found));
      });
      return [[paint("cyan", id), ...place].join("  "), ...lines].join("\n");
    })
    .join("\n");
}
