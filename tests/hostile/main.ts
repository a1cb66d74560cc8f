/** Plays actions that ask for too much beside another episode of the same thread, and prints what that one had to wait. */

import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createWorkerHost } from "#env/host/worker-host.ts";
import { startWorker } from "#env/host/worker-start.ts";
import { openHost } from "#env/open/open-host.ts";
import { createWorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { HOSTILE_ACTIONS } from "./hostile-actions.ts";
import { createBystander, playHostile } from "./play-hostile.ts";

const USAGE = `node tests/hostile/main.ts [--only TEXT] [--slow-ms N]

Plays every hostile action in an episode of its own (with --only: those whose description has the text), with the waits that
follow it and the grading at its end, while another episode of the same thread steps on. Prints those that took longer than
--slow-ms (2000), kept the other waiting, or had no score; then the waits of the other and the growth of memory.
`;

/** Maximum wait of the other, and the silence after which a thread counts as dead; ms. */
const WAIT_MAX_MS = 1_000;
const STALL_MS = 60_000;

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, "slow-ms": { type: "string", default: "2000" }, help: { type: "boolean" } },
});
if (values.help) process.stdout.write(USAGE);
else await run(values.only, Number(values["slow-ms"]));

async function run(only: string, slowMs: number): Promise<void> {
  const { catalogue } = await openHost();
  let deaths = 0;
  const pool = createWorkerPool({
    threads: 1,
    start: () => startWorker({ prepareWhileIdle: false }),
    readyMethod: "ready",
    stallMs: STALL_MS,
    onLost: ({ cause }) => {
      deaths += 1;
      print(`THE THREAD DIED: ${cause}`);
    },
  });
  const host = createWorkerHost(pool);
  // In the published form, since the actions name its objects.
  const uri = `${catalogue.list({ splits: ["train"] })[0]?.uri}&variant=standard`;
  const bystander = createBystander(host, uri);
  await bystander.warmUp();
  const startRss = process.memoryUsage().rss;
  const chosen = HOSTILE_ACTIONS.filter(({ tries }) => tries.includes(only));
  let bad = 0;
  for (const [i, action] of chosen.entries()) {
    const outcome = await playHostile(host, { id: `hostile-${i}`, uri }, action);
    const waitedMs = bystander.worstMs();
    const isBad = outcome.tookMs > slowMs || waitedMs > WAIT_MAX_MS || !outcome.isScored;
    bad += isBad ? 1 : 0;
    if (isBad) print(`${action.tries}: ${Math.round(outcome.tookMs)} ms, the other waited ${Math.round(waitedMs)} ms, ${outcome.says}`);
    else if (process.stderr.isTTY) process.stderr.write(`\r${i + 1}/${chosen.length}`);
  }
  const waits = (await bystander.stop()).sort((a, b) => a - b);
  const at = (share: number): string => (waits[Math.floor(share * (waits.length - 1))] as number).toFixed(1);
  print(
    `${chosen.length} actions, ${bad} to look at; ${waits.length} steps of the other waited p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
  );
  print(
    `memory grew by ${(process.memoryUsage().rss - startRss) >> 20} MiB; ${deaths} deaths of the thread; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  await pool.close();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
