import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  foldersWithLsof,
  listWithPs,
  parseLsof,
  parsePs,
  splitCommand,
  type PsRow,
} from "../../src/io/ps.ts";
import { socketOfArgv } from "../../src/io/tmux-sockets.ts";
import { hasPrograms } from "../lab/programs.ts";

/** Recorded: procps-ng 4.0.2, shortened, folders renamed. */
const LINUX = `
    1     0     0    -1     0 ?        SLl  Mon Nov 30 10:44:50 2026 /sbin/init --exec
    2     0     0    -1     0 ?        S    Mon Nov 30 10:44:50 2026 [kthreadd]
 8314  8273  8314    -1     0 ?        Ss   Mon Nov 30 11:44:21 2026 tmux -S /run/dev/tmux.sock -f /dev/null new-session -d -s main
 8315  8314  8315  8430     0 pts/3    Ss   Mon Nov 30 11:44:21 2026 bash --norc --noprofile
 8430  8315  8430  8430     0 pts/3    Sl+  Mon Nov 30 11:44:23 2026 opencode
10342 10261 10342 10342  1000 pts/13   Tl   Mon Nov  2 01:04:49 2026 node /opt/agents/gemini/node_modules/.bin/gemini
11931 10261 11931 10342  1000 pts/13   Z    Mon Nov  2 01:04:50 2026 [claude] <defunct>
`;

/**
 * Composed, not recorded: macOS 15, from its manual page and its sources (columns padded to the widest,
 * \`??\` without a terminal, \`lstart\` as \`%c\` in the C locale, 0 for no foreground group, -2 for nobody).
 */
const MACOS = `
    1     0     1     0     0 ??       Ss   Sun Nov 29 08:01:12 2026     /sbin/launchd
  412     1   412     0    -2 ??       Ss   Sun Nov 29 08:01:40 2026     /usr/sbin/mDNSResponder
 2210     1  2210     0   501 ??       Ss   Mon Nov 30 09:12:03 2026     tmux -L lab new-session -d -s work
 2211  2210  2211  2304   501 ttys003  Ss   Mon Nov 30 09:12:03 2026     -zsh
 2304  2211  2304  2304   501 ttys003  S+   Mon Nov 30 09:12:44 2026     claude --resume 5ab8314c
 2318  2304  2304  2304   501 ttys003  S+   Mon Nov 30 09:12:47 2026     /bin/zsh -c npm test
 2400  2211  2400  2304   501 ttys003  T    Mon Nov 30 09:30:00 2026     codex
 2511     1  2511  2511   501 ttys011  R+   Tue Dec  1 00:00:59 2026     /Users/dev/Library/Application Support/agents/bin/claude -c
 2600  2211  2600  2304   501 ttys003  Z    Mon Nov 30 09:31:00 2026     (codex)
`;

const byPid = (stdout: string): Map<number, PsRow> =>
  new Map(parsePs(stdout).map((row) => [row.pid, row]));

const hasPs = hasPrograms("ps");

describe("ps", () => {
  it("is read as procps prints it", () => {
    const rows = byPid(LINUX);
    expect(rows.size).toBe(7);
    expect(rows.get(8430)).toEqual({
      pid: 8430,
      ppid: 8315,
      pgid: 8430,
      tpgid: 8430,
      uid: 0,
      tty: "pts/3",
      state: "Sl+",
      startedAt: Date.UTC(2026, 10, 30, 11, 44, 23),
      command: "opencode",
    });
    expect(rows.get(8314)).toMatchObject({ tty: null, tpgid: -1 });
    expect(rows.get(10342)).toMatchObject({
      state: "Tl",
      uid: 1000,
      startedAt: Date.UTC(2026, 10, 2, 1, 4, 49),
    });
  });

  it("is read as macOS prints it", () => {
    const rows = byPid(MACOS);
    expect(rows.size).toBe(9);
    expect(rows.get(2304)).toEqual({
      pid: 2304,
      ppid: 2211,
      pgid: 2304,
      tpgid: 2304,
      uid: 501,
      tty: "ttys003",
      state: "S+",
      startedAt: Date.UTC(2026, 10, 30, 9, 12, 44),
      command: "claude --resume 5ab8314c",
    });
    expect(rows.get(2210)).toMatchObject({ tty: null, tpgid: 0 });
    expect(rows.get(412)!.uid).toBe(-2);
    expect(rows.get(2400)).toMatchObject({ state: "T", pgid: 2400, tpgid: 2304 });
    expect(rows.get(2511)!.command).toMatch(/^\/Users\/dev\/Library\/Application Support\//);
  });

  it("leaves out what is no row, whatever it is, and takes nothing from a line that was cut", () => {
    expect(parsePs("PID PPID\nps: illegal option\n\n  12 1")).toEqual([]);
    const line = MACOS.split("\n")[5]!;
    for (let end = 0; end <= line.indexOf("2026"); end++)
      expect(parsePs(line.slice(0, end))).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parsePs(text))));
  });

  it.skipIf(!hasPs)(
    "lists this machine, this process among it, with the same starts each time",
    async () => {
      const [first, second] = [await listWithPs(), await listWithPs()];
      const own = first.find(({ pid }) => pid === process.pid);
      expect(own).toMatchObject({ ppid: process.ppid, uid: process.getuid!() });
      expect(Math.abs(own!.startedAt - (Date.now() - process.uptime() * 1000))).toBeLessThan(3000);
      const starts = new Map(second.map(({ pid, startedAt }) => [pid, startedAt]));
      const common = first.filter(({ pid }) => starts.has(pid));
      expect(common.length).toBeGreaterThan(0);
      for (const { pid, startedAt } of common) expect(starts.get(pid)).toBe(startedAt);
    },
  );
});

