/** Dialogs of 18.2.3, cut to the rows that matter; where another version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const wall = (text: string) => `│${text.padEnd(60)}│`;
const box = (title: string, inside: string) =>
  `╭─ ${title} ${"─".repeat(57 - title.length)}╮\n${inside.split("\n").map(wall).join("\n")}\n╰${line}╯`;
const select = "\n up/down navigate  enter select  esc cancel\n";

export const dialogs: readonly ScreenExample[] = [
  {
    screen: `  ⎋ x                              Mock session\n${box(
      "Allow tool: bash",
      `\n Command: touch one.txt\n\n  ❯ Approve\n    Deny\n${select}`,
    )}`,
    title: "π ! Mock session",
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-tool",
  },
  {
    // The default is on Deny; a bar with a spinner stands below.
    screen: `${box(
      "Allow tool: write",
      `\n Path: hello.txt\n Content:\n hello\n\n    Approve\n  ❯ Deny\n${select}`,
    )}\n ⠸ 2s · ⬢ Mock Model · 📁 ~/project`,
    title: "π ! Mock session",
    status: "waiting",
    kind: "permission",
    text: "Path: hello.txt\nContent:\nhello",
    rule: "permission-tool",
  },
  {
    // 17.2.15.
    screen: ` ⠴ x ⟦esc⟧\n\n${line}\n\n Allow tool: bash\n Command: touch a\n\n ❯ Approve\n   Deny\n${select}\n${line}`,
    title: "π ! Mock session",
    status: "waiting",
    kind: "permission",
    text: "touch a",
    rule: "permission-tool",
  },
  {
    screen: `${box("Plan Review", "  Plan\n\n  1. Write the file\n")
      .split("\n")
      .slice(0, -1)
      .join("\n")}
├${line}┤
${[
  " Plan mode - next step",
  " continue with  ◂  smol  ◀ default ▶  ▸",
  "   ↳ Mock Model",
  " ❯ Approve and execute",
  "   Approve and compact context",
  "   Refine plan",
]
  .map(wall)
  .join("\n")}
├${line}┤
${wall(" ↑↓ select · ⏎ confirm · ◂▸ model · c copy · tab regions ·…")}
╰${line}╯`,
    title: "π > Mock session",
    status: "waiting",
    kind: "plan",
    text: "Plan\n\n1. Write the file",
    rule: "plan",
  },
  {
    // In other words.
    screen: box("Review", " ❯ Refine plan\n   Approve and execute\n\n ↑↓ select · ⏎ confirm"),
    title: "π > Mock session",
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: `╭─ Ask (28s) ${"─".repeat(48)}╮
${wall(" Which colour do you want")}
├${line}┤
${wall(" ❯ ○ Red")}
${wall("       Mock step")}
${wall("   ○ Other (type your own)")}
├${line}┤
${wall(" Enter select · n note · ↑/↓ move · Esc cancel")}
╰${line}╯`,
    title: "π ! Mock session",
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question",
  },
  {
    screen: box(
      "Custom answer: Which colour do you want, of all that ──",
      "\n there are?\n\n > pur\n\n enter or ctrl+q submit  esc cancel",
    ),
    title: "π ! Mock session",
    status: "waiting",
    kind: "question",
    text: "Which colour do you want, of all that",
    rule: "question",
  },
  {
    // In a pane so small that the box's head is above its edge.
    screen: `${[" ❯ ○ Red", "   ○ Blue", "", " Enter select · Esc cancel"].map(wall).join("\n")}
╰${line}╯`,
    status: "waiting",
    kind: "question",
    rule: "question-options",
  },
  {
    // An extension's.
    screen: box("Clear session?", `\n All of it is deleted.\n\n  ❯ Yes\n    No\n${select}`),
    status: "waiting",
    kind: "permission",
    text: "Clear session? All of it is deleted.",
    rule: "permission-options",
  },
  {
    screen: box("Which file?", `\n  ❯ a.ts\n    b.ts\n${select}`),
    status: "waiting",
    kind: "question",
    text: "Which file?",
    rule: "question-keys",
  },
  {
    screen: box(
      "Select provider to login",
      " ❯ OpenRouter       █\n   Devin            │\n Type to search",
    ),
    title: "π > Mock session",
    status: "waiting",
    kind: "other",
    text: "Select provider to login",
    rule: "dialog-open",
  },
  {
    screen: box(
      "Pasted 2401 lines",
      "\n  ❯ Attach as a wrapped block\n      Wrap the text in <attachment> tags\n    Paste inline\n\n Esc to paste inline\n",
    ),
    title: "π > Mock session",
    status: "waiting",
    kind: "other",
    text: "Pasted 2401 lines",
    rule: "paste-menu",
  },
  {
    // A page of its own.
    screen: `
            Setup step 1 of 5

    Set up your providers

       ↑/↓ select · enter confirm · esc skip · ctrl+c exit setup`,
    title: "π > project",
    status: "waiting",
    kind: "other",
    rule: "dialog-open",
  },
];
