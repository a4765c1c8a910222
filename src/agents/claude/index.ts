import { defineAgent } from "../define.ts";
import { background } from "./background.ts";
import { hooks } from "./hooks.ts";
import { input } from "./input.ts";
import { log } from "./log.ts";
import { published } from "./published.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "claude",
  title: "Claude Code",
  process: {
    executable: /^claude(?:\.exe)?$/,
    // It overwrites argv[0] with its name; this is for the moment before, and where it cannot.
    script: /(?:^|\/)(?:\.?bin\/claude|@anthropic-ai\/claude-code\/cli\.js)$/,
    exclude: /^(?:mcp serve|daemon|--chrome-native-host)\b|(?:^| )--type=/,
    env: ["CLAUDE_CONFIG_DIR"],
    claims: [
      ["claude"],
      ["claude", "--permission-mode", "default"],
      ["/home/dev/.local/bin/claude", "--resume", "5ab8314c-9b9a-46c1-aaf8-ec52ad79ab18"],
      ["/opt/agents/claude/node_modules/@anthropic-ai/claude-code/bin/claude.exe"],
      ["node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", "-c"],
      // A stand-in: a link of that name to a sleeping program.
      ["/some/dir/bin/claude", "100000"],
    ],
    refuses: [
      ["vim", "notes-about-claude.md"],
      ["vim", "/home/dev/bin/claude"],
      ["sh", "-c", "claude --resume"],
      ["/bin/bash", "/home/dev/bin/claude"],
      ["node", "/home/dev/.claude/plugins/server.js"],
      ["npm exec @anthropic-ai/claude-code"],
      ["/Applications/Claude.app/Contents/MacOS/Claude"],
      ["/usr/lib/claude-desktop/claude", "--type=renderer"],
      ["/usr/bin/claude-desktop"],
      ["claude-code-router"],
      ["claude", "mcp", "serve"],
    ],
  },
  screen,
  published,
  log,
  hooks,
  setup,
  background,
  input,
  verified: ["2.1.332", "2.1.197"],
});
