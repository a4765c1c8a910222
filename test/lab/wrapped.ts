import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * For ccmux alone, programs that run some lines of `sh` before the real ones of that name.
 * @returns variables for it
 */
export function wrap(programs: Readonly<Record<string, string>>): { PATH: string } {
  const folder = mkdtempSync(join(tmpdir(), "cm-wrap-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH = "" } = process.env;
  for (const [name, lines] of Object.entries(programs)) {
    const find = ["-c", `PATH=$PATH:/usr/sbin:/sbin; command -v ${name}`];
    const real = execFileSync("/bin/sh", find, { encoding: "utf8" }).trim();
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\nexec ${real} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:${PATH}` };
}

/** From the manual page of 3.0a, those that a tool like this one may want. */
const VARIABLES = `
  alternate_on client_activity client_height client_name client_pid client_session client_tty client_width
  cursor_character cursor_flag cursor_x cursor_y history_limit history_size host insert_flag keypad_flag
  mouse_any_flag pane_active pane_bottom pane_current_command pane_current_path pane_dead pane_dead_status
  pane_height pane_id pane_in_mode pane_index pane_input_off pane_left pane_mode pane_pid pane_pipe
  pane_start_command pane_synchronized pane_title pane_top pane_tty pane_width pid scroll_position
  session_activity session_attached session_created session_group session_id session_last_attached
  session_name session_windows socket_path start_time version window_active window_activity window_flags
  window_height window_id window_index window_layout window_linked window_name window_panes window_width
  window_zoomed_flag
`;

/** Says that it is 3.0a, and fails for a format variable that 3.0a does not have. */
export const OLD_TMUX = `
case "$*" in *-V*) echo 'tmux 3.0a'; exit ;; esac
check() {
  for name in $(grep -o '#{[^}]*' | grep -oE '[a-z_]{3,}'); do
    case " ${VARIABLES.trim().replace(/\s+/g, " ")} " in *" $name "*) ;; *) echo "unknown: $name" >&2; exit 1 ;; esac
  done
}
printf '%s\\n' "$*" | check || exit 1
case "$*" in
  *source-file*)
    input=$(mktemp) || exit
    cat >"$input"
    check <"$input" || { rm "$input"; exit 1; }
    exec <"$input"
    rm "$input" ;;
esac`;
