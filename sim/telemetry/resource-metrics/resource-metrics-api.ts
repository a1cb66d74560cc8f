import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type ApiAnswer, refuse } from "../../apiserver/http/api-request.ts";
import type { AggregatedApi } from "../../apiserver/http/handle.ts";
import { filterOf } from "../../apiserver/http/read/object-filter.ts";
import { failure, methodNotAllowed } from "../../apiserver/http/status.ts";
import { strategyOf } from "../../apiserver/schema/registry.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { nodeIsReady } from "../metrics/containers/node-families.ts";
import { nodeUsage, podUsage, type Usage } from "./resource-usage.ts";

/** The group that the API server hands on to here. */
export const RESOURCE_METRICS_GROUP = "metrics.k8s.io";

/** Answers for metrics.k8s.io as metrics-server does: the newest rates and working sets, of containers with two samples. */
export const answerResourceMetrics: AggregatedApi = (world, { row, namespace, name }, { method, query, as }) => {
  if (method !== "GET") return refuse(methodNotAllowed());
  if (query["watch"] === "true" || query["watch"] === "1") return refuse(methodNotAllowed());
  const kind = row.plural === "nodes" ? NODES : PODS;
  if (name !== undefined) return one(world, kind, namespace, name);
  const filter = filterOf(query, strategyOf(kind.resource));
  if (!filter.ok) return refuse(filter.error);
  const objects = listObjects(world, kind.resource, namespace).filter((object) => filter.value?.(object) ?? true);
  const items = objects.flatMap((object) => kind.measure(world, object) ?? []);
  if (as === "table") return { status: 200, body: renderTable(items) };
  return { status: 200, body: { kind: `${kind.kind}List`, apiVersion: API_VERSION, metadata: {}, items } };
};

const API_VERSION = `${RESOURCE_METRICS_GROUP}/v1beta1`;

interface MeasuredKind {
  readonly kind: "NodeMetrics" | "PodMetrics";
  /** Resource that is measured. */
  readonly resource: "nodes" | "pods";
  /** Undefined: nothing is known yet. */
  readonly measure: (world: World, object: KubeObject) => Measurement | undefined;
}

/** Metrics of one object, without its kind. */
interface Measurement {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly creationTimestamp: string; readonly labels?: Labels };
  readonly timestamp: string;
  readonly window: string;
  readonly usage?: RenderedUsage;
  readonly containers?: readonly { readonly name: string; readonly usage: RenderedUsage }[];
}

type Labels = Readonly<Record<string, string>>;

interface RenderedUsage {
  readonly cpu: string;
  readonly memory: string;
}

const renderTable = (items: readonly Measurement[]) => ({
  kind: "Table",
  apiVersion: "meta.k8s.io/v1",
  metadata: {},
  columnDefinitions: ["Name", "cpu", "memory", "Window"].map((name, i) => ({
    name,
    type: "string",
    format: ["name", "quantity", "quantity", "duration"][i],
    description: "",
    priority: 0,
  })),
  rows: items.map(({ metadata, window, usage, containers = [] }) => {
    const parts = usage === undefined ? containers.map((container) => container.usage) : [usage];
    const sum = (of: (part: RenderedUsage) => string): number => parts.reduce((total, part) => total + Number.parseInt(of(part), 10), 0);
    const cells = [metadata.name, `${sum(({ cpu }) => cpu)}n`, `${sum(({ memory }) => memory)}Ki`, window];
    return { cells, object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata } };
  }),
});

const one = (world: World, { kind, resource, measure }: MeasuredKind, namespace: string | undefined, name: string): ApiAnswer => {
  const object = getObject(world, resource, namespace, name);
  if (object === undefined)
    return refuse(failure(404, "NotFound", `${resource} ${JSON.stringify(name)} not found`, { name, kind: resource }));
  const measured = measure(world, object);
  if (measured !== undefined) return { status: 200, body: { kind, apiVersion: API_VERSION, ...measured } };
  const [key, plural] = [namespace === undefined ? name : `${namespace}/${name}`, kind.toLowerCase()];
  const details = { name: key, group: RESOURCE_METRICS_GROUP, kind: plural };
  return refuse(failure(404, "NotFound", `${plural}.${RESOURCE_METRICS_GROUP} ${JSON.stringify(key)} not found`, details));
};

const measurePod = (world: World, object: KubeObject): Measurement | undefined => {
  const pod = object as Pod;
  const usage = pod.metadata.uid === undefined ? undefined : podUsage(world, pod.metadata.uid);
  if (usage === undefined) return undefined;
  const containers = pod.spec.containers.flatMap(({ name }) => {
    const own = usage.get(name);
    return own === undefined ? [] : [{ name, usage: renderUsage(own) }];
  });
  const [first] = usage.values();
  return first === undefined || containers.length === 0 ? undefined : { ...head(world, pod), ...renderTime(first), containers };
};

const measureNode = (world: World, object: KubeObject): Measurement | undefined => {
  if (!nodeIsReady(object as Node)) return undefined;
  const usage = nodeUsage(world, object as Node);
  return { ...head(world, object), ...renderTime(usage), usage: renderUsage(usage) };
};

const head = (world: World, { metadata: { name, namespace, labels } }: KubeObject) => ({
  metadata: {
    name,
    ...(namespace !== undefined && { namespace }),
    creationTimestamp: toTimestamp(world.nowMs()),
    ...(labels !== undefined && { labels }),
  },
});

const renderTime = ({ atMs, windowMs }: Usage) => ({ timestamp: toTimestamp(atMs), window: `${windowMs / 1000}s` });

const renderUsage = ({ nanoCores, memoryBytes }: Usage) => ({ cpu: `${nanoCores}n`, memory: `${Math.ceil(memoryBytes / 1024)}Ki` });

const PODS: MeasuredKind = { kind: "PodMetrics", resource: "pods", measure: measurePod };
const NODES: MeasuredKind = { kind: "NodeMetrics", resource: "nodes", measure: measureNode };
