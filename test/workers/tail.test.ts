import {
  appendFileSync,
  closeSync,
  fstatSync,
  ftruncateSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { NO_LOG, type LogState } from "../../src/pipeline/fold-log.ts";
import { readHead, tailLog, type LogTail } from "../../src/workers/tail.ts";
import { scratch } from "./scratch.ts";

const RECORDED = globSync(
  fileURLToPath(new URL("../rig/transcripts/*/*.jsonl", import.meta.url)),
).filter((path) => !path.includes("opencode"));

const AT = Date.parse("2026-05-04T10:00:00.000Z");
const line = (entry: object): string =>
  `${JSON.stringify({ ...entry, timestamp: new Date(AT).toISOString() })}\n`;
const prompted = (text: string, more: object = {}): string =>
  line({ type: "user", uuid: "u", message: { role: "user", content: text }, ...more });
const ended = line({ type: "system", subtype: "turn_duration" });
const answered = (text: string): string =>
  line({
    type: "assistant",
    uuid: "a",
    message: { model: "m", content: [{ type: "text", text }] },
  });

/** A log of Claude Code that is read on from where the last read ended. */
function follow(path: string, agent = "claude") {
  let tail: LogTail | null = null;
  return {
    get tail() {
      return tail;
    },
    /** Reads all that there is, and says what came of the first read. */
    read(): string {
      let said: string | null = null;
      for (let more = true; more;) {
        const result = tailLog({ agent, path, nativeId: null, tail });
        said ??= result.state;
        more = result.state === "read" && result.more;
        if (result.state === "read") tail = result.tail;
      }
      return said!;
    },
    get log(): LogState {
      return tail?.log ?? NO_LOG;
    },
  };
}

function logFile(text: string | Buffer = ""): string {
  const path = join(scratch(), "log.jsonl");
  writeFileSync(path, text);
  return path;
}

it.each(RECORDED.map((path) => [`${basename(dirname(path))}/${basename(path)}`, path]))(
  "%s is the same whole and in pieces cut anywhere",
  (name, from) => {
    const agent = name.split("/")[0]!;
    const bytes = readFileSync(from);
    const whole = follow(from, agent);
    whole.read();
    const path = logFile();
    const file = openSync(path, "w");
    const pieces = follow(path, agent);
    for (let at = 0, reads = 0; at < bytes.length;) {
      const end = at + (at < 4096 ? 1 : reads < 6000 ? 7 : 65_536);
      writeSync(file, bytes, at, Math.min(end, bytes.length) - at);
      [at, reads] = [end, reads + 1];
      pieces.read();
    }
    closeSync(file);
    // What a subagent of Claude's writes is all its own.
    expect(whole.log.status === null).toBe(name.startsWith("claude/subagent"));
    expect(pieces.log).toEqual(whole.log);
  },
  120_000,
);

describe("a log that grows", () => {
  it("is read once: what has not changed is the same", () => {
    const path = logFile(prompted("go"));
    const log = follow(path);
    expect([log.read(), log.read()]).toEqual(["read", "same"]);
    expect(log.log).toMatchObject({ status: "working", lastPrompt: "go" });
    appendFileSync(path, ended);
    expect([log.read(), log.log.status]).toEqual(["read", "idle"]);
  });

  it("counts a last line when it is whole, and loses none (FR-058)", () => {
    const path = logFile(prompted("go") + ended.slice(0, 40));
    const log = follow(path);
    log.read();
    expect([log.read(), log.log.status]).toEqual(["same", "working"]);
    appendFileSync(path, ended.slice(40));
    log.read();
    expect(log.log.status).toBe("idle");
  });

  it("may be cut in the middle of a character", () => {
    const bytes = Buffer.from(prompted("日本語 🧪 é"));
    const cut = bytes.indexOf(Buffer.from("🧪")) + 2;
    const path = logFile(bytes.subarray(0, cut));
    const log = follow(path);
    log.read();
    appendFileSync(path, bytes.subarray(cut));
    log.read();
    expect(log.log.lastPrompt).toBe("日本語 🧪 é");
  });

  it("has its first line, however short it is (FR-059)", () => {
    const log = follow(logFile(prompted("one record")));
    log.read();
    expect(log.log.lastPrompt).toBe("one record");
  });

  it("says nothing of moments that have yet to come: that would be right for ever", () => {
    const path = logFile(prompted("go", { timestamp: "2199-01-01T00:00:00.000Z" }));
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/"2026-[^"]*"/, '"2199-01-01T00:00:00.000Z"'),
    );
    const written = Date.now();
    const log = follow(path);
    log.read();
    expect(log.log.at).toBeLessThan(written + 5000);
    appendFileSync(path, ended);
    log.read();
    expect(log.log.status).toBe("idle");
  });
});

