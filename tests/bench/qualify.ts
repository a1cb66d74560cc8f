/** Measures what qualifying a fault-target pair costs, part by part. */
import { createRng } from "#core/rng.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";
import { planBreadths } from "#env/catalogue/qualification-plan.ts";
import { type QualifyPart, qualifyTask } from "#env/catalogue/qualify.ts";
import { drawIncident } from "#env/loop/draw-incident.ts";
import { leaseVariant } from "#env/loop/lease-variant.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { machineFacts } from "./machine.ts";
import { round } from "./stats.ts";

const USAGE = `npm run bench:qualify [-- --pairs N] [--seed TEXT] [--app NAME] [--json]

Draws --pairs (30) pairs, by turns of each application, and plays each through its whole life as \`kubedrill validate\` does.
Prints the CPU time of this process for each part, as a mean over the pairs, s. Booting a variant that was not played before,
which many pairs share, is a part of its own and not in the sum. --seed (1) draws other pairs.
`;

const values = readOptions(USAGE, {
  pairs: { type: "string", default: "30" },
  seed: { type: "string", default: "1" },
  app: { type: "string" },
  json: { type: "boolean" },
});

/** CPU time of one pair by part, s. */
type Costs = Partial<Record<QualifyPart | "boot", number>>;

const cpuS = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const timing =
  (costs: Costs) =>
  async <T>(part: keyof Costs, run: () => Promise<T>): Promise<T> => {
    const before = cpuS();
    try {
      return await run();
    } finally {
      costs[part] = (costs[part] ?? 0) + cpuS() - before;
    }
  };

/** Draws pairs by turns of the apps, so that each has its share. */
const drawPairs = ({ catalogue, apps }: OpenHost, count: number): readonly { readonly app: string; readonly uri: string }[] => {
  const rng = createRng(values.seed);
  const names = apps.map(({ record }) => record.name).filter((name) => values.app === undefined || name === values.app);
  const shuffled = names.map((app) =>
    rng
      .stream(app)
      .shuffle(catalogue.list({ splits: SPLITS, tagsAll: ["single-fault", `app:${app}`] }))
      .map(({ uri }) => ({ app, uri })),
  );
  return Array.from({ length: count }, (_, i) => shuffled[i % names.length]?.[Math.floor(i / names.length)]).filter(
    (pair) => pair !== undefined,
  );
};

const SPLITS = ["train", "eval", "holdout"];
const EPISODE_SEED = "0";

const open = await openHost();
const policies = await loadPolicies();
const breadths = planBreadths(open.catalogue.list({ splits: SPLITS }).map(({ uri }) => uri));
const measured: { readonly app: string; readonly costs: Costs }[] = [];
for (const { app, uri } of drawPairs(open, Number(values.pairs))) {
  const costs: Costs = {};
  const timed = timing(costs);
  const task = open.catalogue.taskOf(uri);
  await timed("boot", () => leaseVariant(task, drawIncident(task, EPISODE_SEED).seed, open.backend));
  const { failures } = await qualifyTask(open, uri, EPISODE_SEED, { policies, breadth: breadths.get(uri) ?? "each", runPart: timed });
  measured.push({ app, costs });
  if (values.json) process.stdout.write(`${JSON.stringify({ pair: uri, ...roundAll(costs), failures })}\n`);
  else process.stderr.write(`${measured.length} ${sumOf(costs).toFixed(2)} s ${uri} ${failures.join("; ")}\n`);
}
const table = ["all", ...new Set(measured.map(({ app }) => app))].map((app) => {
  const own = measured.filter((one) => app === "all" || one.app === app).map(({ costs }) => costs);
  const parts = [...new Set(own.flatMap((costs) => Object.keys(costs)))] as (keyof Costs)[];
  const means = Object.fromEntries(parts.map((part) => [part, mean(own.map((costs) => costs[part] ?? 0))]));
  return { app, pairs: own.length, sum: round(mean(own.map(sumOf))), ...roundAll(means) };
});
if (values.json) process.stdout.write(`${JSON.stringify({ ...machineFacts(), table })}\n`);
else {
  console.log(machineFacts());
  console.table(table);
}

function sumOf({ boot: _, ...parts }: Costs): number {
  return Object.values(parts).reduce((sum, cost) => sum + cost, 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function roundAll(costs: Costs): Costs {
  return Object.fromEntries(Object.entries(costs).map(([part, cost]) => [part, round(cost)]));
}
