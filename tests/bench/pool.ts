/** Measures episodes in namespaces of a real cluster. */
import { loadavg } from "node:os";
import { type Column, renderTable } from "#cli/output/table.ts";
import { taskUriOf, USUAL_CASES } from "../parity-episodes/cases.ts";
import { openRealPool } from "../parity-episodes/open-real-pool.ts";
import { readOptions } from "../read-options.ts";
import { type PooledEpisode, playPool, SPANS } from "./bench-pool.ts";
import { machineFacts } from "./machine.ts";
import { loadPoolPlayers } from "./pool-players.ts";
import { summarize } from "./stats.ts";

const USAGE = `npm run bench:pool [-- --slots N] [--jobs N] [--rounds N] [--only FAULT]… [--policy NAME]… [--surroundings]

Provisions --slots (8) namespaces of the cluster that KUBEDRILL_TEST_KUBECONFIG names, plays the usual cases of
tests/parity-episodes (with --only: those of these faults) --rounds (1) times, --jobs (6) at a time, and prints how long each part took, and how
many episodes an hour that makes: with the expert, with the heuristic agent and with random actions (or with each --policy).
Episodes start as soon as the symptoms show; with --surroundings others work around the fault, and minutes pass, as in a server's episodes.
`;

const values = readOptions(USAGE, {
  slots: { type: "string", default: "8" },
  jobs: { type: "string", default: "6" },
  rounds: { type: "string", default: "1" },
  only: { type: "string", multiple: true, default: [] },
  surroundings: { type: "boolean", default: false },
  policy: { type: "string", multiple: true, default: ["expert", "heuristic", "random"] },
});
const { KUBEDRILL_TEST_KUBECONFIG: kubeconfig } = process.env;
if (kubeconfig === undefined) throw new Error("KUBEDRILL_TEST_KUBECONFIG names no cluster to measure on");

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const p50 = (samples: readonly number[]): string => seconds(summarize(samples).p50);
const right = (title: string): Column => ({ title, align: "right" });

const cases = USUAL_CASES.filter(({ fault }) => values.only.length === 0 || values.only.includes(fault));
const tasks = Array.from({ length: Number(values.rounds) }, () => cases.map(taskUriOf)).flat();
console.info("machine", JSON.stringify({ ...machineFacts(), load_average: loadavg()[0] }));

const restoredMs: number[] = [];
const beganMs = Date.now();
const pool = await openRealPool(kubeconfig, Number(values.slots), {
  faults: new Set(cases.map(({ fault }) => fault)),
  tell: (event) => {
    if (event.kind === "restored") restoredMs.push(event.report.tookMs);
    if (event.kind !== "restored" && event.kind !== "made") console.info(JSON.stringify(event));
  },
});
console.info(`${values.slots} slots provisioned in ${seconds(Date.now() - beganMs)} s`);

const players = await loadPoolPlayers(pool);
const rates: (readonly [string, number, number, number])[] = [];
try {
  for (const name of values.policy) {
    const player = players[name];
    if (player === undefined) throw new Error(`there is no policy ${name}; there are ${Object.keys(players).join(", ")}`);
    restoredMs.length = 0;
    const episodes: PooledEpisode[] = [];
    const playedFromMs = Date.now();
    await playPool(pool, tasks, { player, jobs: Number(values.jobs), hasSurroundings: values.surroundings }, (episode) => {
      episodes.push(episode);
      const { fault, target, reward, failure = "" } = episode;
      console.info(`${name} [${episodes.length}/${tasks.length}] ${fault} ${target}: ${reward?.toFixed(2) ?? "no score"} ${failure}`);
    });
    const tookMs = Date.now() - playedFromMs;
    console.info(`\n${name}: medians in seconds; reset is what a fit slot takes to the first observation\n${tableOf(episodes)}`);
    console.info(`rollback: ${p50(restoredMs)} s (p90 ${seconds(summarize(restoredMs).p90)})`);
    const longestMs = Math.max(...episodes.map(({ spansMs: { grade } }) => grade));
    rates.push([name, episodes.length, Math.round((episodes.length * 3_600_000) / tookMs), Math.round(longestMs / 1_000)]);
  }
  const columns = [{ title: "policy" }, ...["episodes", "episodes an hour", "longest grading, s"].map(right)];
  console.info(`\n${renderTable(columns, rates)}`);
} finally {
  await pool.close();
}

function tableOf(episodes: readonly PooledEpisode[]): string {
  const rows = [...Map.groupBy(episodes, ({ fault }) => fault), ["all", episodes] as const].map(([fault, own]) => [
    fault,
    own.length,
    own.filter(({ success }) => success).length,
    p50(own.map(({ spansMs: { inject, observe } }) => inject + observe)),
    ...SPANS.map((span) => p50(own.map(({ spansMs }) => spansMs[span]))),
  ]);
  return renderTable([{ title: "fault" }, ...["episodes", "repaired", "reset", ...SPANS].map(right)], rows);
}
