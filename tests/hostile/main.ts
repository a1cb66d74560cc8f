/** Plays actions that ask for too much beside another episode of the same thread, and prints what that one had to wait. */

import { loadavg } from "node:os";
import type { Worker } from "node:worker_threads";
import { createWorkerHost } from "#env/host/worker-host.ts";
import { startWorker } from "#env/host/worker-start.ts";
import { createWorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { readOptions } from "../read-options.ts";
import { HOSTILE_ACTIONS } from "./hostile-actions.ts";
import { createBystander, playHostile, type Wait } from "./play-hostile.ts";

const USAGE = `node tests/hostile/main.ts [--only REGEXP] [--passes N] [--worst N] [--slow-ms N]

Plays every hostile action in an episode of its own (with --only: those whose description matches), with the waits that
follow it and the grading at its end, while another episode of the same thread steps on; all of it --passes (1) times. Prints
those that worked longer than --slow-ms (2000), kept the other waiting, or had no score; then the --worst (10) that the other
waited for, its waits and the growth of memory. Times are given by the clock, and as what this process worked of them, which
other programs of the machine do not lengthen.
`;

/** In the published form, since the actions name its objects. */
const TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard";

/** Maximum wait of the other, and the silence after which a thread counts as dead; ms. */
const WAIT_MAX_MS = 1_000;
const STALL_MS = 60_000;

const values = readOptions(USAGE, {
  only: { type: "string", default: "" },
  passes: { type: "string", default: "1" },
  worst: { type: "string", default: "10" },
  "slow-ms": { type: "string", default: "2000" },
});
await run({ only: values.only, passes: Number(values.passes), worst: Number(values.worst), slowMs: Number(values["slow-ms"]) });

interface RunOptions {
  readonly only: string;
  readonly passes: number;
  readonly worst: number;
  readonly slowMs: number;
}

async function run({ only, passes, worst, slowMs }: RunOptions): Promise<void> {
  let deaths = 0;
  let thread: Worker | undefined;
  const pool = createWorkerPool({
    threads: 1,
    start: (_index, turnMemory) => {
      thread = startWorker({ shareBytes: 640 * 2 ** 20, prepareWhileIdle: false, turnMemory });
      return thread;
    },
    readyMethod: "ready",
    stallMs: STALL_MS,
    onLost: ({ cause }) => {
      deaths += 1;
      print(`THE THREAD DIED: ${cause}`);
    },
  });
  const host = createWorkerHost(pool);
  const bystander = createBystander(host, TASK);
  await bystander.warmUp();
  const chosen = HOSTILE_ACTIONS.filter(({ tries }) => new RegExp(only).test(tries));
  const waitsFor: { readonly tries: string; readonly wait: Wait }[] = [];
  const rss = [readRss()];
  let bad = 0;
  for (let pass = 0; pass < passes; pass++) {
    for (const [i, action] of chosen.entries()) {
      const { took, isScored, says } = await playHostile(host, { id: `hostile-${pass}-${i}`, uri: TASK }, action);
      const wait = bystander.worst();
      waitsFor.push({ tries: action.tries, wait });
      const isBad = took.workedMs > slowMs || wait.workedMs > WAIT_MAX_MS || !isScored;
      bad += isBad ? 1 : 0;
      if (isBad) print(`${action.tries}: worked ${showWait(took)}, the other waited ${showWait(wait)}, ${says}`);
      else if (process.stderr.isTTY) process.stderr.write(`\r${i + 1}/${chosen.length}`);
    }
    rss.push(readRss());
  }
  const waits = await bystander.stop();
  for (const { tries, wait } of waitsFor.toSorted((a, b) => b.wait.workedMs - a.wait.workedMs).slice(0, worst))
    print(`the other waited ${showWait(wait)} for: ${tries}`);
  print(`${passes} × ${chosen.length} actions, ${bad} to look at; ${deaths} deaths of the thread; ${waits.length} steps of the other`);
  print(
    `its waits by the clock: ${describeWaits(waits.map(({ wallMs }) => wallMs))}; worked: ${describeWaits(waits.map(({ workedMs }) => workedMs))}`,
  );
  print(`memory before and after each pass, MiB: ${rss.join(", ")}; of which lives in the end: ${await readLiveHeap(thread)}`);
  print(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  await pool.close();
}

/**
 * Reads the size of what lives in the thread's heap, MiB. A snapshot is taken and thrown away because it collects garbage first:
 * the process's memory says more of when V8 collected last. It slows the thread from then on, so that it comes at the end.
 */
async function readLiveHeap(thread: Worker | undefined): Promise<number> {
  for await (const _ of (await thread?.getHeapSnapshot()) ?? []);
  return ((await thread?.getHeapStatistics())?.used_heap_size ?? 0) >> 20;
}

/** Reads the memory of the process, MiB. */
function readRss(): number {
  return process.memoryUsage().rss >> 20;
}

function showWait({ workedMs, wallMs }: Wait): string {
  return `${Math.round(workedMs)} ms (${Math.round(wallMs)} by the clock)`;
}

function describeWaits(waits: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
