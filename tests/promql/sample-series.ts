import { createRng, type Rng } from "#core/rng.ts";
import { compareLabels, makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { Series } from "#sim/telemetry/promql/series.ts";

/** Unix time of the first scrapes, s. */
export const BEGIN_S = 1_700_000_010;

/** Unix time after the last scrapes, s. */
export const END_S = BEGIN_S + 3_600;

/**
 * Makes an hour of series as a Prometheus of a small cluster has them, always the same ones: counters that reset, targets
 * that miss scrapes, come and go, histograms, states, and values that arithmetic stumbles over.
 *
 * Each target is scraped at a time of its own within the interval, never at a multiple of 15 s: a window of whole intervals
 * that ends at such a multiple has no sample on its edge, where versions 2 and 3 of Prometheus differ.
 */
export const sampleSeries = (): readonly Series[] => {
  const rng = createRng("promql").stream("samples");
  const all = [
    ...PODS.flatMap((pod) => podSeries(pod, rng.stream(pod.pod))),
    ...NODES.flatMap((node, index) => nodeSeries(node, index, rng.stream(node))),
    ...DEPLOYMENTS.flatMap((deployment, index) => deploymentSeries(deployment, index)),
    ...ODDITIES.map(([labels, valueAt], index) => seriesOf({ __name__: "oddity", ...labels }, index, (i) => valueAt(i))),
  ];
  // A Prometheus reads them from a block in this order.
  return all.sort((a, b) => compareLabels(a.labels, b.labels));
};

interface Pod {
  readonly pod: string;
  readonly app: string;
  readonly namespace: string;
  readonly node: string;
  /** Scrapes, counted from the first, in which the target is there. */
  readonly lives: readonly [number, number];
  /** Scrapes at which its counters begin again. */
  readonly restarts: readonly number[];
  /** Scrapes that are missed. */
  readonly misses: readonly number[];
}

const SCRAPES = 240;

const NODES = ["worker-1", "worker-2"];

const DEPLOYMENTS = ["web", "api", "store"];

const PODS: readonly Pod[] = [
  { pod: "web-0", app: "web", namespace: "shop", node: "worker-1", lives: [0, SCRAPES], restarts: [], misses: [] },
  { pod: "web-1", app: "web", namespace: "shop", node: "worker-2", lives: [0, SCRAPES], restarts: [77, 200], misses: [101, 102, 103] },
  { pod: "api-0", app: "api", namespace: "shop", node: "worker-1", lives: [30, SCRAPES], restarts: [230], misses: [] },
  { pod: "api-1", app: "api", namespace: "shop", node: "worker-2", lives: [0, 150], restarts: [], misses: [60, 61] },
  { pod: "store-0", app: "store", namespace: "data", node: "worker-2", lives: [0, SCRAPES], restarts: [], misses: [] },
];

const CODES = ["200", "404", "500"];

const BOUNDS = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "+Inf"];

const podSeries = (target: Pod, rng: Rng): readonly Series[] => {
  const { pod, app, namespace, node } = target;
  const phase = PODS.indexOf(target) + 1;
  const own = { namespace, pod, job: app, instance: `10.244.${phase}.${phase + 3}:8080` };
  const container = { namespace, pod, container: app, node, job: "kubelet" };
  const scraped = (labels: Readonly<Record<string, string>>, valueAt: (index: number) => number): Series =>
    seriesOf(labels, phase, valueAt, (index) => index >= target.lives[0] && index < target.lives[1] && !target.misses.includes(index));
  const counter = (labels: Readonly<Record<string, string>>, stream: string, most: number, unit = 1): Series =>
    scraped(labels, countedUp(rng.stream(stream), most, unit, target.restarts));
  const buckets = countedBuckets(rng.stream("latency"), target.restarts);
  return [
    ...CODES.flatMap((code, index) =>
      ["GET", "POST"].map((method) => {
        const most = Math.ceil((index === 0 ? 90 : 7 - index * 2) / (method === "GET" ? 1 : 4));
        return counter({ __name__: "http_requests_total", ...own, code, method }, `requests ${code} ${method}`, most);
      }),
    ),
    ...BOUNDS.map((le, index) =>
      scraped({ __name__: "http_request_duration_seconds_bucket", ...own, le }, (i) => buckets[i]?.[index] ?? 0),
    ),
    scraped({ __name__: "http_request_duration_seconds_count", ...own }, (i) => buckets[i]?.at(-1) ?? 0),
    scraped({ __name__: "http_request_duration_seconds_sum", ...own }, (i) => (buckets[i]?.at(-1) ?? 0) * 0.0375),
    counter({ __name__: "container_cpu_usage_seconds_total", ...container, cpu: "total" }, "cpu", 4_000, 0.001),
    scraped({ __name__: "container_memory_working_set_bytes", ...container }, (i) => 4096 * (20_000 + 37 * i + ((i * phase * 7919) % 501))),
    scraped({ __name__: "container_spec_memory_limit_bytes", ...container }, () => (app === "store" ? 0 : 268_435_456)),
    scraped({ __name__: "up", ...own }, (i) => ((i + phase * 40) % 97 === 0 ? 0 : 1)),
    scraped({ __name__: "kube_pod_info", namespace, pod, node, pod_ip: own.instance.slice(0, -5), created_by_name: app }, () => 1),
    ...["Pending", "Running", "Failed"].map((name) =>
      scraped({ __name__: "kube_pod_status_phase", namespace, pod, phase: name }, () => (name === "Running" ? 1 : 0)),
    ),
    scraped(
      { __name__: "kube_pod_container_status_restarts_total", namespace, pod, container: app },
      (i) => target.restarts.filter((at) => at <= i).length,
    ),
  ];
};

