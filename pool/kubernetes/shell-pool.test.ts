import { expect, test } from "vitest";
import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { RemoteShell } from "./remote-shell.ts";
import { createShellPool } from "./shell-pool.ts";

/** Creates a shell that returns its number; its commands end when they are released. */
const shellOf = (number: number) => {
  let isOpen = true;
  const waiting: ((result: ExecResult | undefined) => void)[] = [];
  const shell: RemoteShell = {
    get isOpen() {
      return isOpen;
    },
    run: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => {
      isOpen = false;
    },
  };
  return {
    shell,
    answer: () => waiting.shift()?.({ exitCode: 0, stdout: `${number}`, stderr: "" }),
    lose: () => {
      isOpen = false;
      waiting.shift()?.(undefined);
    },
  };
};

const poolOf = () => {
  const opened: ReturnType<typeof shellOf>[] = [];
  const pool = createShellPool<string>(
    (place) => place,
    (place) => {
      if (place === "gone") return undefined;
      const made = shellOf(opened.length);
      opened.push(made);
      return made.shell;
    },
  );
  return { opened, pool };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("commands one after the other share a shell, those at once have one each", async () => {
  const { opened, pool } = poolOf();
  for (let i = 0; i < 2; i++) {
    const call = pool.run("a", ["true"], 1_000);
    await settle();
    opened[0]?.answer();
    expect((await call)?.stdout).toBe("0");
  }
  const both = [pool.run("a", ["true"], 1_000), pool.run("a", ["true"], 1_000)];
  await settle();
  for (const { answer } of opened) answer();
  expect((await Promise.all(both)).map((result) => result?.stdout)).toEqual(["0", "1"]);
  pool.close();
  expect(opened.map(({ shell }) => shell.isOpen)).toEqual([false, false]);
});

test("a command whose shell is lost is run once more by a new one", async () => {
  const { opened, pool } = poolOf();
  const first = pool.run("a", ["true"], 1_000);
  await settle();
  opened[0]?.answer();
  await first;
  const second = pool.run("a", ["true"], 1_000);
  await settle();
  opened[0]?.lose();
  await settle();
  opened[1]?.answer();
  expect((await second)?.stdout).toBe("1");
});

test("a place that is gone has no answer", async () => {
  expect(await poolOf().pool.run("gone", ["true"], 1_000)).toBeUndefined();
});
