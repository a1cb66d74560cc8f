import { changeLog } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, METRIC_NAME } from "../promql/labels.ts";
import type { Matcher, Series, SeriesSource } from "../promql/series.ts";
import { APP_FAMILIES } from "./app-families.ts";
import { CONTAINER_FAMILIES } from "./container-families.ts";
import { KUBE_BATCH_FAMILIES } from "./kube-batch-families.ts";
import { KUBE_CLUSTER_FAMILIES } from "./kube-cluster-families.ts";
import { KUBE_POD_FAMILIES } from "./kube-pod-families.ts";
import { KUBE_SERVICE_FAMILIES } from "./kube-service-families.ts";
import { KUBE_WORKLOAD_FAMILIES } from "./kube-workload-families.ts";
import type { ObjectFamily, SampledFamily } from "./metric-family.ts";
import { NODE_FAMILIES } from "./node-families.ts";
import { objectLabels, objectSeries } from "./object-series.ts";
import { sampledLabels, sampledSeries } from "./sampled-series.ts";
import { scrapeInstants } from "./scrape.ts";
import { SPAN_FAMILIES } from "./span-families.ts";
import { TARGET_FAMILIES } from "./target-families.ts";

/** All metrics of a world as a store of series, derived when asked. Nothing lies beyond the world's present. */
export const createWorldSource = (world: World): SeriesSource => ({
  select: (matchers, fromMs, toMs, needed = "all") => {
    const span = { fromMs: Math.max(fromMs, changeLog(world).at(0)?.atMs ?? fromMs), toMs: Math.min(toMs, world.nowMs()), needed };
    const others = matchers.filter(({ name }) => name !== METRIC_NAME);
    const names = matchers.filter(({ name }) => name === METRIC_NAME);
    const result: Series[] = [];
    for (const family of familiesNamed(names)) {
      if (family.object !== undefined)
        result.push(
          ...objectSeries(world, family.object, others, scrapeInstants("kube-state-metrics", span.fromMs, span.toMs, needed === "newest")),
        );
      else result.push(...sampledSeries(world, family.sampled, family.sampled.seriesNames === undefined ? others : matchers, span));
    }
    return result;
  },
});

/** The label sets of the series that had samples in a span of time, without looking at the samples. */
export const listSeries = (world: World, matchers: readonly Matcher[], fromMs: number, toMs: number): readonly Labels[] => {
  const endMs = Math.min(toMs, world.nowMs());
  const others = matchers.filter(({ name }) => name !== METRIC_NAME);
  return familiesNamed(matchers.filter(({ name }) => name === METRIC_NAME)).flatMap((family) =>
    family.object !== undefined
      ? objectLabels(world, family.object, others, { fromMs, toMs: endMs })
      : sampledLabels(world, family.sampled, matchers, { fromMs, toMs: endMs }),
  );
};

/** One metric family of either kind. */
export type AnyFamily =
  | { readonly object: ObjectFamily<never>; readonly sampled?: never; readonly names: readonly string[] }
  | { readonly object?: never; readonly sampled: SampledFamily; readonly names: readonly string[] };

/** Every family, sorted by name. */
export const ALL_FAMILIES: readonly AnyFamily[] = [
  ...[
    ...(KUBE_POD_FAMILIES as unknown as readonly ObjectFamily<never>[]),
    ...KUBE_WORKLOAD_FAMILIES,
    ...KUBE_BATCH_FAMILIES,
    ...KUBE_SERVICE_FAMILIES,
    ...KUBE_CLUSTER_FAMILIES,
  ].map((object): AnyFamily => ({ object, names: [object.name] })),
  ...[...CONTAINER_FAMILIES, ...SPAN_FAMILIES, ...APP_FAMILIES, ...TARGET_FAMILIES, ...NODE_FAMILIES].map(
    (sampled): AnyFamily => ({ sampled, names: sampled.seriesNames ?? [sampled.name] }),
  ),
].sort((a, b) => ((a.names[0] as string) < (b.names[0] as string) ? -1 : 1));

const BY_NAME: ReadonlyMap<string, AnyFamily> = new Map(
  ALL_FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);

const familiesNamed = (matchers: readonly Matcher[]): readonly AnyFamily[] => {
  const exact = matchers.find(({ op }) => op === "=");
  if (exact === undefined)
    return ALL_FAMILIES.filter(({ names }) => names.some((name) => matchers.every((matcher) => matcher.matches(name))));
  const family = BY_NAME.get(exact.value);
  return family === undefined || !matchers.every((matcher) => matcher.matches(exact.value)) ? [] : [family];
};
