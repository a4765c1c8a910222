/** One thing that was looked at. */
export interface Check {
  name: string;
  /** `warning`: not as it might be, but nothing fails by it. */
  state: "ok" | "warning" | "error";
  message: string;
  /** What to do; null where there is nothing to do. */
  hint: string | null;
}

export function ok(name: string, message: string): Check {
  return { name, state: "ok", message, hint: null };
}

export function warning(name: string, message: string, hint: string): Check {
  return { name, state: "warning", message, hint };
}

export function error(name: string, message: string, hint: string): Check {
  return { name, state: "error", message, hint };
}
