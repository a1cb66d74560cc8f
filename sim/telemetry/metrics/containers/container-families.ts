import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../../kernel/world.ts";
import { kubeletServes } from "../../../machines/unit-log.ts";
import { type Labels, makeLabels } from "../../promql/labels.ts";
import { objectHistory } from "../history/object-history.ts";
import type { SampledFamily, SampledSeries } from "../metric-family.ts";
import { flowIndex } from "../traffic/flow-index.ts";
import { type ContainerLife, containerLives, type PodLives, podLives } from "./container-lives.ts";
import {
  ANSWER_BYTES,
  bytes,
  type ContainerValue,
  cpuSeconds,
  memoryPart,
  packets,
  periods,
  REQUEST_BYTES,
  scaled,
  throttledPeriods,
  workingSet,
} from "./container-values.ts";

const JOB = "kubernetes-cadvisor";

interface Options {
  readonly level?: "container" | "pod" | "both";
  readonly labels?: Readonly<Record<string, string>>;
}

const containerFamily = (
  name: string,
  type: SampledFamily["type"],
  help: string,
  value: ContainerValue,
  { level = "container", labels = {} }: Options = {},
): SampledFamily => ({
  name,
  type,
  help,
  job: JOB,
  series: (world) => {
    const { loads } = flowIndex(world);
    const isCounter = type === "counter";
    // A kubelet's metrics are gone as long as it is.
    const valueFor = (life: ContainerLife, atMs: number) =>
      kubeletServes(world, life.node, atMs) ? value(life, atMs, loads.get(life.key), world) : undefined;
    const containers =
      level === "pod"
        ? []
        : containerLives(world).map((life) =>
            containerSeries(life, { labels: keptLabels(life, name, life.labels, labels), isCounter }, valueFor),
          );
    const pods =
      level === "container"
        ? []
        : podLives(world).map((lives) =>
            podSeries(world, lives, { labels: keptLabels(lives[0], `${name} pod`, lives[0].podLabels, labels), isCounter }, valueFor),
          );
    return [...containers, ...pods];
  },
});

type ValueFor = (life: ContainerLife, atMs: number) => number | undefined;

interface SeriesHead {
  readonly labels: Labels;
  readonly isCounter: boolean;
}

const containerSeries = (life: ContainerLife, { labels, isCounter }: SeriesHead, valueFor: ValueFor): SampledSeries => ({
  labels,
  ...(isCounter && { isMonotone: true }),
  fromMs: life.startedAtMs,
  ...(life.endedAtMs === undefined ? {} : { untilMs: life.endedAtMs }),
  lingers: true,
  valueAt: (atMs) => valueFor(life, atMs),
});

/** Series of a pod's cgroup, which outlives its containers: counters continue, gauges sum the running ones. */
const podSeries = (world: World, lives: PodLives, { labels, isCounter }: SeriesHead, valueFor: ValueFor): SampledSeries => {
  const goneAtMs = podGoneAtMs(world, lives);
  return {
    labels,
    ...(isCounter && { isMonotone: true }),
    fromMs: lives[0].startedAtMs,
    ...(goneAtMs === undefined ? {} : { untilMs: goneAtMs }),
    lingers: true,
    valueAt: (atMs) => {
      if (!kubeletServes(world, lives[0].node, atMs)) return undefined;
      let sum: number | undefined;
      for (const life of lives) {
        if (life.startedAtMs > atMs || (!isCounter && life.endedAtMs !== undefined && life.endedAtMs <= atMs)) continue;
        const part = valueFor(life, Math.min(atMs, life.endedAtMs ?? atMs));
        if (part !== undefined) sum = (sum ?? 0) + part;
      }
      return sum;
    },
  };
};

/** Virtual time at which the pod was deleted or its last container ended for good, ms. */
const podGoneAtMs = (world: World, lives: PodLives): number | undefined => {
  const last = lives[lives.length - 1] as ContainerLife;
  if (last.endedAtMs === undefined) return undefined;
  const newest = objectHistory(world, "pods").get(`${last.namespace}/${last.pod}`);
  return newest?.object !== undefined && newest.object.metadata.uid === last.podUid ? undefined : last.endedAtMs;
};

/** Label sets, cached with the container's record. */
const keptLabels = (life: ContainerLife, key: string, base: Labels, extra: Readonly<Record<string, string>>): Labels => {
  const kept = labelSets(life);
  let labels = kept.get(key);
  if (labels === undefined) {
    labels = makeLabels(Object.entries({ ...base, ...extra, __name__: key.replace(/ pod$/, ""), job: JOB }));
    kept.set(key, labels);
  }
  return labels;
};

const labelSets = keepFor((_life: ContainerLife) => new Map<string, Labels>());

/** Counts OOM kills. The kernel kills at the end, when the container's own series is over and the pod's goes on. */
const outOfMemory: ContainerValue = ({ reason, endedAtMs }, atMs) =>
  reason === "OOMKilled" && endedAtMs !== undefined && endedAtMs <= atMs ? 1 : 0;

const ETH0 = { interface: "eth0" };

