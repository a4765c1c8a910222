import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { input } from "./input.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "gemini",
  title: "Gemini CLI",
  process: {
    executable: /^gemini$/,
    script: /(?:^|\/)(?:\.?bin\/gemini|@google\/gemini-cli\/(?:dist\/index|bundle\/gemini)\.js)$/,
    exclude: null,
    // With other limits on its memory; measured 4–5 s after its start.
    relaunches: true,
    env: ["GEMINI_CLI_HOME"],
    claims: [
      ["gemini"],
      ["node", "/opt/agents/gemini/node_modules/.bin/gemini"],
      [
        "/opt/agents/node24/bin/node",
        "--max-old-space-size=12052",
        "/opt/agents/gemini/node_modules/.bin/gemini",
      ],
      ["node", "/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js", "-i", "hello"],
    ],
    refuses: [
      ["npm exec gemini-grounding"],
      ["npm", "exec", "gemini-grounding"],
      ["node", "/home/dev/node_modules/.bin/gemini-grounding"],
      ["less", "share/gemini.txt"],
      ["vim", "/home/dev/bin/gemini"],
    ],
  },
  screen,
  published: null,
  log,
  hooks,
  setup,
  input,
  verified: ["0.61.0"],
});
