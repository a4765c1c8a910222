import { defineAgent } from "../define.ts";
import { hooks } from "./hooks.ts";
import { screen } from "./screen.ts";
import { setup } from "./setup.ts";

export default defineAgent({
  name: "antigravity",
  title: "Antigravity",
  process: {
    executable: /^agy$/,
    script: null,
    exclude: null,
    env: [],
    claims: [["agy"], ["/home/dev/.local/bin/agy", "--continue"]],
    refuses: [
      ["antigravity", "."],
      ["/usr/share/antigravity/antigravity", "--type=renderer"],
      ["ls", "/home/dev/bin/agy"],
    ],
  },
  screen,
  published: null,
  hooks,
  setup,
  verified: [],
});
