/** Sends hostile messages to a server in a process of its own, and prints what was answered. */
import { spawnServer } from "#env/server/testing/spawn-server.ts";
import { readOptions } from "../read-options.ts";
import { fuzzWire } from "./fuzz-wire.ts";

const USAGE = `node tests/wire-fuzz/main.ts [--messages N] [--seed TEXT]

Sends --messages (100000) hostile messages, drawn by --seed (wire), to a server in a process of its own, prints how many got which
status, and fails if the server died.
`;

const values = readOptions(USAGE, {
  messages: { type: "string", default: "100000" },
  seed: { type: "string", default: "wire" },
});
await run(values.seed, Number(values.messages));

async function run(seed: string, messages: number): Promise<void> {
  const server = await spawnServer("server/testing/serve-memory.ts", { PORT: "0", SLOTS: "64" });
  const counts = await fuzzWire(server.address, { seed, messages });
  for (const [answer, count] of [...counts].sort()) process.stdout.write(`${answer}: ${count}\n`);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const alive = (await fuzzWire(server.address, { seed: "alive", messages: 1 })).has("GetServerInfo 0");
  process.stdout.write(`${total} messages answered; the server ${alive ? "lives" : "IS DEAD"}\n`);
  await server.kill();
  process.exitCode = alive ? 0 : 1;
}
