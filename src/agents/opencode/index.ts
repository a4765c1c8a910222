import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { input } from "./input.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "opencode",
  title: "OpenCode",
  process: {
    executable: /^opencode(?:\.exe)?$/,
    script: /(?:^|\/)\.?bin\/opencode$/,
    exclude: /^(?:serve|web|acp|mcp|upgrade)(?: |$)|(?:^| )--type=/,
    env: ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "OPENCODE_CONFIG_DIR", "OPENCODE_DB"],
    claims: [
      ["opencode"],
      ["/opt/agents/opencode/node_modules/opencode-ai/bin/opencode", "--continue"],
      ["node", "/opt/agents/opencode/node_modules/.bin/opencode"],
    ],
    refuses: [
      ["opencode", "serve", "--port", "4096"],
      ["/usr/lib/opencode-desktop/opencode-desktop"],
      ["less", "opencode.json"],
      ["node", "/home/dev/opencode/index.js"],
    ],
  },
  screen,
  input,
  published: null,
  log,
  hooks,
  setup,
  verified: ["1.18.33"],
});
