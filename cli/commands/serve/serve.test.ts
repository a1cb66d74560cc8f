import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProgram } from "../../create-program.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { explainError } from "../../errors/explain-error.ts";
import serve from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "kubedrill-serve-"));
const [open, short, none] = ["open", "short", "none"].map((name) => join(folder, name)) as [string, string, string];
writeFileSync(open, "alice alice-0123456789abcdef\n", { mode: 0o644 });
writeFileSync(short, "alice abc\n", { mode: 0o600 });

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [["--client-tokens", open], `${open} can be read by others; chmod 600 it`],
  [["--client-tokens", short], `token 1 of ${short} is too short; give a name and at least 16 characters`],
  [["--client-tokens", none], `${none} cannot be read (ENOENT)`],
  [["--tls-cert", none, "--tls-key", short], `${none} cannot be read (ENOENT)`],
  [["--tls-cert", short, "--tls-key", short], `${short} and ${short} are no certificate with its key, as PEM`],
])("a file that a server cannot go by is an error of usage, which says what to do: %j", async (options, says) => {
  const words = ["serve", "--listen", "127.0.0.1:0", "--threads", "0", "--journal", "", "--token-file", "", ...options];
  const failure = await createProgram([serve], "0")
    .run(words)
    .catch((error: unknown) => error);
  expect(explainError(failure)).toMatchObject({ message: expect.stringContaining(says), exitCode: EXIT_CODES.usage.code });
});
