import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileOf, inWorld, makeWorld, type TestWorld } from "./world.ts";

const CONFIG = "set -g mouse on\n";

/** A home with tmux, and a config there. */
function begin(place: string | null, more: Readonly<Record<string, string>> = {}) {
  const world = makeWorld(null, more);
  const path = place && join(world.home, place);
  if (path) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, CONFIG);
  }
  return { world, path: path ?? join(world.home, ".tmux.conf") };
}

const bytes = (path: string): string | null =>
  existsSync(path) ? readFileSync(path, "utf8") : null;

const tmuxFile = async (world: TestWorld, names: string[] | null) =>
  fileOf(await world.look("install", names), "tmux");

describe("the tmux config", () => {
  it("is left alone by who does not ask for it, and shown", async () => {
    const { world, path } = begin(".tmux.conf");
    await world.run("install");
    expect(bytes(path)).toBe(CONFIG);
    expect(await tmuxFile(world, null)).toMatchObject({ state: "absent", change: null });
  });

  it.each([".tmux.conf", ".config/tmux/tmux.conf"])(
    "gets the lines once, and gives them back: %s",
    async (place) => {
      const { world, path } = begin(place);
      expect((await world.run("install", ["tmux"])).ok).toBe(true);
      const written = bytes(path)!;
      expect(written).toContain(`${world.launcher} status --line`);
      expect((await tmuxFile(world, null)).state).toBe("installed");
      await world.run("install", ["tmux"]);
      expect(bytes(path)).toBe(written);
      await world.run("uninstall");
      expect(bytes(path)).toBe(CONFIG);
    },
  );

  it("that there was none of is gone again", async () => {
    const { world, path } = begin(null);
    await world.run("install", ["tmux"]);
    expect(bytes(path)).toContain("display-popup");
    await world.run("uninstall", ["tmux"]);
    expect(bytes(path)).toBeNull();
  });

  it("keeps what the person wrote in the meantime", async () => {
    const { world, path } = begin(".tmux.conf");
    await world.run("install", ["tmux"]);
    writeFileSync(path, `${bytes(path)}set -g history-limit 9000\n`);
    await world.run("uninstall");
    expect(bytes(path)).toBe(`${CONFIG}set -g history-limit 9000\n`);
  });

  it("in another encoding is never touched", async () => {
    const { world, path } = begin(".tmux.conf");
    const latin = Buffer.from("# caf\xe9\n", "latin1");
    writeFileSync(path, latin);
    expect((await world.run("uninstall")).ok).toBe(true);
    expect((await world.run("install", ["tmux"])).ok).toBe(false);
    expect(readFileSync(path)).toEqual(latin);
  });

  it("is found where the person has moved it", async () => {
    const { world, path } = begin(".tmux.conf");
    await world.run("install", ["tmux"]);
    const moved = join(world.home, ".config/tmux/tmux.conf");
    mkdirSync(dirname(moved), { recursive: true });
    renameSync(path, moved);
    expect((await tmuxFile(world, ["tmux"])).path).toBe(moved);
    await world.run("uninstall");
    expect(bytes(moved)).toBe(CONFIG);
    expect(bytes(path)).toBeNull();
  });

  it("gives the lines back though the program is where no line could start it", async () => {
    const { world, path } = begin(".tmux.conf");
    await world.run("install", ["tmux"]);
    const odd = inWorld({ ...world, launcher: "/home/a b/ccmux" });
    expect(
      (await odd.run("install", null)).agents.find(({ agent }) => agent === "tmux"),
    ).toMatchObject({ files: [{ refused: { message: expect.stringContaining("can't start") } }] });
    expect((await odd.run("uninstall")).ok).toBe(true);
    expect(bytes(path)).toBe(CONFIG);
  });

  it("is tmux's first: the one in the home", async () => {
    const { world } = begin(".tmux.conf", { XDG_CONFIG_HOME: "/nowhere" });
    expect((await tmuxFile(world, ["tmux"])).path).toBe(join(world.home, ".tmux.conf"));
  });
});
