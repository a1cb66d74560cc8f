import { expect, test } from "vitest";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { closeSession, openSession, readSession, writeSessionBytes } from "./shell-session.ts";

const bed = createFixture();
bed.create(deployment("box", { image: "registry.local/busybox:1.35", command: ["sleep", "100000"] }));
bed.run(20);
const pod = bed.pods("box")[0]?.metadata.name as string;

const open = (more: object) => {
  const opened = openSession(bed.world, { namespace: "shop", pod, command: ["sh"], ...more });
  if (!opened.ok) throw new Error(opened.error);
  return opened.id;
};

test("a shell on a terminal prompts, echoes, runs and ends", () => {
  const id = open({ tty: true, hasInput: true });
  expect(readSession(bed.world, id)).toEqual({ stdout: "/ # ", stderr: "", exitCode: undefined });
  writeSessionBytes(bed.world, id, "echo hi\r");
  expect(readSession(bed.world, id).stdout).toBe("echo hi\r\nhi\r\n/ # ");
  writeSessionBytes(bed.world, id, "cd /tmp; for i in 1 2; do\r");
  expect(readSession(bed.world, id).stdout).toContain("> ");
  writeSessionBytes(bed.world, id, "echo $i; done\r");
  expect(readSession(bed.world, id).stdout).toBe("echo $i; done\r\n1\r\n2\r\n/tmp # ");
  writeSessionBytes(bed.world, id, "exit 4\r");
  expect(readSession(bed.world, id)).toMatchObject({ exitCode: 4 });
  closeSession(bed.world, id);
});

test("an interrupt ends what runs in front and leaves the shell", () => {
  const id = open({ tty: true, hasInput: true });
  writeSessionBytes(bed.world, id, "sleep 1000\r");
  bed.run(5);
  readSession(bed.world, id);
  writeSessionBytes(bed.world, id, "\u0003");
  expect(readSession(bed.world, id).stdout).toBe("^C\r\n/ # ");
  writeSessionBytes(bed.world, id, "echo $?\r");
  expect(readSession(bed.world, id).stdout).toBe("echo $?\r\n130\r\n/ # ");
  writeSessionBytes(bed.world, id, "\u0004");
  expect(readSession(bed.world, id).exitCode).toBe(0);
});

test("input that comes in pieces flows through, and a fork has its own copy of the session", () => {
  const id = open({ command: ["cat"], hasInput: true });
  writeSessionBytes(bed.world, id, "one\n");
  const fork = bed.world.fork();
  expect(readSession(bed.world, id).stdout).toBe("one\n");
  writeSessionBytes(bed.world, id, "two\n", true);
  expect(readSession(bed.world, id)).toEqual({ stdout: "two\n", stderr: "", exitCode: 0 });
  expect(readSession(fork, id)).toEqual({ stdout: "one\n", stderr: "", exitCode: undefined });
});
