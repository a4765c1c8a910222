import { expect, it } from "vitest";
import { FAILURES } from "../../src/core/errors.ts";
import { renderPage } from "./cli-page.ts";

it("docs/cli.md is what the command table says; `npm run docs` makes it so", async () => {
  await expect(await renderPage()).toMatchFileSnapshot("../../docs/cli.md");
});

it("has a word on every exit code", async () => {
  const page = await renderPage();
  for (const [code, { exit }] of Object.entries(FAILURES))
    expect(page).toMatch(new RegExp(String.raw`^\| ${exit} \| .+\`${code}\``, "m"));
});