/** Metrics that cAdvisor exports of containers and their pods. */
export const CONTAINER_FAMILIES: readonly SampledFamily[] = [
  containerFamily("container_cpu_usage_seconds_total", "counter", "Cumulative cpu time consumed in seconds.", cpuSeconds, {
    level: "both",
    labels: { cpu: "total" },
  }),
  containerFamily("container_cpu_user_seconds_total", "counter", "Cumulative user cpu time consumed in seconds.", scaled(cpuSeconds, 0.8), {
    level: "both",
  }),
  containerFamily(
    "container_cpu_system_seconds_total",
    "counter",
    "Cumulative system cpu time consumed in seconds.",
    scaled(cpuSeconds, 0.2),
    { level: "both" },
  ),
  containerFamily("container_cpu_cfs_periods_total", "counter", "Number of elapsed enforcement period intervals.", periods, {
    level: "both",
  }),
  containerFamily("container_cpu_cfs_throttled_periods_total", "counter", "Number of throttled period intervals.", throttledPeriods, {
    level: "both",
  }),
  containerFamily(
    "container_cpu_cfs_throttled_seconds_total",
    "counter",
    "Total time duration the container has been throttled.",
    scaled(throttledPeriods, 0.05),
    { level: "both" },
  ),
  containerFamily("container_spec_cpu_quota", "gauge", "CPU quota of the container.", ({ cpuLimit }) =>
    cpuLimit === 0 ? undefined : cpuLimit * 100_000,
  ),
  containerFamily("container_spec_cpu_period", "gauge", "CPU period of the container.", () => 100_000),
  containerFamily("container_spec_cpu_shares", "gauge", "CPU share of the container.", ({ cpuRequest }) =>
    Math.max(2, Math.floor(cpuRequest * 1024)),
  ),
  containerFamily("container_spec_memory_limit_bytes", "gauge", "Memory limit for the container.", ({ memoryLimit }) => memoryLimit),
  containerFamily("container_memory_working_set_bytes", "gauge", "Current working set in bytes.", workingSet, { level: "both" }),
  containerFamily(
    "container_memory_usage_bytes",
    "gauge",
    "Current memory usage in bytes, including all memory regardless of when it was accessed",
    memoryPart(1.08),
    { level: "both" },
  ),
  containerFamily("container_memory_rss", "gauge", "Size of RSS in bytes.", memoryPart(0.92), { level: "both" }),
  containerFamily("container_memory_cache", "gauge", "Number of bytes of page cache memory.", memoryPart(0.16), { level: "both" }),
  containerFamily("container_oom_events_total", "counter", "Count of out of memory events observed for the container", outOfMemory, {
    level: "both",
  }),
  containerFamily(
    "container_network_receive_bytes_total",
    "counter",
    "Cumulative count of bytes received",
    bytes(REQUEST_BYTES, ANSWER_BYTES),
    { level: "pod", labels: ETH0 },
  ),
  containerFamily(
    "container_network_transmit_bytes_total",
    "counter",
    "Cumulative count of bytes transmitted",
    bytes(ANSWER_BYTES, REQUEST_BYTES),
    { level: "pod", labels: ETH0 },
  ),
  containerFamily(
    "container_network_receive_packets_total",
    "counter",
    "Cumulative count of packets received",
    packets(bytes(REQUEST_BYTES, ANSWER_BYTES)),
    { level: "pod", labels: ETH0 },
  ),
  containerFamily(
    "container_network_transmit_packets_total",
    "counter",
    "Cumulative count of packets transmitted",
    packets(bytes(ANSWER_BYTES, REQUEST_BYTES)),
    { level: "pod", labels: ETH0 },
  ),
  containerFamily("container_network_receive_errors_total", "counter", "Cumulative count of errors encountered while receiving", () => 0, {
    level: "pod",
    labels: ETH0,
  }),
  containerFamily(
    "container_network_transmit_errors_total",
    "counter",
    "Cumulative count of errors encountered while transmitting",
    () => 0,
    { level: "pod", labels: ETH0 },
  ),
  containerFamily(
    "container_network_receive_packets_dropped_total",
    "counter",
    "Cumulative count of packets dropped while receiving",
    () => 0,
    { level: "pod", labels: ETH0 },
  ),
  containerFamily(
    "container_network_transmit_packets_dropped_total",
    "counter",
    "Cumulative count of packets dropped while transmitting",
    () => 0,
    { level: "pod", labels: ETH0 },
  ),
  containerFamily("container_start_time_seconds", "gauge", "Start time of the container since unix epoch in seconds.", ({ startedAtMs }) =>
    Math.floor(startedAtMs / 1000),
  ),
  containerFamily("container_last_seen", "gauge", "Last time a container was seen by the exporter", (_life, atMs) =>
    Math.floor(atMs / 1000),
  ),
  containerFamily("container_processes", "gauge", "Number of processes running inside the container.", () => 1),
  containerFamily("container_threads", "gauge", "Number of threads running inside the container", ({ hash }) => 8 + (hash % 9)),
  containerFamily(
    "container_fs_usage_bytes",
    "gauge",
    "Number of bytes that are consumed by the container on this filesystem.",
    ({ hash }) => 24_576 + (hash % 8) * 4096,
  ),
];
