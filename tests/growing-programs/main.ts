/** Runs programs that grow, and prints those that took too long or too much memory. */

import { readOptions } from "../read-options.ts";
import { growingProgram } from "./growing-program.ts";
import { growingQuery } from "./growing-query.ts";
import { playProgram } from "./play-program.ts";
import { openQueryPlayer } from "./play-query.ts";

const USAGE = `node --expose-gc tests/growing-programs/main.ts [--what programs|queries] [--seeds N] [--first N]

Runs the command lines of --seeds (5000) seeds from --first (1) on (with --what queries: queries, templates and expressions), each with
the work of one action, and prints those that worked more than 1 s or left the process 100 MB larger; then the distribution of both.
`;

/** Maximum work, ms, and growth of the process's memory, MB, of one command line. */
const WORKED_MAX_MS = 1_000;
const GROWTH_MAX_MB = 100;

const values = readOptions(USAGE, {
  what: { type: "string", default: "programs" },
  seeds: { type: "string", default: "5000" },
  first: { type: "string", default: "1" },
});
const play = values.what === "queries" ? await openQueryPlayer() : undefined;
const first = Number(values.first);
const worked: number[] = [];
const grown: number[] = [];
let bad = 0;
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  globalThis.gc?.();
  const beforeMb = process.memoryUsage().rss / 1e6;
  const text = play === undefined ? growingProgram(seed) : JSON.stringify(growingQuery(seed));
  const { workedMs, says } = await (play === undefined ? playProgram(text) : play(growingQuery(seed)));
  const growthMb = process.memoryUsage().rss / 1e6 - beforeMb;
  worked.push(workedMs);
  grown.push(growthMb);
  if (workedMs <= WORKED_MAX_MS && growthMb <= GROWTH_MAX_MB) continue;
  bad += 1;
  process.stdout.write(`seed ${seed}: ${Math.round(workedMs)} ms, +${Math.round(growthMb)} MB: ${text}: ${JSON.stringify(says)}\n`);
}
process.stdout.write(`${worked.length} programs, ${bad} to look at; worked, ms: ${describe(worked)}; growth, MB: ${describe(grown)}\n`);
process.exitCode = bad === 0 ? 0 : 1;

function describe(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(0);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`;
}
