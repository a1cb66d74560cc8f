import type { World } from "../../kernel/world.ts";
import { kubeletServes } from "../../machines/unit-log.ts";
import { makeLabels } from "../promql/labels.ts";
import { appTargets } from "./app-families.ts";
import { jobOf } from "./app-metrics.ts";
import { type ContainerLife, containerLives } from "./containers/container-lives.ts";
import { addressOf, firstSeenMs } from "./containers/node-families.ts";
import { objectHistory, versionAt } from "./history/object-history.ts";
import { listens } from "./history/process-history.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";
import { probeSeries, TCP_PROBE } from "./probe-series.ts";
import { EXPORTER_NAMESPACE, SPANS_TARGET, STATE_TARGET } from "./scraped-jobs.ts";

/** Series `up` of an exporter that serves the whole cluster. */
const exporterTarget = (world: World, target: typeof STATE_TARGET | typeof SPANS_TARGET): SampledSeries => {
  const serves = exporterServes(world, target.job);
  return {
    labels: makeLabels(Object.entries({ __name__: "up", ...target })),
    fromMs: beginningMs(world),
    valueAt: (atMs) => (serves(atMs) ? 1 : 0),
  };
};

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

/** Tells whether an exporter listened at an instant; of a world without any, as far as is known, each did. */
const exporterServes = (world: World, job: string): ((atMs: number, node?: string) => boolean) => {
  const lives = containerLives(world).filter(({ namespace, container }) => namespace === EXPORTER_NAMESPACE && container === job);
  return (atMs, node) => lives.length === 0 || lives.some((life) => (node === undefined || life.node === node) && listens(life, atMs));
};

const nodeExporterServes = (world: World): ((node: string, atMs: number) => boolean) => {
  const serves = exporterServes(world, "node-exporter");
  return (node, atMs) => serves(atMs, node);
};

const upSeries = (world: World): readonly SampledSeries[] => [
  exporterTarget(world, STATE_TARGET),
  exporterTarget(world, SPANS_TARGET),
  ...nodeTargets(world, "kubernetes-cadvisor", 0, (node, atMs) => kubeletServes(world, node, atMs)),
  // A container goes on without its kubelet.
  ...nodeTargets(world, "node-exporter", 9100, nodeExporterServes(world)),
  ...appTargetSeries(world),
];

/** Metrics about targets: whether scrapes and probes succeed. */
export const TARGET_FAMILIES: readonly SampledFamily[] = [
  { name: "up", type: "gauge", help: "Whether the last scrape of the target succeeded.", job: "node-exporter", series: upSeries },
  { name: TCP_PROBE, type: "gauge", help: "Displays whether or not the probe was a success", job: "blackbox", series: probeSeries },
];
