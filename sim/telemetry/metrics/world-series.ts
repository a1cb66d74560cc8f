import { keepFor } from "#core/keep-for.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { changeLog } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, METRIC_NAME } from "../promql/labels.ts";
import { tooManySamples } from "../promql/promql-error.ts";
import { type Matcher, matchesAll, type Series, type SeriesSource } from "../promql/series.ts";
import { appFamilies } from "./app-families.ts";
import { CONTAINER_FAMILIES } from "./containers/container-families.ts";
import { NODE_FAMILIES } from "./containers/node-families.ts";
import { KUBE_BATCH_FAMILIES } from "./kube-state/kube-batch-families.ts";
import { KUBE_CLUSTER_FAMILIES } from "./kube-state/kube-cluster-families.ts";
import { KUBE_POD_FAMILIES } from "./kube-state/kube-pod-families.ts";
import { KUBE_SERVICE_FAMILIES } from "./kube-state/kube-service-families.ts";
import { KUBE_WORKLOAD_FAMILIES } from "./kube-state/kube-workload-families.ts";
import type { ObjectFamily, SampledFamily } from "./metric-family.ts";
import { objectLabels, objectSeries, rowsOf } from "./object-series.ts";
import { QUEUE_FAMILIES } from "./queue-families.ts";
import { sampledLabels, sampledSeries } from "./sampled-series.ts";
import { scrapeInstants } from "./scrape.ts";
import { SPAN_FAMILIES } from "./spans/span-families.ts";
import { createSpanSums } from "./spans/span-sums.ts";
import { TARGET_FAMILIES } from "./target-families.ts";

/**
 * All metrics of a world as a store of series, derived when asked. Nothing lies beyond the world's present.
 * @param suspects a matcher that all series must pass beside those asked for
 */
export const createWorldSource = (world: World, suspects: readonly Matcher[] = []): SeriesSource => ({
  aggregated: createSpanSums(world, suspects, beginMs(world)),
  select: (wanted, fromMs, toMs, needed = "all") => {
    const matchers = suspects.length === 0 ? wanted : [...suspects, ...wanted];
    const span = { fromMs: Math.max(fromMs, beginMs(world)), toMs: Math.min(toMs, world.nowMs()), needed };
    const others = matchers.filter(({ name }) => name !== METRIC_NAME);
    const names = matchers.filter(({ name }) => name === METRIC_NAME);
    const result: Series[] = [];
    let [counted, samples] = [0, 0];
    for (const family of familiesNamed(familiesOf(world), names)) {
      if (family.object !== undefined)
        result.push(
          ...objectSeries(world, family.object, others, scrapeInstants("kube-state-metrics", span.fromMs, span.toMs, needed === "newest")),
        );
      else result.push(...sampledSeries(world, family.sampled, family.sampled.seriesNames === undefined ? others : matchers, span));
      for (; counted < result.length; counted++) samples += (result[counted] as Series).timesMs.length;
      if (samples > SELECTED_MAX) throw tooManySamples();
    }
    return result;
  },
});

/** Samples that one selector may load: those of every series in an hour are as many. */
const SELECTED_MAX = 1_000_000;

/** The metrics of one object's state, as if it had always been so. */
export const createObjectSource = (object: KubeObject, resource: string): SeriesSource => ({
  select: (matchers, _fromMs, toMs) =>
    familiesNamed(
      FIXED_FAMILIES,
      matchers.filter(({ name }) => name === METRIC_NAME),
    ).flatMap(({ object: family }) =>
      family?.resource !== resource
        ? []
        : rowsOf(family, object).flatMap(({ labels, value }) =>
            matchesAll(matchers, labels) ? [{ labels, timesMs: [toMs], values: [value] }] : [],
          ),
    ),
});

/** Before it there was nothing. */
export const beginMs = (world: World): number => changeLog(world).at(0)?.atMs ?? Number.NEGATIVE_INFINITY;

/** The label sets of the series that had samples in a span of time, without looking at the samples. */
export const listSeries = (world: World, matchers: readonly Matcher[], fromMs: number, toMs: number): readonly Labels[] => {
  const endMs = Math.min(toMs, world.nowMs());
  const others = matchers.filter(({ name }) => name !== METRIC_NAME);
  return familiesNamed(
    familiesOf(world),
    matchers.filter(({ name }) => name === METRIC_NAME),
  ).flatMap((family) =>
    family.object !== undefined
      ? objectLabels(world, family.object, others, { fromMs, toMs: endMs })
      : sampledLabels(world, family.sampled, matchers, { fromMs, toMs: endMs }),
  );
};

/** One metric family of either kind. */
export type AnyFamily =
  | { readonly object: ObjectFamily<never>; readonly sampled?: never; readonly names: readonly string[] }
  | { readonly object?: never; readonly sampled: SampledFamily; readonly names: readonly string[] };

/** The families of objects' states. */
export const OBJECT_FAMILIES: readonly ObjectFamily<never>[] = [
  ...(KUBE_POD_FAMILIES as unknown as readonly ObjectFamily<never>[]),
  ...KUBE_WORKLOAD_FAMILIES,
  ...KUBE_BATCH_FAMILIES,
  ...KUBE_SERVICE_FAMILIES,
  ...KUBE_CLUSTER_FAMILIES,
];

/** Metric families, sorted by name. */
interface Families {
  readonly all: readonly AnyFamily[];
  readonly byName: ReadonlyMap<string, AnyFamily>;
}

/** Every family of a world, sorted by name. */
export const allFamilies = (world: World): readonly AnyFamily[] => familiesOf(world).all;

const sorted = (families: readonly AnyFamily[]): Families => {
  const all = [...families].sort((a, b) => ((a.names[0] as string) < (b.names[0] as string) ? -1 : 1));
  return { all, byName: new Map(all.flatMap((family) => family.names.map((name) => [name, family] as const))) };
};

const ofSampled = (sampled: SampledFamily): AnyFamily => ({ sampled, names: sampled.seriesNames ?? [sampled.name] });

/** The families of every world, whichever applications it has. */
export const FIXED_FAMILIES = sorted([
  ...OBJECT_FAMILIES.map((object): AnyFamily => ({ object, names: [object.name] })),
  ...[...CONTAINER_FAMILIES, ...SPAN_FAMILIES, ...TARGET_FAMILIES, ...NODE_FAMILIES, ...QUEUE_FAMILIES].map(ofSampled),
]);

const familiesOf = (world: World): Families => withApps(appFamilies(world));

const withApps = keepFor((families: readonly SampledFamily[]) => sorted([...FIXED_FAMILIES.all, ...families.map(ofSampled)]));

const familiesNamed = ({ all, byName }: Families, matchers: readonly Matcher[]): readonly AnyFamily[] => {
  const exact = matchers.find(({ op }) => op === "=");
  if (exact === undefined) return all.filter(({ names }) => names.some((name) => matchers.every((matcher) => matcher.matches(name))));
  const family = byName.get(exact.value);
  return family === undefined || !matchers.every((matcher) => matcher.matches(exact.value)) ? [] : [family];
};
