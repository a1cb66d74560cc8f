import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../kernel/world.ts";
import { makeLabels } from "../promql/labels.ts";
import { appMetrics, exporterOf, exporterPort, jobOf } from "./app-metrics.ts";
import type { AppMetric, MetricRow } from "./app-view.ts";
import { type ContainerLife, containerLives, podLives } from "./containers/container-lives.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";

const JOB = "app";

const labelsOf = (life: ContainerLife, name: string, port: number, own: Readonly<Record<string, string>>) => {
  const key = `${name} ${life.podUid} ${life.container} ${rowKey(own)}`;
  const kept = labelSets(life);
  let labels = kept.get(key);
  if (labels === undefined) {
    const address = life.process.start.pod.status?.podIP ?? life.pod;
    const target = { job: jobOf(life), instance: `${address}:${port}`, namespace: life.namespace, pod: life.pod };
    labels = makeLabels(Object.entries({ __name__: name, ...target, ...own }));
    kept.set(key, labels);
  }
  return labels;
};

const labelSets = keepFor((_life: ContainerLife) => new Map<string, ReturnType<typeof makeLabels>>());

/** Series of a metric; a restarted container continues its series from zero. */
const seriesOf = (world: World, metric: AppMetric): readonly SampledSeries[] =>
  podLives(world).flatMap((lives): SampledSeries[] => {
    const byContainer = new Map<string, ContainerLife[]>();
    for (const life of lives) {
      if (life.listeningAtMs === undefined || !metric.rows.has(exporterOf(life.process)) || exporterPort(life.process) === undefined)
        continue;
      const known = byContainer.get(life.container);
      if (known === undefined) byContainer.set(life.container, [life]);
      else known.push(life);
    }
    return [...byContainer.values()].flatMap((own) => containerSeries(world, metric, own));
  });

const containerSeries = (world: World, metric: AppMetric, lives: readonly ContainerLife[]): readonly SampledSeries[] => {
  const first = lives[0] as ContainerLife;
  const { endedAtMs } = lives[lives.length - 1] as ContainerLife;
  const port = exporterPort(first.process) as number;
  const rows = new Map<string, MetricRow>();
  for (const life of lives)
    for (const row of metric.rows.get(exporterOf(life.process))?.(world, life) ?? []) rows.set(`${row.suffix} ${rowKey(row.labels)}`, row);
  return [...rows.values()].map(({ suffix, labels, value }) => ({
    labels: labelsOf(first, `${metric.name}${suffix}`, port, labels),
    fromMs: first.listeningAtMs as number,
    ...(endedAtMs === undefined ? {} : { untilMs: endedAtMs }),
    valueAt: (atMs) => {
      const life = lives.findLast(({ listeningAtMs = Number.POSITIVE_INFINITY }) => listeningAtMs <= atMs);
      return life === undefined || (life.endedAtMs !== undefined && life.endedAtMs <= atMs) ? undefined : value({ world, life, atMs });
    },
  }));
};

const rowKey = (labels: Readonly<Record<string, string>>): string => Object.entries(labels).join(" ");

/** Metrics that the applications' own exporters serve, and those of stores. */
export const appFamilies = (world: World): readonly SampledFamily[] => familiesOf(appMetrics(world));

const familiesOf = keepFor((metrics: readonly AppMetric[]): readonly SampledFamily[] =>
  metrics.map((metric) => ({
    name: metric.name,
    type: metric.type,
    help: metric.help,
    job: JOB,
    series: (world) => seriesOf(world, metric),
    ...(metric.type in SUFFIXES && { seriesNames: SUFFIXES[metric.type]?.map((suffix) => `${metric.name}${suffix}`) ?? [] }),
  })),
);

const SUFFIXES: Readonly<Record<string, readonly string[]>> = { histogram: ["_bucket", "_count", "_sum"], summary: ["_count", "_sum"] };

/** Targets of application exporters over time: life and port, for `up`. */
export const appTargets = (world: World): readonly { readonly life: ContainerLife; readonly port: number }[] =>
  containerLives(world).flatMap((life) => {
    const port = exporterPort(life.process);
    return port === undefined ? [] : [{ life, port }];
  });
