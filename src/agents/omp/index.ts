import { defineAgent } from "../define.ts";
import { input } from "./input.ts";
import { hooks } from "./hooks.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "omp",
  title: "omp",
  process: {
    executable: /^omp$/,
    script: /(?:^|\/)(?:\.?bin\/omp|@oh-my-pi\/pi-coding-agent\/dist\/cli\.js)$/,
    exclude: null,
    env: ["PI_CONFIG_DIR", "PI_CODING_AGENT_DIR", "OMP_PROFILE", "PI_PROFILE", "XDG_DATA_HOME"],
    claims: [
      ["omp"],
      ["bun", "/opt/agents/omp/node_modules/.bin/omp"],
      ["bun", "run", "/opt/agents/omp/node_modules/@oh-my-pi/pi-coding-agent/dist/cli.js"],
      ["/usr/local/bin/bun", "/home/dev/.bun/bin/omp", "--resume"],
    ],
    refuses: [
      ["bun", "/home/dev/bin/ompx"],
      ["bun", "/home/dev/bin/omp-helper"],
      ["oh-my-posh", "init"],
      ["bun", "/home/dev/tool.js", "/opt/agents/omp/node_modules/.bin/omp"],
    ],
  },
  screen,
  published: null,
  log,
  hooks,
  setup,
  input,
  verified: ["18.2.3", "17.2.15"],
});