describe("a command line", () => {
  const files = [
    "/bin/zsh",
    "/usr/local/bin/node",
    "/Users/dev/My Apps/bin/gemini",
    "/Users/dev/Library/Application Support/agents/bin/claude",
  ];
  it.each([
    ["claude", ["claude"]],
    ["-zsh", ["-zsh"]],
    ["/bin/zsh -c npm test", ["/bin/zsh", "-c", "npm", "test"]],
    [`${files[3]} -c`, [files[3], "-c"]],
    [`/usr/local/bin/node ${files[2]} --yolo`, ["/usr/local/bin/node", files[2], "--yolo"]],
    // It is not there: a name of the first piece is all that can be told.
    ["/Users/dev/Other Apps/claude", ["/Users/dev/Other", "Apps/claude"]],
    ["claude  read /etc/hosts   twice", ["claude", "read", "/etc/hosts", "twice"]],
    ["", []],
  ])("%j is taken apart", (command, argv) => {
    expect(splitCommand(command, (path) => files.includes(path))).toEqual(argv);
  });

  it("looks for few files, however long it is", () => {
    let looks = 0;
    splitCommand("/a b ".repeat(1000), () => ++looks < 0);
    expect(looks).toBeLessThanOrEqual(24);
  });
});

describe("lsof", () => {
  it("is read as it prints fields", () => {
    // Recorded (4.95 on Linux), folders renamed; the escapes are those of the C locale.
    const printed = [
      "p1\nfcwd\nn/proc/1/cwd (readlink: Permission denied)",
      "p2204\nfcwd\nn/home/dev/project",
      "p11931\nfcwd\nn/tmp/t1/caf\\xc3\\xa9 x",
      // Composed: macOS names a folder below /private, and other descriptors are not asked for.
      "p2304\nfcwd\nn/private/tmp/shop (old)\nf0\nn/dev/ttys003",
      "p2400\nfcwd\nn/odd\\xff",
    ];
    expect([...parseLsof(`${printed.join("\n")}\n`)]).toEqual([
      [2204, "/home/dev/project"],
      [11931, "/tmp/t1/café x"],
      [2304, "/private/tmp/shop (old)"],
      [2400, "/odd\\xff"],
    ]);
  });

  it("never throws", () => {
    const parses = fc.property(fc.string(), (text) => parseLsof(text) instanceof Map);
    expect(fc.check(parses).failed).toBe(false);
  });
});

describe("without the programs", () => {
  const { PATH } = process.env;
  it.each([
    ["fails", "#!/bin/sh\necho 'ps: boom' >&2\nexit 1", "ps exited with 1: ps: boom"],
    ["prints nothing", "#!/bin/sh", "this one"],
    [
      "prints others only",
      "#!/bin/sh\necho '    1     0     1     0     0 ??       Ss   Sun Nov 29 08:01:12 2026     init'",
      "printed 1 processes",
    ],
  ])("a ps that %s is no empty machine", async (_what, script, message) => {
    await withProgram("ps", script, () => expect(listWithPs()).rejects.toThrow(message));
    expect(process.env.PATH).toBe(PATH);
  });

  it("an lsof that fails says so, and one that knows of nobody does not", async () => {
    const asks = (script: string) => withProgram("lsof", script, () => foldersWithLsof([1, 2]));
    expect(await asks("#!/bin/sh\necho 'lsof: boom' >&2\nexit 1")).toMatchObject({
      trouble: "lsof exited with 1: lsof: boom",
    });
    expect(await asks("#!/bin/sh\nexit 1")).toEqual({ byPid: new Map(), trouble: null });
    expect(await asks("#!/bin/sh\nprintf 'p2\\nfcwd\\nn/x\\n'\nexit 1")).toEqual({
      byPid: new Map([[2, "/x"]]),
      trouble: null,
    });
  });
});

it.each([
  ["tmux", "/tmp/tmux-UID/default"],
  ["tmux new-session -d -s -S", "/tmp/tmux-UID/default"],
  ["tmux -L lab new -d", "/tmp/tmux-UID/lab"],
  ["/opt/homebrew/bin/tmux -uLlab attach", "/tmp/tmux-UID/lab"],
  ["tmux -u -2 -S /run/x/sock -f /dev/null start-server ; new", "/run/x/sock"],
  ["tmux -S/run/x/sock", "/run/x/sock"],
  ["tmux -f conf -L lab -S /run/y", "/run/y"],
  ["tmux -S relative", null],
  ["tmux -L ../up", null],
])("the socket of `%s` is %s", (command, socket) => {
  const expected = socket?.replace("UID", String(process.getuid!())) ?? null;
  expect(socketOfArgv(command.split(" "), {})).toBe(expected);
});

/** Puts a program of that name before all others on PATH. */
async function withProgram<T>(name: string, script: string, act: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "cm-ps-"));
  const path = process.env.PATH;
  writeFileSync(join(folder, name), `${script}\n`);
  chmodSync(join(folder, name), 0o755);
  process.env.PATH = `${folder}:${path}`;
  try {
    return await act();
  } finally {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  }
}
