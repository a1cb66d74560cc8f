import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { createRemoteShell, type RemoteShell } from "./remote-shell.ts";

const shells: RemoteShell[] = [];

afterEach(() => {
  for (const shell of shells.splice(0)) shell.close();
});

/** Opens a shell on this machine. */
const openShell = (): RemoteShell => {
  const child = spawn("sh", [], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const shell = createRemoteShell({
    write: (text) => void child.stdin.write(text),
    output: child.stdout,
    ended,
    close: () => void child.kill("SIGKILL"),
  });
  shells.push(shell);
  return shell;
};

const TIMEOUT_MS = 30_000;

test("a command has its exit code and both outputs, to the byte", async () => {
  const script = "printf 'a\\nb'; printf 'oh, ü' >&2; exit 3";
  const shell = openShell();
  expect(await shell.run(["sh", "-c", script], TIMEOUT_MS)).toEqual({ exitCode: 3, stdout: "a\nb", stderr: "oh, ü" });
  expect(await shell.run(["true"], TIMEOUT_MS)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
});

test("input is typed as it is and left open, none is none", async () => {
  const shell = openShell();
  const typed = "GET /it's HTTP/1.0\r\n\r\n$HOME %s";
  expect(await shell.run(["head", "-c", `${Buffer.byteLength(typed)}`], TIMEOUT_MS, typed)).toMatchObject({ stdout: typed });
  expect(await shell.run(["sh", "-c", "read -r line; echo $line; timeout 0.1 cat; echo $?"], TIMEOUT_MS, "one\n")).toMatchObject({
    stdout: "one\n124\n",
  });
  expect(await shell.run(["cat"], TIMEOUT_MS)).toMatchObject({ exitCode: 0, stdout: "" });
});

test("a long output comes whole", async () => {
  const { stdout } = (await openShell().run(["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x"], TIMEOUT_MS)) ?? { stdout: "" };
  expect(stdout).toBe("x".repeat(300_000));
});

test("a shell that is gone, or whose command does not end in time, answers nothing any more", async () => {
  const gone = openShell();
  expect(await gone.run(["sh", "-c", "kill -9 $PPID"], TIMEOUT_MS)).toBeUndefined();
  expect([gone.isOpen, await gone.run(["true"], TIMEOUT_MS)]).toEqual([false, undefined]);
  const slow = openShell();
  expect(await slow.run(["cat"], 50, "never ends")).toBeUndefined();
  expect(slow.isOpen).toBe(false);
});
