import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { input } from "./input.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "copilot",
  title: "Copilot CLI",
  process: {
    executable: /^copilot(?:\.exe)?$/,
    // Its Node launcher stays as the parent of the real one and is none.
    script: null,
    exclude: null,
    env: ["COPILOT_HOME"],
    claims: [
      ["copilot"],
      ["/opt/agents/copilot/node_modules/@github/copilot-linux-x64/copilot", "--resume"],
    ],
    refuses: [
      ["gh", "copilot", "suggest"],
      ["/home/dev/.local/share/gh/extensions/gh-copilot/gh-copilot"],
      ["node", "/opt/agents/copilot/node_modules/.bin/copilot"],
      ["npm exec @github/copilot"],
      ["copilot-language-server", "--stdio"],
    ],
  },
  screen,
  published: null,
  log,
  hooks,
  setup,
  input,
  verified: ["1.0.102"],
});
