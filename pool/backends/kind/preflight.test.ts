import { expect, test } from "vitest";
import { type HostFacts, judgeHost, readDockerInfo, readMemInfo } from "./preflight.ts";

const GIB = 1024 ** 3;

const FIT: HostFacts = {
  kind: "v0.31.0",
  docker: { version: "28.1.1", memoryBytes: 16 * GIB },
  inotifyWatches: 524_288,
  inotifyInstances: 512,
  diskFreeBytes: 100 * GIB,
  memoryFreeBytes: 12 * GIB,
};

const found = (facts: Partial<HostFacts>, clusters = 2) =>
  Object.fromEntries(judgeHost({ ...FIT, ...facts }, clusters).map(({ name, state, says }) => [name, `${state}: ${says}`]));

test("a machine that has everything is good in every respect", () => {
  expect(Object.values(found({})).every((text) => text.startsWith("good: "))).toBe(true);
});

test("what is missing altogether is said in one clear sentence", () => {
  expect(found({ kind: undefined })["kind"]).toBe(
    "unusable: the program kind is not on this machine: install it from https://kind.sigs.k8s.io",
  );
  expect(found({ docker: undefined })["Docker"]).toBe("unusable: the program docker is not on this machine: install Docker");
  expect(found({ docker: { down: "permission denied" } })["Docker"]).toBe(
    "unusable: Docker does not answer (permission denied): start its daemon",
  );
});

test("what is scarce is told with advice and stops nobody", () => {
  expect(found({ inotifyInstances: 128 })["inotify instances"]).toBe(
    "lacking: 128, at least 256 are wanted for several clusters: sysctl fs.inotify.max_user_instances=512",
  );
  expect(found({ inotifyWatches: 8_192 })["inotify watches"]).toMatch(/^lacking: 8192/);
  expect(found({ memoryFreeBytes: 3 * GIB })["memory"]).toBe(
    "lacking: 3.0 GiB free, 2 more clusters want about 4.0 GiB: make fewer, or make room",
  );
  expect(found({ memoryFreeBytes: 3 * GIB }, 1)["memory"]).toBe("good: 3.0 GiB free");
  expect(found({ diskFreeBytes: 5 * GIB })["disk"]).toMatch(/^lacking: 5\.0 GiB free/);
});

test("what is not known is no reason to complain", () => {
  const facts = { inotifyWatches: undefined, inotifyInstances: undefined, diskFreeBytes: undefined, memoryFreeBytes: undefined };
  expect(Object.values(found(facts)).every((text) => text.startsWith("good: "))).toBe(true);
});

test("docker info answers without an error code where its daemon does not", () => {
  expect(readDockerInfo('{"ServerVersion":"28.1.1","MemTotal":1024,"DockerRootDir":"/data"}', "")).toEqual({
    version: "28.1.1",
    memoryBytes: 1024,
    root: "/data",
  });
  expect(readDockerInfo('{"ServerVersion":"","ServerErrors":["Cannot connect to the Docker daemon"]}', "")).toEqual({
    down: "Cannot connect to the Docker daemon",
  });
  expect(readDockerInfo("", "no context\nit is off\n")).toEqual({ down: "it is off" });
});

test("memory is what programs could have, not what is empty", () => {
  expect(readMemInfo("MemTotal:       24684208 kB\nMemFree:         1000 kB\nMemAvailable:    2048 kB\n")).toBe(2_097_152);
  expect(readMemInfo("")).toBeUndefined();
});
