import { unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { kubeletServes } from "../../../machines/unit-log.ts";
import { makeLabels } from "../../promql/labels.ts";
import { type ObjectVersion, objectHistory, objectsAt, versionAt } from "../history/object-history.ts";
import { secondsOf } from "../kube-state/kube-pod-families.ts";
import type { SampledFamily, SampledSeries } from "../metric-family.ts";
import { coresOf, loadAverage, nodeUseAt } from "./node-system.ts";

/** Virtual time at which an object was created, ms. */
export const firstSeenMs = (newest: ObjectVersion): number => {
  let version = newest;
  while (version.previous !== undefined) version = version.previous;
  return version.fromMs;
};

/** Tells whether a node's Ready condition is true. */
export const nodeIsReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: holds }) => type === "Ready" && holds === "True") ?? false;

/** A node's own address. */
export const addressOf = (newest: ObjectVersion): string => {
  const node = (newest.object ?? newest.previous?.object) as Node | undefined;
  return node?.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? node?.metadata.name ?? "";
};

interface NodeMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: (node: Node, world: World, atMs: number) => number;
}

const memory = (node: Node): number => unitValue(node.status?.capacity?.["memory"]);

const podsOn = (world: World, node: Node, atMs: number): number =>
  objectsAt<Pod>(world, "pods", atMs).filter(({ spec, status }) => spec.nodeName === node.metadata.name && status?.phase === "Running")
    .length;

const NODE_METRICS: readonly NodeMetric[] = [
  { name: "machine_cpu_cores", type: "gauge", help: "Number of logical CPU cores.", value: coresOf },
  { name: "machine_memory_bytes", type: "gauge", help: "Amount of memory installed on the machine.", value: memory },
  { name: "node_memory_MemTotal_bytes", type: "gauge", help: "Memory information field MemTotal_bytes.", value: memory },
  {
    name: "node_memory_MemAvailable_bytes",
    type: "gauge",
    help: "Memory information field MemAvailable_bytes.",
    value: (node, world, atMs) => memory(node) - nodeUseAt(world, node, atMs).memoryBytes,
  },
  {
    name: "node_load1",
    type: "gauge",
    help: "1m load average.",
    value: (node, world, atMs) => loadAverage(world, node, atMs),
  },
  {
    name: "kubelet_running_pods",
    type: "gauge",
    help: "Number of pods that have a running pod sandbox",
    value: (node, world, atMs) => podsOn(world, node, atMs),
  },
  {
    name: "node_boot_time_seconds",
    type: "gauge",
    help: "Node boot time, in unixtime.",
    value: (node) => (secondsOf(node.metadata.creationTimestamp) ?? 60) - 60,
  },
];

const nodeSeries = (world: World, metric: NodeMetric): readonly SampledSeries[] =>
  [...objectHistory(world, "nodes").entries()].map(([name, newest]) => ({
    labels: makeLabels(
      Object.entries({ __name__: metric.name, job: "node-exporter", instance: `${addressOf(newest)}:9100`, node: name, ...metric.labels }),
    ),
    fromMs: firstSeenMs(newest),
    valueAt: (atMs) => {
      const node = versionAt(newest, atMs)?.object as Node | undefined;
      const isSilent = metric.name.startsWith("kubelet_") && !kubeletServes(world, name, atMs);
      return node === undefined || isSilent ? undefined : metric.value(node, world, atMs);
    },
  }));

/** Metric families of node exporters. */
export const NODE_FAMILIES: readonly SampledFamily[] = NODE_METRICS.map((metric) => ({
  name: metric.name,
  type: metric.type,
  help: metric.help,
  job: "node-exporter",
  series: (world) => nodeSeries(world, metric),
}));
