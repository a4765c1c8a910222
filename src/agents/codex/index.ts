import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { input } from "./input.ts";
import { log } from "./log.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "codex",
  title: "Codex",
  process: {
    executable: /^codex(?:\.exe)?$/,
    script: /(?:^|\/)(?:\.?bin\/codex(?:\.js)?)$/,
    // The shared background server runs the same binary; so does its updater.
    exclude:
      /^(?:--?\S+ (?:[^- ]\S* )?)*(?:app-server(?:$| -| daemon\b| proxy\b)|exec-server\b|mcp-server\b|mcp serve\b)|(?:^| )--type=/,
    env: ["CODEX_HOME"],
    claims: [
      ["codex"],
      ["codex", "--disable", "daemon_auto_start", "--dangerously-bypass-hook-trust"],
      [
        "/opt/agents/codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
      ],
      ["node", "/opt/agents/codex/node_modules/.bin/codex"],
      ["/usr/bin/node", "/usr/lib/node_modules/@openai/codex/bin/codex.js", "resume", "--last"],
      ["codex", "explain what the app-server does"],
    ],
    refuses: [
      ["tail", "-f", "codex.log"],
      [
        "/home/dev/.codex/packages/app-server-daemon/releases/0.171.0-x86_64-unknown-linux-musl/bin/codex",
        "app-server",
        "--listen",
        "unix:///run/codex.sock",
      ],
      [
        "/home/dev/.codex/packages/app-server-daemon/releases/0.171.0-x86_64-unknown-linux-musl/bin/codex",
        "app-server",
        "daemon",
        "pid-update-loop",
      ],
      ["codex", "-c", "model=x", "app-server"],
      ["codex", "app-server"],
      ["codex", "mcp-server"],
      ["/opt/agents/codex/bin/codex-code-mode-host"],
      ["/home/dev/.codex/plugins/host/Codex"],
      ["/Applications/Codex.app/Contents/MacOS/Codex"],
      ["node", "/home/dev/codex/server.js"],
      ["npm exec @openai/codex"],
    ],
  },
  screen,
  published: null,
  log,
  hooks,
  setup,
  input,
  verified: ["0.171.0"],
});