describe("a log that is another one by now", () => {
  it("is read anew when it was truncated and is shorter (FR-060)", () => {
    const path = logFile(prompted("x".repeat(50_000)));
    const log = follow(path);
    log.read();
    truncateSync(path);
    expect([log.read(), log.log]).toEqual(["read", NO_LOG]);
    appendFileSync(path, prompted("next"));
    log.read();
    expect(log.log.lastPrompt).toBe("next");
  });

  it("is read anew when it was written over, and is longer", () => {
    const path = logFile(prompted("old") + ended);
    const log = follow(path);
    log.read();
    writeFileSync(path, prompted("new".repeat(500)) + answered("words"));
    log.read();
    expect(log.log).toMatchObject({ status: "working", lastPrompt: "new".repeat(500) });
  });

  it("is read anew when another file took its place, even of the same size and time", () => {
    const path = logFile(prompted("old") + ended);
    const log = follow(path);
    log.read();
    const { mtime, size } = fstatSync(openSync(path, "r"));
    writeFileSync(`${path}.new`, prompted("new") + ended);
    utimesSync(`${path}.new`, mtime, mtime);
    renameSync(`${path}.new`, path);
    expect(fstatSync(openSync(path, "r")).size).toBe(size);
    expect([log.read(), log.log.lastPrompt]).toEqual(["read", "new"]);
  });
});

describe("lines of any kind", () => {
  const MB = 1 << 20;

  it.each([
    ["of 1.5 MB, whose words count", 1.5 * MB, "long"],
    ["of 4.5 MB, which can matter to nobody", 4.5 * MB, "before"],
    ["of 20 MB, more than is read at a time", 20 * MB, "before"],
  ])("one %s, hides nothing of what follows", (_what, size, prompt) => {
    const filler = { toolUseResult: "x".repeat(size) };
    const bytes = Buffer.from(prompted("long", filler) + ended);
    const path = logFile(prompted("before"));
    const log = follow(path);
    log.read();
    for (let at = 0; at < bytes.length; at += 700_001) {
      appendFileSync(path, bytes.subarray(at, at + 700_001));
      log.read();
    }
    expect(log.log).toMatchObject({ status: "idle", lastPrompt: prompt });
    // In one go, and never seen before.
    const late = follow(path);
    late.read();
    expect(late.log.status).toBe("idle");
  });

  it("that goes on behind a line that was cut off loses but that line", () => {
    const path = logFile(prompted("before"));
    const log = follow(path);
    log.read();
    truncateSync(path, Buffer.byteLength(prompted("before")) - 9);
    appendFileSync(path, prompted("after") + ended);
    log.read();
    expect(log.log).toMatchObject({ lastPrompt: "after", status: "idle" });
  });

  it("one of 2 GB is not read: what follows is there at once", () => {
    const path = logFile(prompted("before"));
    const log = follow(path);
    log.read();
    truncateSync(path, 2 ** 31);
    appendFileSync(path, `\n${prompted("after")}`);
    // In one part: what is left would be read next.
    const result = tailLog({ agent: "claude", path, nativeId: null, tail: log.tail });
    expect(result).toMatchObject({
      state: "read",
      more: false,
      tail: { log: { lastPrompt: "after" } },
    });
  });

  it("garbage says nothing, and hides nothing", () => {
    const garbage = Buffer.from(
      Array.from({ length: 70_000 }, (_, at) => (at * 131 + (at >> 3)) % 256),
    );
    const needle = Buffer.from(
      '{"type":"user" \xff\xfe broken\n{"type":"user"}\n["type":"user"]\n',
    );
    const deep = Buffer.from(`{"type":"user","message":${"[".repeat(200_000)}\n`);
    const path = logFile(
      Buffer.concat([garbage, Buffer.from("\n"), needle, deep, Buffer.from(prompted("go"))]),
    );
    const log = follow(path);
    log.read();
    expect(log.log).toMatchObject({ status: "working", lastPrompt: "go" });
  });
});

