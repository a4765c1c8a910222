import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "cursor",
  title: "Cursor",
  process: {
    // `cursor` is the editor. `agent`, the other name of this one, is too common to tell alone.
    executable: /^cursor-agent$/,
    script: /\/cursor-agent\/(?:versions\/[^/]+\/)?index\.js$/,
    exclude: null,
    env: ["CURSOR_CONFIG_DIR"],
    claims: [
      ["cursor-agent"],
      ["/home/dev/.local/bin/cursor-agent", "--resume", "chat"],
      [
        "/home/dev/.local/bin/agent",
        "--use-system-ca",
        "/home/dev/.local/share/cursor-agent/versions/2026.11.20-a1b2c3d/index.js",
      ],
    ],
    refuses: [
      ["cursor", "."],
      ["/usr/share/cursor/cursor", "--type=renderer"],
      ["agent"],
      ["/usr/bin/agent", "--config", "/etc/agent.conf"],
      ["ssh-agent"],
      ["gpg-agent", "--daemon"],
    ],
  },
  screen,
  published: null,
  hooks,
  setup,
  verified: [],
});
