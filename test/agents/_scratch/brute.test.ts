import { it } from "vitest";
import { agents } from "../../../src/agents/index.ts";
import * as alter from "../alterations.ts";
import { cut, foreignDialogs, proseEnd, recordings, toCapture } from "../recordings.ts";
const changes: Record<string, alter.Alteration> = {
  none: (l) => l,
  digits: alter.withoutDigits, last: alter.cursorOn(-1), nocursor: alter.withoutCursor, longer: alter.longer, rev: alter.reversed,
  rb: alter.remarkBelow, re: alter.remarkAtEnd, nokeys: alter.withoutKeys, w80: alter.wrapped(80), w60: alter.wrapped(60), w46: alter.wrapped(46),
  dlast: (l) => alter.withoutDigits(alter.cursorOn(-1)(l)),
  cut,
};
it("brute", () => {
  let n = 0, bad = 0; const by: Record<string, number> = {}; const ex: Record<string, string> = {};
  for (const r of recordings) {
    const s = agents.get(r.agent)?.screen; if (!s || /offline/.test(r.file)) continue;
    const end = proseEnd(r); const body = r.lines.slice(end);
    for (const [name, ch] of Object.entries(changes)) {
      if (r.status !== "waiting" && /digits|last|cursor|longer|rev|rb|re|nokeys/.test(name)) continue;
      const altered = ch(body);
      for (const f of foreignDialogs(r.agent)) for (const k of [0, 1, 2, 3, 5, 8, 12, 20]) {
        for (const [vi, prose] of [f.slice(0, f.length - k), [...f.slice(0, f.length - k), ""], f.slice(k)].entries()) {
        n++;
        const lines = name === "cut" ? cut([...prose, ...body]) : [...prose, ...altered];
        const v = s.read(toCapture(r, () => lines));
        if (v.status !== r.status || (v.ask?.kind ?? null) !== r.kind || v.composer !== r.composer) { bad++; const key = name + " " + r.file + " -> " + v.status + " " + v.ask?.kind + " " + v.composer + " " + v.rule; by[key] = (by[key] ?? 0) + 1; ex[key] ??= lines.slice(-34).join("\n"); }
        }
      }
    }
  }
  console.log(n, bad); const keys = Object.entries(by).sort((a, b) => b[1] - a[1]);
  for (const [k, c] of keys.slice(0, 60)) console.log(c, k);
  for (const [k] of keys.slice(0, 12)) console.log("=====", k, "\n" + ex[k]!.replaceAll(/─{10,}/g, "<─>").replaceAll(/╌{10,}/g, "<╌>"));
}, 600000);