const nodeSeries = (node: string, index: number, rng: Rng): readonly Series[] => {
  const own = { instance: `${node}:9100`, job: "node-exporter" };
  return [
    ...["idle", "user", "iowait"].map((mode, place) =>
      seriesOf(
        { __name__: "node_cpu_seconds_total", ...own, cpu: "0", mode },
        6 + index,
        countedUp(rng.stream(mode), 12 - 5 * place, 0.5, []),
      ),
    ),
    seriesOf({ __name__: "node_load1", ...own }, 6 + index, (i) => Math.round(100 * (1.5 + Math.sin(i / 9 + index))) / 100),
    seriesOf({ __name__: "node_memory_MemAvailable_bytes", ...own }, 6 + index, (i) => 8e9 - i * 12_345_678 * (index + 1)),
    seriesOf({ __name__: "node_memory_MemTotal_bytes", ...own }, 6 + index, () => 16_777_216_000),
    seriesOf({ __name__: "node_filesystem_avail_bytes", ...own, mountpoint: "/" }, 6 + index, (i) => 5e10 - i * i * 1e5),
    seriesOf({ __name__: "node_time_seconds", ...own }, 6 + index, (i) => BEGIN_S + 15 * i + 0.125),
  ];
};

const deploymentSeries = (deployment: string, index: number): readonly Series[] => {
  const own = { namespace: deployment === "store" ? "data" : "shop", deployment };
  return [
    seriesOf({ __name__: "kube_deployment_spec_replicas", ...own }, 9, () => 2 - (index === 2 ? 1 : 0)),
    seriesOf({ __name__: "kube_deployment_status_replicas_available", ...own }, 9, (i) =>
      index === 1 && i >= 150 ? 1 : index === 2 ? 1 : 2,
    ),
    seriesOf({ __name__: "kube_deployment_labels", ...own, label_team: `team "${deployment}"\\ü` }, 9, () => 1),
  ];
};

const ODDITIES: readonly (readonly [Readonly<Record<string, string>>, (index: number) => number])[] = [
  [{ kind: "nan" }, () => Number.NaN],
  [{ kind: "sometimes-nan" }, (i) => (i % 7 === 0 ? Number.NaN : i)],
  [{ kind: "infinite" }, () => Number.POSITIVE_INFINITY],
  [{ kind: "minus-infinite" }, () => Number.NEGATIVE_INFINITY],
  [{ kind: "zero" }, () => 0],
  [{ kind: "negative" }, (i) => -(i * 2.5)],
  [{ kind: "huge" }, (i) => 1e300 * (1 + i)],
  [{ kind: "tiny" }, (i) => 1e-300 / (1 + i)],
  [{ kind: "wave" }, (i) => Math.round(1000 * Math.sin(i / 5)) / 8],
  [{ kind: "steps" }, (i) => Math.floor(i / 20)],
  [{ kind: "half", odd: "1.5" }, (i) => i / 2 - 30.25],
];

/** Makes a series with a sample at each scrape in which the target is there. */
const seriesOf = (
  labels: Readonly<Record<string, string>>,
  phase: number,
  valueAt: (index: number) => number,
  isThere: (index: number) => boolean = () => true,
): Series => {
  const indexes = Array.from({ length: SCRAPES }, (_, index) => index).filter(isThere);
  return {
    labels: makeLabels(Object.entries(labels)),
    timesMs: indexes.map((index) => (BEGIN_S + 15 * index) * 1000 + 1_000 + 1_171 * phase),
    values: indexes.map(valueAt),
  };
};

/** A counter that grows by up to `most` units a scrape, and begins anew at each restart. */
const countedUp = (rng: Rng, most: number, unit: number, restarts: readonly number[]): ((index: number) => number) => {
  const values: number[] = [];
  let count = rng.int(0, 50 * most);
  for (let i = 0; i < SCRAPES; i++) {
    count = restarts.includes(i) ? 0 : count + rng.int(0, most);
    values.push(count * unit);
  }
  return (index) => values[index] ?? 0;
};

/** Cumulative counts of a histogram's buckets at each scrape. */
const countedBuckets = (rng: Rng, restarts: readonly number[]): readonly (readonly number[])[] => {
  let counts = BOUNDS.map(() => 0);
  return Array.from({ length: SCRAPES }, (_, i) => {
    counts = counts.map((count, index) => (restarts.includes(i) ? 0 : count + rng.int(0, index < 6 ? 8 - index : 1)));
    let sum = 0;
    return counts.map((count) => (sum += count));
  });
};
