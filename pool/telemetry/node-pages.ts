import { CONTAINER_FAMILIES } from "#sim/telemetry/metrics/containers/container-families.ts";
import { type Labels, METRIC_NAME, makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { ApiReader } from "./api-reader.ts";
import { parseExposition, type Sample } from "./exposition.ts";

/** Container metrics of kubelets: one scrape of a node serves all slots that have pods there. */
export interface NodePages {
  /** Returns the metrics of a namespace's containers on a node, not older than an interval; undefined: the node does not answer. */
  containersOf(node: string, namespace: string): Promise<NodePage | undefined>;
}

export interface NodePage {
  readonly atMs: number;
  readonly samples: readonly Sample[];
}

/**
 * Creates a cache of pages.
 * @param freshMs time for which a page is used
 */
export const createNodePages = (reader: ApiReader, freshMs: number): NodePages => {
  const pages = new Map<string, { readonly askedMs: number; readonly page: Promise<ScrapedNode | undefined> }>();
  return {
    containersOf: async (node, namespace) => {
      let known = pages.get(node);
      if (known === undefined || Date.now() - known.askedMs >= freshMs) {
        known = { askedMs: Date.now(), page: scrapeNode(reader, node).catch(() => undefined) };
        pages.set(node, known);
      }
      const page = await known.page;
      return page && { atMs: page.atMs, samples: page.byNamespace.get(namespace) ?? [] };
    },
  };
};

/** Path of a kubelet's container metrics, through the API server's proxy. */
export const containerMetricsPath = (node: string): string => `/api/v1/nodes/${node}/proxy/metrics/cadvisor`;

interface ScrapedNode {
  readonly atMs: number;
  readonly byNamespace: ReadonlyMap<string, readonly Sample[]>;
}

const scrapeNode = async (reader: ApiReader, node: string): Promise<ScrapedNode> => {
  const { samples } = parseExposition(await reader.text(containerMetricsPath(node)), (name) => KEPT.has(name));
  const byNamespace = new Map<string, Sample[]>();
  for (const { labels, value } of samples) {
    const own = relabel(labels, node);
    const namespace = own?.["namespace"];
    if (own === undefined || namespace === undefined) continue;
    const known = byNamespace.get(namespace);
    if (known === undefined) byNamespace.set(namespace, [{ labels: own, value }]);
    else known.push({ labels: own, value });
  }
  return { atMs: Date.now(), byNamespace };
};

/** Names of the metrics that the simulator has too; kubelets have hundreds more. */
const KEPT: ReadonlySet<string> = new Set(CONTAINER_FAMILIES.map(({ name }) => name));

/** Converts labels; undefined for series without a pod, and for the sandbox's own cgroup, which would count among the pod's. */
const relabel = (labels: Labels, node: string): Labels | undefined => {
  const { container = "", image = "", pod = "", interface: device, ...others } = labels;
  if (pod === "") return undefined;
  const place = { job: "kubernetes-cadvisor", instance: node, node, pod };
  if (container !== "") return makeLabels(Object.entries({ ...others, ...place, container, image }));
  if (device !== undefined ? device !== "eth0" : image !== "" || !POD_LEVEL.has(labels[METRIC_NAME] ?? "")) return undefined;
  const { name: _sandbox, ...rest } = others;
  return makeLabels(Object.entries({ ...rest, ...place, ...(device !== undefined && { interface: device }) }));
};

/** Metrics of whole pods beside those of their containers. */
const POD_LEVEL: ReadonlySet<string> = new Set([
  "container_cpu_usage_seconds_total",
  "container_cpu_user_seconds_total",
  "container_cpu_system_seconds_total",
  "container_cpu_cfs_periods_total",
  "container_cpu_cfs_throttled_periods_total",
  "container_cpu_cfs_throttled_seconds_total",
  "container_memory_working_set_bytes",
  "container_memory_usage_bytes",
  "container_memory_rss",
  "container_memory_cache",
  "container_oom_events_total",
]);
