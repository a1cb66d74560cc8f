import type { World } from "../../kernel/world.ts";
import { kubeletServes } from "../../machines/unit-log.ts";
import { makeLabels } from "../promql/labels.ts";
import { appTargets } from "./app-families.ts";
import { jobOf } from "./app-metrics.ts";
import type { ContainerLife } from "./containers/container-lives.ts";
import { addressOf, firstSeenMs } from "./containers/node-families.ts";
import { objectHistory, versionAt } from "./history/object-history.ts";
import { listens } from "./history/process-history.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";
import { probeSeries, TCP_PROBE } from "./probe-series.ts";
import { SPANS_TARGET, STATE_TARGET } from "./scraped-jobs.ts";

const constant = (labels: Readonly<Record<string, string>>, fromMs: number, untilMs?: number): SampledSeries => ({
  labels: makeLabels(Object.entries(labels)),
  fromMs,
  ...(untilMs === undefined ? {} : { untilMs }),
  valueAt: () => 1,
});

const nodeTargets = (world: World, job: string, port: number, serves: (node: string, atMs: number) => boolean): readonly SampledSeries[] =>
  [...objectHistory(world, "nodes").entries()].map(([node, newest]) => ({
    labels: makeLabels(Object.entries({ __name__: "up", job, instance: port === 0 ? node : `${addressOf(newest)}:${port}`, node })),
    fromMs: firstSeenMs(newest),
    ...(newest.object === undefined ? { untilMs: newest.fromMs } : {}),
    valueAt: (atMs) => (versionAt(newest, atMs)?.object !== undefined && serves(node, atMs) ? 1 : 0),
  }));

const beginningMs = (world: World): number => {
  let first = Number.POSITIVE_INFINITY;
  for (const newest of objectHistory(world, "nodes").values()) first = Math.min(first, firstSeenMs(newest));
  return Number.isFinite(first) ? first : 0;
};

/** Series `up` of app targets: 1 while the exporter of a pod listens, 0 while the pod waits for a restart, none without the pod. */
const appTargetSeries = (world: World): readonly SampledSeries[] => {
  const byPod = new Map<string, { readonly lives: ContainerLife[]; readonly port: number }>();
  for (const { life, port } of appTargets(world)) {
    const known = byPod.get(life.podUid);
    if (known === undefined) byPod.set(life.podUid, { lives: [life], port });
    else known.lives.push(life);
  }
  return [...byPod.values()].map(({ lives, port }) => appTarget(world, lives, port));
};

const appTarget = (world: World, lives: readonly ContainerLife[], port: number): SampledSeries => {
  const first = lives[0] as ContainerLife;
  const newest = objectHistory(world, "pods").get(`${first.namespace}/${first.pod}`);
  const address = first.process.start.pod.status?.podIP ?? first.pod;
  return {
    labels: makeLabels(
      Object.entries({ __name__: "up", job: jobOf(first), instance: `${address}:${port}`, namespace: first.namespace, pod: first.pod }),
    ),
    fromMs: first.startedAtMs,
    valueAt: (atMs) => {
      if (newest !== undefined && versionAt(newest, atMs)?.object?.metadata.uid !== first.podUid) return undefined;
      return lives.some((life) => listens(life, atMs)) ? 1 : 0;
    },
  };
};

const upSeries = (world: World): readonly SampledSeries[] => [
  constant({ __name__: "up", ...STATE_TARGET }, beginningMs(world)),
  constant({ __name__: "up", ...SPANS_TARGET }, beginningMs(world)),
  ...nodeTargets(world, "kubernetes-cadvisor", 0, (node, atMs) => kubeletServes(world, node, atMs)),
  // A container goes on without its kubelet.
  ...nodeTargets(world, "node-exporter", 9100, () => true),
  ...appTargetSeries(world),
];

/** Metrics about targets: whether scrapes and probes succeed. */
export const TARGET_FAMILIES: readonly SampledFamily[] = [
  { name: "up", type: "gauge", help: "Whether the last scrape of the target succeeded.", job: "node-exporter", series: upSeries },
  { name: TCP_PROBE, type: "gauge", help: "Displays whether or not the probe was a success", job: "blackbox", series: probeSeries },
];
