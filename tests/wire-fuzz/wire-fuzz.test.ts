import { afterEach, expect, test } from "vitest";
import { killSpawned, spawnServer } from "#env/server/testing/spawn-server.ts";
import { fuzzWire } from "./fuzz-wire.ts";

afterEach(killSpawned);

/** gRPC's INTERNAL, UNKNOWN and UNAVAILABLE: what a server answers that has failed, or does not answer at all. */
const FAILURES = /^\S+ (13|2|14)$/;

test("no text in any field of any message fails or ends a server", async () => {
  const server = await spawnServer("server/testing/serve-memory.ts", { PORT: "0", SLOTS: "64" });
  const counts = await fuzzWire(server.address, { seed: "tests", messages: 3_000 });
  expect([...counts].filter(([answer]) => FAILURES.test(answer))).toEqual([]);
  expect([...(await fuzzWire(server.address, { seed: "alive", messages: 1 })).keys()]).toEqual(["GetServerInfo 0"]);
  await server.kill();
});
