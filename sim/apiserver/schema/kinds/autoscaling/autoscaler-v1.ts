import type { KubeObject } from "#kube/types/meta.ts";
import { type Decoded, decodeObject } from "../../codec/decode.ts";
import type { Raw } from "../../codec/same.ts";
import type { KindStrategy } from "../../kind-strategy.ts";
import { autoscalerKind } from "./autoscaler.ts";

/** Strategy of HorizontalPodAutoscalers in autoscaling/v1: one CPU target; all else is kept in annotations. */
export const autoscalerV1Kind: KindStrategy = Object.freeze({ ...autoscalerKind, decode: (input: Raw): Decoded => decodeV1(input) });

/** An autoscaler as its first version shows it. */
export const toAutoscalerV1 = (object: KubeObject): KubeObject => {
  const known = views.get(object);
  if (known !== undefined) return known;
  const { spec = {}, status = {}, metadata, kind } = object as unknown as Autoscaler;
  const { metrics = [], behavior, ...rest } = spec;
  const { currentMetrics, conditions, ...report } = status;
  const wanted = metrics.find(isCpuShare)?.resource?.target?.averageUtilization;
  const current = (currentMetrics ?? []).find(isCpu)?.resource?.current?.averageUtilization;
  const others = metrics.filter((metric) => !isCpuShare(metric));
  const annotations = {
    ...metadata.annotations,
    ...(others.length > 0 && { [METRICS]: JSON.stringify(others.map(oldMetric)) }),
    ...(currentMetrics && currentMetrics.length > 0 && { [CURRENT]: JSON.stringify(currentMetrics.map(oldStatus)) }),
    ...(conditions && conditions.length > 0 && { [CONDITIONS]: JSON.stringify(conditions.map(oldCondition)) }),
    ...(behavior !== undefined && {
      [BEHAVIOR]: JSON.stringify(renamed(behavior, (key) => `${key.charAt(0).toUpperCase()}${key.slice(1)}`)),
    }),
  };
  const view = {
    kind,
    apiVersion: "autoscaling/v1",
    metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { ...rest, ...(wanted !== undefined && { targetCPUUtilizationPercentage: wanted }) },
    status: {
      ...report,
      currentReplicas: report["currentReplicas"] ?? 0,
      ...(current !== undefined && { currentCPUUtilizationPercentage: current }),
    },
  } as unknown as KubeObject;
  views.set(object, view);
  return view;
};

/** Views by object, cached. */
const views = new WeakMap<KubeObject, KubeObject>();

const PREFIX = "autoscaling.alpha.kubernetes.io/";
const METRICS = `${PREFIX}metrics`;
const CURRENT = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
const BEHAVIOR = `${PREFIX}behavior`;

interface Metric {
  readonly type?: string;
  readonly resource?: {
    readonly name?: string;
    readonly target?: { readonly type?: string; readonly averageUtilization?: number; readonly averageValue?: string };
    readonly current?: { readonly averageUtilization?: number; readonly averageValue?: string };
  };
}

interface Autoscaler {
  readonly kind: string;
  readonly metadata: KubeObject["metadata"];
  readonly spec?: Raw & { readonly metrics?: readonly Metric[]; readonly behavior?: Raw };
  readonly status?: Raw & { readonly currentMetrics?: readonly Metric[] | null; readonly conditions?: readonly Raw[] };
}

const isCpu = ({ type, resource }: Metric): boolean => type === "Resource" && resource?.name === "cpu";
const isCpuShare = (metric: Metric): boolean => isCpu(metric) && metric.resource?.target?.averageUtilization !== undefined;

/** Metric in an annotation: resource metrics in the format of the first version, others unchanged. */
const oldMetric = ({ type, resource, ...rest }: Metric): unknown => {
  if (resource === undefined) return { type, ...rest };
  const { averageUtilization, averageValue } = resource.target ?? {};
  return {
    type,
    resource: {
      name: resource.name,
      ...(averageUtilization !== undefined && { targetAverageUtilization: averageUtilization }),
      ...(averageValue !== undefined && { targetAverageValue: averageValue }),
    },
  };
};

const oldStatus = ({ type, resource, ...rest }: Metric): unknown => {
  if (resource === undefined) return { type, ...rest };
  const { averageUtilization, averageValue } = resource.current ?? {};
  return {
    type,
    resource: {
      name: resource.name,
      ...(averageUtilization !== undefined && { currentAverageUtilization: averageUtilization }),
      currentAverageValue: averageValue ?? "0",
    },
  };
};

const oldCondition = ({ type, status, lastTransitionTime, reason, message }: Raw): unknown => ({
  type,
  status,
  lastTransitionTime: lastTransitionTime ?? null,
  ...(reason !== undefined && { reason }),
  ...(message !== undefined && { message }),
});

/** Go writes this one under its own names for the fields. */
const renamed = (value: unknown, rename: (key: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), renamed(member, rename)]));
};

/** Decodes autoscaling/v1 into the stored version. */
const decodeV1 = (input: Raw): Decoded => {
  const read = decodeObject("HorizontalPodAutoscalerV1", input);
  if (read.error !== undefined) return read;
  const { metadata, spec, status } = read.value as unknown as {
    readonly metadata: KubeObject["metadata"];
    readonly spec: Raw;
    readonly status: Raw;
  };
  const { targetCPUUtilizationPercentage: share, ...bounds } = spec;
  const { currentCPUUtilizationPercentage: _current, ...report } = status;
  const metrics = [...(share === undefined ? [] : [cpuMetric(share)]), ...metricsOf(metadata.annotations?.[METRICS])];
  const stored = {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: withoutAnnotations(metadata),
    spec: { ...bounds, ...(metrics.length > 0 && { metrics }), ...behaviorOf(metadata.annotations?.[BEHAVIOR]) },
    status: report,
  };
  const { value, error } = decodeObject("HorizontalPodAutoscaler", stored);
  return { value, error, unknownFields: read.unknownFields };
};

const behaviorOf = (text: string | undefined): Raw => {
  if (text === undefined) return {};
  try {
    return { behavior: renamed(JSON.parse(text), (key) => `${key.charAt(0).toLowerCase()}${key.slice(1)}`) };
  } catch {
    return {};
  }
};

const cpuMetric = (share: unknown): unknown => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: share } },
});

const metricsOf = (text: string | undefined): readonly unknown[] => {
  if (text === undefined) return [];
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given.map(newMetric) : [];
  } catch {
    return [];
  }
};

const newMetric = (metric: Raw): unknown => {
  const { targetAverageUtilization: share, targetAverageValue: value, name } = (metric["resource"] ?? {}) as Raw;
  if (metric["resource"] === undefined) return metric;
  const target = share === undefined ? { type: "AverageValue", averageValue: value } : { type: "Utilization", averageUtilization: share };
  return { type: "Resource", resource: { name, target } };
};

const withoutAnnotations = (metadata: KubeObject["metadata"]): KubeObject["metadata"] => {
  if (metadata.annotations === undefined) return metadata;
  const { annotations: given, ...rest } = metadata;
  const annotations = Object.fromEntries(
    Object.entries(given).filter(([name]) => ![METRICS, CURRENT, CONDITIONS, BEHAVIOR].includes(name)),
  );
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
};
