import { expect, test } from "vitest";
import { createFixture } from "../bootstrap/cluster-fixture.cases.ts";
import { isKubeletRunning } from "../machines/machines.ts";
import { runOnNode } from "./run-on-node.ts";

const run = (command: string, fixture = createFixture()) => runOnNode(fixture.world, { node: "worker-1", command });

test("systemctl tells whether a service runs, and stops and starts the kubelet", () => {
  const fixture = createFixture();
  expect(run("systemctl is-active kubelet", fixture)).toEqual({ exitCode: 0, stdout: "active\n", stderr: "" });
  expect(run("sudo systemctl stop kubelet.service", fixture)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(isKubeletRunning(fixture.world, "worker-1")).toBe(false);
  expect(run("systemctl status kubelet", fixture)).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining("Active: inactive (dead) since"),
  });
  expect(run("systemctl restart kubelet && systemctl is-active kubelet", fixture)).toMatchObject({ exitCode: 0, stdout: "active\n" });
  expect(isKubeletRunning(fixture.world, "worker-1")).toBe(true);
});

test("a chain goes on as the shell says", () => {
  expect(run("nonsense || hostname")).toEqual({
    exitCode: 0,
    stdout: "worker-1\n",
    stderr: "bash: line 1: nonsense: command not found\n",
  });
  expect(run("nonsense && hostname")).toMatchObject({ exitCode: 127, stdout: "" });
  expect(run("hostname; hostname")).toMatchObject({ stdout: "worker-1\nworker-1\n" });
});

test("units and nodes that do not exist are told apart from services that do not run", () => {
  expect(run("systemctl start kublet")).toMatchObject({
    exitCode: 5,
    stderr: "Failed to start kublet.service: Unit kublet.service not found.\n",
  });
  expect(run("systemctl status kublet")).toMatchObject({ exitCode: 4, stderr: "Unit kublet.service could not be found.\n" });
  expect(runOnNode(createFixture().world, { node: "worker-9", command: "hostname" })).toMatchObject({ exitCode: 255 });
});
