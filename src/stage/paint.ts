import type { Screen } from "./screens.ts";

/** The project in whose folder every screen of the rig was recorded; some titles name it. */
const RECORDED_PROJECT = /\bproject\b/g;

/** The screen's title as the agent would set it in a folder of that name. */
export function titleFor(screen: Screen, project: string): string {
  return screen.title.replace(RECORDED_PROJECT, () => project);
}

/** The bytes that turn whatever a terminal shows into this screen. Pure. */
export function paint(screen: Screen, title: string): string {
  // Row by row over what is there, as agents do: a cleared screen would show a blank pane to
  // whoever looks in between, and tmux puts it into the history.
  const rows = Array.from({ length: screen.rows }, (_, row) => {
    // Attributes run on from row to row in a recording, so those of the rest of the row are put
    // back (ESC 7, ESC 8) after it was erased without any.
    const erase = row === screen.rows - 1 ? "J" : "K";
    return `\x1b[${row + 1};1H${screen.lines[row] ?? ""}\x1b7\x1b[0m\x1b[${erase}\x1b8`;
  });
  const { x, y, visible } = screen.cursor ?? { x: 0, y: 0, visible: false };
  const cursor = `\x1b[0m\x1b[${y + 1};${x + 1}H\x1b[?25${visible ? "h" : "l"}`;
  // The title comes last: where it is to be seen, the rows are too.
  return `\x1b[0m${rows.join("")}${cursor}\x1b]2;${title}\x07`;
}