describe("what is no log", () => {
  it.each<[string, (path: string) => void]>([
    ["nothing", () => {}],
    ["a folder", (path) => mkdirSync(path)],
    ["a pipe, which nobody writes to", (path) => execFileSync("mkfifo", [path])],
    ["a link", (path) => symlinkSync(logFile(prompted("secret")), path)],
    ["a device", (path) => symlinkSync("/dev/zero", path)],
  ])("is gone: %s in its place", (_what, make) => {
    const path = join(scratch(), "log.jsonl");
    make(path);
    expect(tailLog({ agent: "claude", path, nativeId: null, tail: null })).toEqual({
      state: "gone",
    });
    expect(readHead("claude", path)).toBeNull();
  });

  it("is gone for an agent without logs", () => {
    const path = logFile(prompted("go"));
    for (const agent of ["nobody", "__proto__", "cursor"])
      expect(tailLog({ agent, path, nativeId: null, tail: null })).toEqual({ state: "gone" });
  });
});

describe("a long log", () => {
  /** Bytes that this process has read, from anywhere. */
  const bytesRead = (): number =>
    Number(/^rchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))![1]);

  /** With holes, so that it takes no room. */
  function sparse(size: number, head: string, end: string): string {
    const path = logFile(head);
    const file = openSync(path, "r+");
    ftruncateSync(file, size);
    writeSync(file, `\n${end}`, size - Buffer.byteLength(end) - 1);
    closeSync(file);
    return path;
  }

  it("is not read from its beginning: its head has the facts, its end the state", () => {
    const facts = { cwd: "/shop", version: "2.1.9" };
    const path = sparse(
      3 * 2 ** 30,
      prompted("first", facts),
      prompted("last") + answered("words"),
    );
    const before = bytesRead();
    const log = follow(path);
    log.read();
    expect(bytesRead() - before).toBeLessThan(1 << 20);
    expect(log.log).toMatchObject({ status: "working", lastPrompt: "last", ...facts });
    appendFileSync(path, ended);
    const then = bytesRead();
    log.read();
    expect(log.log.status).toBe("idle");
    expect(bytesRead() - then).toBeLessThan(64 << 10);
  });

  it("is read from a line's beginning where the end that is read begins with one", () => {
    const END = 512 << 10;
    const last = prompted("at the border");
    const filler = `${"x".repeat(END - Buffer.byteLength(last) - 1)}\n`;
    const path = logFile(`${"y".repeat(300 << 10)}\n${last}${filler}`);
    const log = follow(path);
    log.read();
    expect(log.log.lastPrompt).toBe("at the border");
  });

  it("says nothing where its last line is longer than what is read", () => {
    const path = logFile(
      `${prompted("x".repeat(300 << 10))}${line({ type: "user", x: "y".repeat(600 << 10) })}`,
    );
    const log = follow(path);
    log.read();
    expect(log.log.status).toBeNull();
  });
});
