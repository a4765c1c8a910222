/** Turns and rest of 18.2.3, cut to the rows that matter; where another version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const status = (mark: string) =>
  ` ${mark} > ⬢ Mock Model > 📁 ~/project > ⑂ main ▶─0.1%────╎──┃──200K─`;
const composer = (mark: string, draft = "", said = "                              Mock session") =>
  `\n${said}\n${status(mark)}\n╰─${draft}`;
/** Below the composer, in its other shapes. */
const bar = (mark: string) => ` ${mark} · ⬢ Mock Model · 📁 ~/project · ⑂ main · ◫ 0.1%/200K ⟲`;

export const turns: readonly ScreenExample[] = [
  {
    // The tool that was allowed runs: the title still asks.
    screen: ` word1${composer("⠹ 1m 3s", "", "  ⎋ Run the tests               Mock session")}`,
    title: "π ! Mock session",
    status: "working",
    rule: "status-line",
  },
  {
    // Another shape.
    screen: ` word1\n\n  ⎋ Working…\n\n╭──${status("⠦ 12s")}──╮\n╰─ ${" ".repeat(50)}─╯`,
    status: "working",
    rule: "status-line",
  },
  {
    screen: ` word1\n\n  ⎋ Working…\n\n❯ and then\n${bar("⠼ 2s")}`,
    status: "working",
    rule: "status-bar",
  },
  {
    // 17.2.15.
    screen: ` word1\n\n ⠇ Run the tests ⟦esc⟧\n\n╭──${status("π")}──╮\n╰─ ${" ".repeat(50)}─╯`,
    title: "π ! Mock session",
    status: "working",
    rule: "escape-line",
  },
  {
    screen: ` word1\n${composer("π")}`,
    title: "π ⠋ Mock session",
    status: "working",
    rule: "title-spinner",
  },
  {
    screen: ` word1\n${composer("π", " rename the helper so that\n   every caller still")}`,
    title: "π > Mock session",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A list of commands below.
    screen: ` word1\n${composer("π", " /mo\n❯ ⬢  model    Model: mock-model   █\n  📂 move     Move the session    │")}`,
    title: "π > Mock session",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // The tool's own box, the question that was dismissed.
    screen: `╭─── Ask 1 questions ${line}╮
│  ○ Red ${" ".repeat(71)}│
╰───────────────────${line}╯

Ask tool was cancelled by the user
 ↻ F5 to Retry
${status("π")}
╰─`,
    title: "π > Mock session",
    status: "idle",
    rule: "composer-at-rest",
  },
  ...["❯", `${line}\n❯\n${line}`, `${line}\n\n${line}`, `${line}\n❯\n`, "▐      ▌\n", "▎\n"].map(
    (shape): ScreenExample => ({
      screen: ` word1 word2\n\n${shape}\n${bar("π")}`,
      title: "π > Mock session",
      status: "idle",
      rule: "composer-at-rest",
    }),
  ),
];
