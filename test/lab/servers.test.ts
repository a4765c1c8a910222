/** Several tmux servers at once, where no other one is to be found. */
import { beforeAll, describe, expect, it } from "vitest";
import { canIsolate, isolated } from "./isolated.ts";
import { hasPrograms } from "./programs.ts";
import type { Sockets } from "./scenarios/sockets.ts";
import type { TwoServers } from "./scenarios/two-servers.ts";

describe.skipIf(!canIsolate)("two servers with the same panes", () => {
  let saw: TwoServers;
  beforeAll(async () => {
    saw = await isolated("two-servers");
  }, 120_000);

  it("have a row for each of their panes", () => {
    const places = saw.atFirst.map(({ agent, pane }) => [pane?.server, pane?.id, agent]);
    const [one, other] = saw.sockets;
    expect(places.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual(
      [
        [one, "%0", "claude"],
        [one, "%1", "codex"],
        [other, "%0", "codex"],
        [other, "%1", "claude"],
      ].toSorted((a, b) => a.join().localeCompare(b.join())),
    );
    expect(new Set(saw.atFirst.map(({ id }) => id)).size).toBe(4);
  });

  it("are told apart: %0 is ambiguous, but for a caller who stands in one of them", () => {
    expect(saw.ambiguous).toMatchObject({ code: 1, stderr: expect.stringContaining("matches 2") });
    expect(saw.asked).toBe(saw.sockets[1]);
  });

  it("end alone: when one is killed and comes again, no row of the other changes", () => {
    const [one, other] = saw.sockets;
    const before = saw.atFirst.filter(({ pane }) => pane?.server === one);
    expect(saw.afterKill).toEqual(before.toSorted((a, b) => a.pid - b.pid));
    expect(saw.touched).toEqual([]);
    expect(saw.again.map(({ pane }) => pane?.server)).toEqual([other, other]);
    const ids = saw.atFirst.map(({ id }) => id);
    expect(saw.again.filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  it("FR-077 A host that hangs: they freeze alone, the other's rows move on, its own stay, and health says so", () => {
    expect(saw.shown.status).toBe("waiting");
    expect(saw.shown.afterMs).toBeLessThan(3000);
    const { sessions, health, tookMs } = saw.degraded;
    expect(sessions).toHaveLength(4);
    expect(health).toMatchObject({
      state: "degraded",
      reasons: [expect.stringContaining(saw.sockets[1]!)],
    });
    expect(tookMs).toBeLessThan(3000);
    expect(saw.healed).toBe("ok");
  });
});

describe.skipIf(!canIsolate || !hasPrograms("ps"))(
  "a server whose socket is in another folder",
  () => {
    let saw: Sockets;
    beforeAll(async () => {
      saw = await isolated("sockets");
    }, 120_000);
    const row = () => [{ agent: "codex", bound: "tty", id: "%0", server: saw.socket }];

    it("FR-020 is found by its process", () => {
      expect(saw.found).toEqual(row());
    });

    it("is found by a caller who stands in it, at once", () => {
      expect([saw.unknown, saw.met, saw.self]).toEqual([[], row(), "codex"]);
    });

    it("is found by the config, and by its label where the folder is known", () => {
      expect([saw.named, saw.labelled]).toEqual([row(), row()]);
    });

    it("FR-078 has one row for an agent that another server's pane shows through a client", () => {
      expect(saw.once).toEqual(row());
    });
  },
);
