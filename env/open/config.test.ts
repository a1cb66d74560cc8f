import { expect, test } from "vitest";
import { readConfig, stateDirectoryOf } from "./config.ts";

test("a server listens on loopback unless told otherwise", () => expect(readConfig().host).toBe("127.0.0.1"));

test("what is given goes before the environment, and both before the defaults", () => {
  const config = readConfig(
    { port: 7, slots: undefined },
    { KUBEDRILL_SERVER_PORT: "8", KUBEDRILL_SERVER_SLOTS: "9", KUBEDRILL_TEST_X: "y" },
  );
  expect([config.port, config.slots, config.queueDepthMax]).toEqual([7, 9, 4_096]);
});

test("words of a setting are apart in the environment, and a unit is one of them", () => {
  const config = readConfig({}, { KUBEDRILL_SERVER_MEMORY_MIB: "77777", KUBEDRILL_SERVER_PREPARE_WHILE_IDLE: "0" });
  expect([config.memoryMiB, config.prepareWhileIdle]).toEqual([77_777, false]);
});

test.each([
  [{ prot: 1 }, "prot is no setting"],
  [{ port: 70_000 }, "port"],
  [{ logLevel: "loud" }, "logLevel"],
  [{ host: "0.0.0.0" }, "others can reach"],
])("%j is refused", (given, says) => expect(() => readConfig(given)).toThrow(says));

test("an unknown variable of the server's own prefix is refused", () =>
  expect(() => readConfig({}, { KUBEDRILL_SERVER_PROT: "1" })).toThrow("prot is no setting"));

test("others may be listened to when told so", () => expect(readConfig({ host: "0.0.0.0", insecure: true }).host).toBe("0.0.0.0"));

test("settings cannot change", () => expect(Object.isFrozen(readConfig())).toBe(true));

test("the journal has a place by port, one that is named, or none", () => {
  expect(stateDirectoryOf(readConfig({ port: 5 }))).toMatch(/kubedrill.server-5$/);
  expect(stateDirectoryOf(readConfig({ port: 0 }))).toBeUndefined();
  expect(stateDirectoryOf(readConfig({ stateDirectory: "" }))).toBeUndefined();
  expect(stateDirectoryOf(readConfig({ port: 0, stateDirectory: "/x" }))).toBe("/x");
});

test("less memory than the threads need is refused, with what they need", () => {
  expect(() => readConfig({ threads: 2, memoryMiB: 600 })).toThrow(
    /memoryMiB is 600, and 2 threads need \d+; give more, or take fewer threads/,
  );
  expect(readConfig({ threads: 2, memoryMiB: 1_400 }).memoryMiB).toBe(1_400);
});
