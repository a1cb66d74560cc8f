import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
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
