/** Compares all that is told of faulty systems. */
import { DrillError } from "#core/drill-error.ts";
import { createRng } from "#core/rng.ts";
import { createIncident, type Incident } from "#env/loop/incident.ts";
import { openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { agrees, type Comparison } from "./agreement.ts";
import { watchEpisode } from "./watch-episode.ts";

const USAGE = `npm run honest:agreement [-- --episodes N] [--seed N] [--app NAME]

Draws --episodes (500) tasks of all applications in turn, or of one, with the seeds from --seed (0) on, lets each fault go on for
some minutes, and compares metrics, logs, traces, the objects of the API and what users saw. Prints the comparisons by
application, those that disagree, and the greatest bias over all episodes.
`;

const { app: only, ...options } = readOptions(USAGE, {
  episodes: { type: "string", default: "500" },
  seed: { type: "string", default: "0" },
  app: { type: "string" },
});
const [episodes, root] = [Number(options.episodes), Number(options.seed)];

const { catalogue, backend } = await openHost();
const tasks = Map.groupBy(
  catalogue
    .list({ splits: ["train", "eval", "holdout"] })
    .map(({ uri }) => catalogue.taskOf(uri))
    .filter(({ faults, app }) => faults.length > 0 && (only === undefined || app === only)),
  ({ app }) => app,
);
const apps = [...tasks.keys()].sort();

interface Tally {
  count: number;
  disagreements: number;
  difference: number;
  variance: number;
}

const tallies = new Map<string, Tally>();

/** Adds the comparisons of one kind in one episode; they may all lean to one side together. */
const add = (key: string, comparisons: readonly Comparison[]): void => {
  const tally = tallies.get(key) ?? { count: 0, disagreements: 0, difference: 0, variance: 0 };
  tally.count += comparisons.length;
  tally.disagreements += comparisons.filter((one) => !agrees(one)).length;
  tally.difference += comparisons.reduce((sum, { said: [a, b] }) => sum + b - a, 0);
  tally.variance += comparisons.reduce((sum, { deviation }) => sum + deviation, 0) ** 2;
  tallies.set(key, tally);
};

const drawIncident = async (app: string, seed: string): Promise<Incident | undefined> => {
  const task = createRng(seed)
    .stream("agreement")
    .pick(tasks.get(app) ?? []);
  try {
    return await createIncident(task, seed, { backend, noise: [], decoys: [] });
  } catch (cause) {
    if (!(cause instanceof DrillError) || cause.code !== "INJECTION_FAILED") throw cause;
    process.stdout.write(`${seed} ${task.uri}: did not take: ${(cause.cause as Error | undefined)?.message}\n`);
    return undefined;
  }
};

const played = new Map<string, number>();
let clean = 0;
for (let i = 0; i < episodes; i++) {
  const app = apps[i % apps.length] as string;
  const seed = `${root + i}`;
  if (i % 50 === 0) process.stderr.write(`${i} of ${episodes}\n`);
  const incident = await drawIncident(app, seed);
  if (incident === undefined) continue;
  const comparisons = await watchEpisode(incident.slot);
  await backend.release(incident.slot);
  played.set(app, (played.get(app) ?? 0) + 1);
  const different = comparisons.filter((one) => !agrees(one));
  if (different.length === 0) clean += 1;
  for (const { check, subject, said, deviation, detail = "" } of different)
    process.stdout.write(
      `${seed} ${incident.task.uri}: ${check} of ${subject}: ${said.map((value) => value.toFixed(1)).join(" and ")} ±${deviation.toFixed(1)} ${detail}\n`,
    );
  for (const [check, alike] of Map.groupBy(comparisons, (one) => one.check)) add(`${app.padEnd(28)} ${check}`, alike);
}

for (const [key, { count, disagreements, difference, variance }] of [...tallies].sort()) {
  const bias = variance === 0 ? "" : `  bias ${(difference / Math.sqrt(variance)).toFixed(1)} σ`;
  process.stdout.write(`${key.padEnd(60)} ${`${count}`.padStart(7)} compared ${`${disagreements}`.padStart(5)} disagree${bias}\n`);
}
const total = [...played.values()].reduce((sum, count) => sum + count, 0);
process.stdout.write(
  `${total} episodes (${[...played].map(([app, count]) => `${app} ${count}`).join(", ")}), ${clean} without a disagreement\n`,
);
if (clean < total) process.exitCode = 1;
