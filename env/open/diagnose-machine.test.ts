import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { acquireJournalLock } from "#pool/journal/journal-lock.ts";
import { readConfig } from "./config.ts";
import { diagnoseMachine, type MachineCheck } from "./diagnose-machine.ts";

const diagnose = async (settings: Readonly<Record<string, unknown>>) => {
  const found: Record<string, Pick<MachineCheck, "state" | "says">> = {};
  const config = readConfig({ port: 0, threads: 1, memoryMiB: 1_400, ...settings });
  for await (const { name, ...finding } of diagnoseMachine(config)) found[name] = finding;
  return found;
};

test("a port that is taken is said, with the option that chooses another", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as AddressInfo;
  const found = await diagnose({ port, httpPort: port });
  taken.close();
  expect(found["port"]).toMatchObject({ state: "unusable", says: expect.stringContaining("--listen") });
  expect(found["http port"]).toMatchObject({ state: "unusable", says: expect.stringContaining("--http-port") });
});

test("a journal in a place that is no folder, and none at all, are told apart from a good one", async () => {
  expect((await diagnose({ stateDirectory: "/proc/kubedrill" }))["journal"]?.state).toBe("unusable");
  expect((await diagnose({ stateDirectory: "" }))["journal"]?.state).toBe("lacking");
});

test("a cache folder that cannot be made is said, with the variable that chooses another", async () => {
  vi.stubEnv("XDG_CACHE_HOME", "/proc/kubedrill");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await diagnose({}))["cache"]).toMatchObject({ state: "lacking", says: expect.stringContaining("XDG_CACHE_HOME") });
});

test("more threads than there is memory for are said", async () => {
  const found = await diagnose({ threads: 256, memoryMiB: 1_048_576 });
  expect(found["memory"]).toMatchObject({ state: "lacking", says: expect.stringContaining("--threads") });
});

test("journals and tokens that others can read are named, those in a closed folder are not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  const [journal, tokens] = [join(folder, "journal"), join(folder, "tokens")];
  mkdirSync(journal, { mode: 0o700 });
  writeFileSync(join(journal, "segment"), "", { mode: 0o644 });
  writeFileSync(tokens, "", { mode: 0o600 });
  const settings = { stateDirectory: journal, clientTokens: tokens, poolDirectory: join(folder, "pool"), tokenFile: "" };
  expect((await diagnose(settings))["private files"]?.state).toBe("good");
  chmodSync(tokens, 0o640);
  expect((await diagnose(settings))["private files"]).toEqual({
    state: "lacking",
    says: `others can read ${tokens}: chmod -R go= ${tokens}`,
  });
  chmodSync(journal, 0o755);
  expect((await diagnose(settings))["private files"]).toEqual({
    state: "lacking",
    says: `others can read ${journal} and 2 more: chmod -R go= ${journal}`,
  });
});

test("a journal that another process has locked is said, and one whose owner is dead is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  expect((await diagnose({ stateDirectory: folder }))["lock"]?.state).toBe("good");
  const release = acquireJournalLock(folder);
  expect((await diagnose({ stateDirectory: folder }))["lock"]).toMatchObject({
    state: "unusable",
    says: expect.stringContaining(`process ${process.pid} on ${hostname()} uses ${folder}`),
  });
  release();
  writeFileSync(join(folder, "lock"), "2147483000 1");
  expect((await diagnose({ stateDirectory: folder }))["lock"]?.state).toBe("good");
});
