import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { acquireJournalLock } from "#pool/journal/journal-lock.ts";
import { createProgram } from "../../create-program.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { explainError } from "../../errors/explain-error.ts";
import serve from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "kubedrill-serve-"));
const [open, short, none] = ["open", "short", "none"].map((name) => join(folder, name)) as [string, string, string];
writeFileSync(open, "alice alice-0123456789abcdef\n", { mode: 0o644 });
writeFileSync(short, "alice abc\n", { mode: 0o600 });

afterAll(() => rmSync(folder, { recursive: true }));

const serveWith = async (options: readonly string[]) =>
  explainError(
    await createProgram([serve], "0")
      .run(["serve", "--threads", "0", "--token-file", "", ...options])
      .catch((error: unknown) => error),
  );

test.each([
  [["--client-tokens", open], `${open} can be read by others; chmod 600 it`],
  [["--client-tokens", short], `token 1 of ${short} is too short; give a name and at least 16 characters`],
  [["--client-tokens", none], `${none} cannot be read (ENOENT)`],
  [["--task-key-file", open], `${open} can be read by others; chmod 600 it`],
  [["--task-key-file", short], `${short} holds no key; write one with: openssl rand -hex 32 > ${short}`],
  [["--tls-cert", none, "--tls-key", short], `${none} cannot be read (ENOENT)`],
  [["--tls-cert", short, "--tls-key", short], `${short} and ${short} are no certificate with its key, as PEM`],
])("a file that a server cannot go by is an error of usage, which says what to do: %j", async (options, says) => {
  const failure = await serveWith(["--listen", "127.0.0.1:0", "--journal", "", ...options]);
  expect(failure).toMatchObject({ message: expect.stringContaining(says), exitCode: EXIT_CODES.usage.code });
});

test.each(["namespaces", "kind"])("a pool of %s that another server has is no bug, and the advice names the option", async (backend) => {
  const pool = join(folder, `pool-${backend}`);
  mkdirSync(join(pool, "journal"), { recursive: true });
  const release = acquireJournalLock(join(pool, "journal"));
  const failure = await serveWith(["--journal", "", "--backend", backend, "--pool", pool, "--kubeconfig", none]);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/is the journal of another kubedrill \(.+\); stop that one, or name another pool with --pool$/),
    exitCode: EXIT_CODES.unavailable.code,
  });
  release();
});

test("a cluster that cannot be reached is no bug", async () => {
  const options = ["--journal", "", "--backend", "namespaces", "--pool", join(folder, "pool-away"), "--kubeconfig", none];
  expect(await serveWith(options)).toMatchObject({
    message: expect.stringContaining(`the kubeconfig ${none} cannot be read`),
    exitCode: EXIT_CODES.unavailable.code,
  });
});

test("a journal that another server has, and an address of another machine, are explained", async () => {
  const journal = join(folder, "journal");
  mkdirSync(journal);
  const release = acquireJournalLock(journal);
  expect(await serveWith(["--journal", journal])).toMatchObject({
    message: expect.stringMatching(
      `^${journal} is the journal of another kubedrill \\(process ${process.pid} on host .+, since 20.+\\); stop that one, or name another folder$`,
    ),
    exitCode: EXIT_CODES.unavailable.code,
  });
  release();
  expect(await serveWith(["--journal", "", "--listen", "192.0.2.1:50051", "--insecure"])).toMatchObject({
    message: "192.0.2.1:50051 is no address of this machine; 0.0.0.0 stands for all that it has",
    exitCode: EXIT_CODES.unavailable.code,
  });
});
