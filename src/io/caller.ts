/** Who asks and from where: for `self`, "nearest" and `here`. Believed at the Unix door only. */
export function callerHeaders(env = process.env): Record<string, string> {
  const headers: Record<string, string> = {};
  try {
    headers["ccmux-cwd"] = encodeURIComponent(process.cwd());
  } catch {
    // It was removed under us.
  }
  const server = env.TMUX?.split(",")[0];
  if (server) headers["ccmux-server"] = encodeURIComponent(server);
  if (env.TMUX_PANE) headers["ccmux-pane"] = encodeURIComponent(env.TMUX_PANE);
  return headers;
}
