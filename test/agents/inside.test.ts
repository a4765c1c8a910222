import { expect, it } from "vitest";
import { identifyInside } from "../../src/agents/_inside.ts";

it.each([
  ["docker exec -it box claude --resume x", "claude"],
  ["docker exec -it -e A=b -w /src box codex", "codex"],
  ["/usr/bin/podman run --rm -it -v /a:/b --name=x image claude", "claude"],
  ["docker compose exec app claude", "claude"],
  ["nerdctl exec -ti box /usr/local/bin/claude", "claude"],
  ["kubectl -n dev exec -it pod -c main -- claude", "claude"],
  ["toolbox run claude", "claude"],
  ["toolbox run -c box codex", "codex"],
  ["distrobox enter box -- claude", "claude"],
  ["distrobox-enter -n box -- claude", "claude"],
])("%s runs %s", (command, name) => {
  expect(identifyInside(command.split(" "))?.name).toBe(name);
});

it.each([
  "docker exec -it claude bash",
  "docker run --name claude image bash",
  "docker run -it claude",
  "docker exec -it box vim claude",
  "docker exec -it box sh -c claude",
  "docker exec -it box npm exec claude",
  "docker logs -f claude",
  "podman ps",
  "podman",
  "toolbox run -c claude bash",
  "vim docker exec box claude",
  "docker-compose-claude exec box claude",
])("%s runs none", (command) => {
  expect(identifyInside(command.split(" "))).toBeNull();
});
