import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { JournalLockedError } from "#core/journal-locked-error.ts";
import { openJournal } from "./journal.ts";
import { acquireJournalLock, journalOwner } from "./journal-lock.ts";
import { segmentPath } from "./segments.ts";

const scratch = mkdtempSync(join(tmpdir(), "journal-lock-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const makeDirectory = (): string => mkdtempSync(join(scratch, "journal-"));

const LOCK_MODULE = join(import.meta.dirname, "journal-lock.ts");
const HOLD = `
  const { acquireJournalLock } = await import(${JSON.stringify(LOCK_MODULE)});
  try { acquireJournalLock(process.argv[1]); console.log("held by", process.pid); process.stdin.resume(); }
  catch (error) { console.log(error.message); }`;
const NODE = [process.execPath, "--input-type=module", "--eval", HOLD];
const OWN_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canUnshare = spawnSync(OWN_NAMESPACE[0] as string, [...OWN_NAMESPACE.slice(1), "true"]).status === 0;

/** Starts a process that takes the lock of a directory, and lives until its input ends. @returns what it says first, and how to end it */
const startHolder = async (directory: string, wrapper: readonly string[] = []) => {
  const [program = "", ...words] = [...wrapper, ...NODE, directory];
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const says = await new Promise<string>((resolve) => void child.stdout.once("data", (bytes) => resolve(`${bytes}`.trim())));
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return { says, stop };
};

test("a directory belongs to one process, which is named, until it ends, be it by kill -9", async () => {
  const directory = makeDirectory();
  const { says, stop } = await startHolder(directory);
  const pid = Number(says.split(" ").at(-1));
  expect(() => acquireJournalLock(directory)).toThrow(JournalLockedError);
  expect(() => acquireJournalLock(directory)).toThrow(`the journal of another kubedrill (process ${pid} on host `);
  expect(journalOwner(directory)).toMatchObject({ pid });
  await stop("SIGKILL");
  expect(journalOwner(directory)).toBeUndefined();
  acquireJournalLock(directory)();
});

test.skipIf(!canUnshare)(
  "two servers that are process 1 of two namespaces do not share a journal (skipped without the right to unshare)",
  async () => {
    const directory = makeDirectory();
    const first = await startHolder(directory, OWN_NAMESPACE);
    expect(first.says).toBe("held by 1");
    const second = await startHolder(directory, OWN_NAMESPACE);
    expect(second.says).toContain("another kubedrill (process 1 on host ");
    await second.stop("SIGTERM");
    expect(journalOwner(directory)).toMatchObject({ pid: 1 });
    await first.stop("SIGKILL");
  },
);

test("one process does not open a directory twice, and one who looks at the lock does not take it away", async () => {
  const directory = makeDirectory();
  const { journal } = openJournal({ directory, keep: () => true });
  expect(() => openJournal({ directory, keep: () => true })).toThrow(JournalLockedError);
  expect(journalOwner(directory)).toMatchObject({ pid: process.pid });
  expect((await startHolder(directory)).says).toContain("another kubedrill");
  await journal.close();
  expect(journalOwner(directory)).toBeUndefined();
});

test("the files of a journal are their owner's alone, also those that were open to others", async () => {
  const directory = join(makeDirectory(), "deep", "state");
  const modes = (): readonly string[] =>
    [directory, ...readdirSync(directory).map((name) => join(directory, name))].map((path) => (statSync(path).mode & 0o777).toString(8));
  const use = async (): Promise<void> => {
    const { journal } = openJournal({ directory, keep: () => true, segmentBytes: 50 });
    for (let n = 0; n < 5; n++) await journal.append({ t: "step", id: "e", n }, "durable");
    expect(new Set(modes())).toEqual(new Set(["700", "600"]));
    await journal.close();
    expect(new Set(modes())).toEqual(new Set(["700", "600"]));
  };
  await use();
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
  chmodSync(directory, 0o755);
  await use();
});

test("a folder of somebody else's, in which a journal is made, stays open", async () => {
  const directory = join(makeDirectory(), "shared");
  mkdirSync(directory);
  chmodSync(directory, 0o1777);
  writeFileSync(join(directory, "notes"), "", { mode: 0o644 });
  for (let start = 0; start < 2; start++) await openJournal({ directory, keep: () => true }).journal.close();
  expect((statSync(directory).mode & 0o7777).toString(8)).toBe("1777");
  expect((statSync(join(directory, "notes")).mode & 0o777).toString(8)).toBe("644");
  expect((statSync(segmentPath(directory, 1)).mode & 0o777).toString(8)).toBe("600");
});
