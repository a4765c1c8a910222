import { defineAgent } from "../define.ts";
import { input } from "./input.ts";
import { hooks } from "./hooks.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "pi",
  title: "Pi",
  process: {
    // It overwrites argv[0] with its name.
    executable: /^pi$/,
    // omp's package has the same name in another scope.
    script: /(?:^|\/)(?:\.?bin\/pi|(?<!@oh-my-pi\/)pi-coding-agent\/dist\/cli\.js)$/,
    exclude: null,
    env: ["PI_CODING_AGENT_DIR"],
    claims: [
      ["pi"],
      ["node", "/opt/agents/pi/node_modules/.bin/pi", "--continue"],
      ["node", "/opt/agents/pi/node_modules/@earendil-works/pi-coding-agent/dist/cli.js"],
    ],
    refuses: [
      ["pip", "install", "pi"],
      ["python3", "/usr/bin/pi"],
      ["vim", "src/pi"],
      ["ping", "localhost"],
    ],
  },
  screen,
  published: null,
  log,
  hooks,
  setup,
  input,
  verified: ["1.6.0", "0.73.1"],
});
