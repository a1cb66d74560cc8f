import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { createFixture } from "../bootstrap/cluster-fixture.cases.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { outputOf } from "../processes/process-output.ts";
import { closeSession, openAttachment, readSession, resizeSession, writeSessionBytes } from "./shell-session.ts";

const start = (container: object) => {
  const { world, create, run, pods } = createFixture();
  create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop" },
    spec: { restartPolicy: "Never", containers: [{ name: "c", image: "registry.local/busybox:1.35", ...container }] },
  } as KubeObject);
  run(10);
  const startedAtMs = world.map<Process>(PROCESSES).get("shop/web/c")?.startedAtMs as number;
  const attach = () => {
    const opened = openAttachment(world, { namespace: "shop", pod: "web" });
    if (opened?.ok !== true) throw new Error(opened?.error ?? "a program of the image's own");
    return opened.id;
  };
  const exitCode = () => pods("web")[0]?.status?.containerStatuses?.[0]?.state?.terminated?.exitCode;
  return { world, run, attach, exitCode, log: () => outputOf(world, "shop/web/c", startedAtMs).map(({ text }) => text) };
};

test("a shell that is a container's own process is talked to through its terminal, and its log has both sides", () => {
  const { world, run, attach, log, exitCode } = start({ command: ["sh"], stdin: true, stdinOnce: true, tty: true });
  const id = attach();
  expect(readSession(world, id).stdout).toBe("");
  resizeSession(world, id, 40, 100);
  expect(readSession(world, id).stdout).toBe("\r/ # \u001b[J");
  writeSessionBytes(world, id, "echo hi\r");
  expect(readSession(world, id).stdout).toBe("echo hi\r\nhi\r\n/ # ");
  writeSessionBytes(world, id, "sleep 1000\r");
  writeSessionBytes(world, id, "\u0003");
  expect(readSession(world, id).stdout).toContain("^C\r\n");
  writeSessionBytes(world, id, "echo bye; exit 3\r");
  expect(readSession(world, id)).toMatchObject({ stdout: "echo bye; exit 3\r\nbye\r\n", exitCode: 137 });
  closeSession(world, id);
  run(3);
  expect(exitCode()).toBe(3);
  expect(log()).toContain("hi\r");
});

test("several look on at once, and see the same", () => {
  const { world, attach } = start({ command: ["cat"], stdin: true });
  const [one, other] = [attach(), attach()];
  writeSessionBytes(world, one, "to all\n");
  for (const id of [one, other]) expect(readSession(world, id)).toEqual({ stdout: "to all\n", stderr: "", exitCode: undefined });
  closeSession(world, one);
  writeSessionBytes(world, other, "still\n");
  expect(readSession(world, other).stdout).toBe("still\n");
});

test("the end of an attached input ends the container's input only where it is content with one", () => {
  const [once, often] = [start({ command: ["cat"], stdin: true, stdinOnce: true }), start({ command: ["cat"], stdin: true })];
  writeSessionBytes(once.world, once.attach(), "all\n", true);
  writeSessionBytes(often.world, often.attach(), "some\n", true);
  for (const { run } of [once, often]) run(3);
  expect([once.exitCode(), often.exitCode()]).toEqual([0, undefined]);
  expect(often.log()).toEqual(["some"]);
});

test("input to a container that takes none goes nowhere, and output is seen from now on", () => {
  const { world, run, attach } = start({ command: ["sh", "-c", "echo first; sleep 20; echo second; sleep 100"] });
  const id = attach();
  writeSessionBytes(world, id, "x\n", true);
  expect(readSession(world, id).stdout).toBe("");
  run(30);
  expect(readSession(world, id).stdout).toBe("second\n");
});

test("a fork has its own copy of who looks on", () => {
  const { world, attach } = start({ command: ["cat"], stdin: true });
  const id = attach();
  const fork = world.fork();
  writeSessionBytes(world, id, "here\n");
  expect([readSession(world, id).stdout, readSession(fork, id).stdout]).toEqual(["here\n", ""]);
});
