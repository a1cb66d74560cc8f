import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../kernel/world.ts";
import { makeLabels } from "../promql/labels.ts";
import { type AppMetric, appMetrics, exporterPort, jobOf } from "./app-metrics.ts";
import { type ContainerLife, containerLives, podLives } from "./containers/container-lives.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";

const JOB = "app";

const labelsOf = (life: ContainerLife, name: string, port: number) => {
  const key = `${name} ${life.podUid} ${life.container}`;
  const kept = labelSets(life);
  let labels = kept.get(key);
  if (labels === undefined) {
    const address = life.process.start.pod.status?.podIP ?? life.pod;
    labels = makeLabels(
      Object.entries({ __name__: name, job: jobOf(life), instance: `${address}:${port}`, namespace: life.namespace, pod: life.pod }),
    );
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
      if (life.listeningAtMs === undefined || !metric.programs.has(life.process.program) || exporterPort(life.process) === undefined)
        continue;
      const known = byContainer.get(life.container);
      if (known === undefined) byContainer.set(life.container, [life]);
      else known.push(life);
    }
    return [...byContainer.values()].map((own) => containerSeries(world, metric, own));
  });

const containerSeries = (world: World, metric: AppMetric, lives: readonly ContainerLife[]): SampledSeries => {
  const first = lives[0] as ContainerLife;
  const { endedAtMs } = lives[lives.length - 1] as ContainerLife;
  return {
    labels: labelsOf(first, metric.name, exporterPort(first.process) as number),
    fromMs: first.listeningAtMs as number,
    ...(endedAtMs === undefined ? {} : { untilMs: endedAtMs }),
    valueAt: (atMs) => {
      const life = lives.findLast(({ listeningAtMs = Number.POSITIVE_INFINITY }) => listeningAtMs <= atMs);
      return life === undefined || (life.endedAtMs !== undefined && life.endedAtMs <= atMs)
        ? undefined
        : metric.value({ world, life, atMs });
    },
  };
};

/** Metrics that the applications' own exporters serve, and those of stores. */
export const appFamilies = (world: World): readonly SampledFamily[] => familiesOf(appMetrics(world));

const familiesOf = keepFor((metrics: readonly AppMetric[]): readonly SampledFamily[] =>
  metrics.map((metric) => ({
    name: metric.name,
    type: metric.type,
    help: metric.help,
    job: JOB,
    series: (world) => seriesOf(world, metric),
  })),
);

/** Targets of application exporters over time: life and port, for `up`. */
export const appTargets = (world: World): readonly { readonly life: ContainerLife; readonly port: number }[] =>
  containerLives(world).flatMap((life) => {
    const port = exporterPort(life.process);
    return port === undefined ? [] : [{ life, port }];
  });
