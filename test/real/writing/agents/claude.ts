import type { WritingAgent } from "../types.ts";

export const claude: WritingAgent = {
  name: "claude",
  rests: ({ screen }) =>
    /^❯[\s\u00a0]*$\n─+\n[^]*mode on/m.test(screen) && !/esc to interrupt|Do you want/.test(screen),
  queues: true,
  clear: ["Escape", "Escape"],
  exit: "/exit",
};
