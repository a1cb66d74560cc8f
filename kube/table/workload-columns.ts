import { parseTimestamp } from "#core/timestamp.ts";
import { formatLabelSelector } from "../objects/label-selector.ts";
import type { Condition, KubeObject, LabelSelector } from "../types/meta.ts";
import type { PodTemplateSpec } from "../types/pod.ts";
import type { CronJob, DaemonSet, Deployment, HorizontalPodAutoscaler, Job, ReplicaSet, StatefulSet } from "../types/workloads.ts";
import { ageColumn, boolean, type Column, integer, labelsText, nameColumn, text, wide } from "./column.ts";
import { ageSince, humanDuration } from "./human-duration.ts";

interface Templated extends KubeObject {
  readonly spec: { readonly template?: PodTemplateSpec };
}

const containers = (object: Templated) => object.spec.template?.spec.containers ?? [];
const containersColumn: Column<Templated> = wide("Containers", (object) =>
  containers(object)
    .map(({ name }) => name)
    .join(","),
);
const imagesColumn: Column<Templated> = wide("Images", (object) =>
  containers(object)
    .map(({ image }) => image ?? "")
    .join(","),
);

interface Selecting extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector };
}

const selectorText = (selector: LabelSelector | undefined): string =>
  selector === undefined ? "<none>" : formatLabelSelector(selector) || "<none>";
const selectorColumn: Column<Selecting> = wide("Selector", ({ spec }) => selectorText(spec.selector));

/** Columns of Deployments. */
export const deploymentColumns: readonly Column<Deployment>[] = [
  nameColumn,
  text("Ready", ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`),
  text("Up-to-date", ({ status }) => status?.updatedReplicas ?? 0),
  text("Available", ({ status }) => status?.availableReplicas ?? 0),
  ageColumn,
  containersColumn,
  imagesColumn,
  selectorColumn,
];

/** Columns of ReplicaSets. */
export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
  nameColumn,
  integer("Desired", ({ spec }) => spec.replicas ?? 1),
  integer("Current", ({ status }) => status?.replicas ?? 0),
  integer("Ready", ({ status }) => status?.readyReplicas ?? 0),
  ageColumn,
  containersColumn as Column<ReplicaSet>,
  imagesColumn as Column<ReplicaSet>,
  selectorColumn,
];

/** Columns of ReplicationControllers, whose selector is a map. */
export const replicationControllerColumns: readonly Column<ReplicaSet>[] = [
  ...replicaSetColumns.slice(0, -1),
  wide("Selector", ({ spec }) => labelsText(spec.selector as unknown as Readonly<Record<string, string>>)),
];

interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/** Columns of the subresource `scale` of any kind. */
export const scaleColumns: readonly Column<Scale>[] = [
  { ...nameColumn, isName: false },
  integer("Desired", ({ spec }) => spec?.replicas ?? 0),
  integer("Available", ({ status }) => status?.replicas ?? 0),
  ageColumn,
];

/** Columns of StatefulSets. */
export const statefulSetColumns: readonly Column<StatefulSet>[] = [
  nameColumn,
  text("Ready", ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`),
  ageColumn,
  containersColumn,
  imagesColumn,
];

/** Columns of DaemonSets. */
export const daemonSetColumns: readonly Column<DaemonSet>[] = [
  nameColumn,
  integer("Desired", ({ status }) => status?.desiredNumberScheduled ?? 0),
  integer("Current", ({ status }) => status?.currentNumberScheduled ?? 0),
  integer("Ready", ({ status }) => status?.numberReady ?? 0),
  integer("Up-to-date", ({ status }) => status?.updatedNumberScheduled ?? 0),
  integer("Available", ({ status }) => status?.numberAvailable ?? 0),
  text("Node Selector", ({ spec }) => labelsText(spec.template.spec.nodeSelector)),
  ageColumn,
  containersColumn,
  imagesColumn,
  selectorColumn,
];

const JOB_STATES = [
  ["Complete", "Complete"],
  ["Failed", "Failed"],
  ["", "Terminating"],
  ["Suspended", "Suspended"],
  ["FailureTarget", "FailureTarget"],
  ["SuccessCriteriaMet", "SuccessCriteriaMet"],
] as const;

const holds = (conditions: readonly Condition[] | undefined, wanted: string): boolean =>
  conditions?.some(({ type, status }) => type === wanted && status === "True") ?? false;

const jobStatus = ({ metadata, status }: Job): string => {
  const state = JOB_STATES.find(([condition]) =>
    condition === "" ? metadata.deletionTimestamp !== undefined : holds(status?.conditions, condition),
  );
  return state?.[1] ?? "Running";
};

const completions = ({ spec, status }: Job): string => {
  const done = status?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${done}/${spec.completions}`;
  return (spec.parallelism ?? 0) > 1 ? `${done}/1 of ${spec.parallelism}` : `${done}/1`;
};

const jobDuration = ({ status }: Job, nowMs: number): string => {
  if (status?.startTime === undefined) return "";
  const end = status.completionTime === undefined ? nowMs : (parseTimestamp(status.completionTime) ?? nowMs);
  return humanDuration(end - (parseTimestamp(status.startTime) ?? nowMs));
};

/** Columns of Jobs. */
export const jobColumns: readonly Column<Job>[] = [
  nameColumn,
  text("Status", jobStatus),
  text("Completions", completions),
  text("Duration", jobDuration),
  ageColumn,
  containersColumn,
  imagesColumn,
  selectorColumn as Column<Job>,
];

const cronContainers = ({ spec }: CronJob) => spec.jobTemplate.spec.template.spec.containers;

/** Columns of CronJobs. */
export const cronJobColumns: readonly Column<CronJob>[] = [
  nameColumn,
  text("Schedule", ({ spec }) => spec.schedule),
  text("Timezone", ({ spec }) => spec.timeZone ?? "<none>"),
  boolean("Suspend", ({ spec }) => (spec.suspend === undefined ? "<unset>" : spec.suspend ? "True" : "False")),
  integer("Active", ({ status }) => status?.active?.length ?? 0),
  text("Last Schedule", ({ status }, nowMs) => (status?.lastScheduleTime ? ageSince(status.lastScheduleTime, nowMs) : "<none>")),
  ageColumn,
  wide("Containers", (cron) =>
    cronContainers(cron)
      .map(({ name }) => name)
      .join(","),
  ),
  wide("Images", (cron) =>
    cronContainers(cron)
      .map(({ image }) => image ?? "")
      .join(","),
  ),
  wide("Selector", ({ spec }) => selectorText(spec.jobTemplate.spec.selector)),
];

interface MetricValue {
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

interface MetricSource {
  readonly name?: string;
  readonly target?: MetricValue;
  readonly current?: MetricValue;
}

type Metric = Readonly<Record<"resource" | "containerResource" | "pods" | "object" | "external", MetricSource | undefined>>;

const METRICS_SHOWN = 2;

const targetsText = ({ spec, status }: HorizontalPodAutoscaler): string => {
  const current = (status?.currentMetrics ?? []) as readonly Metric[];
  const all = ((spec.metrics ?? []) as readonly Metric[]).map((metric, index) => metricText(metric, current[index]));
  if (all.length === 0) return "<none>";
  return all.length > METRICS_SHOWN ? `${all.slice(0, METRICS_SHOWN).join(", ")} + ${all.length - METRICS_SHOWN} more...` : all.join(", ");
};

const metricText = (metric: Metric, now: Metric | undefined): string => {
  for (const kind of ["resource", "containerResource"] as const) {
    const source = metric[kind];
    if (source === undefined) continue;
    const current = now?.[kind]?.current;
    if (source.target?.averageValue !== undefined)
      return `${source.name}: ${current?.averageValue ?? "<unknown>"}/${source.target.averageValue}`;
    const target = source.target?.averageUtilization;
    return `${source.name}: ${current?.averageUtilization === undefined ? "<unknown>" : `${current.averageUtilization}%`}/${target === undefined ? "<auto>" : `${target}%`}`;
  }
  if (metric.pods) return `${now?.pods?.current?.averageValue ?? "<unknown>"}/${metric.pods.target?.averageValue ?? ""}`;
  const kind = metric.object ? "object" : "external";
  const target = metric[kind]?.target;
  if (target === undefined) return "<unknown type>";
  const current = now?.[kind]?.current;
  return target.averageValue === undefined
    ? `${current?.value ?? "<unknown>"}/${target.value ?? ""}`
    : `${current?.averageValue ?? "<unknown>"}/${target.averageValue} (avg)`;
};

/** Columns of HorizontalPodAutoscalers. */
export const autoscalerColumns: readonly Column<HorizontalPodAutoscaler>[] = [
  nameColumn,
  text("Reference", ({ spec }) => `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`),
  text("Targets", targetsText),
  text("MinPods", ({ spec }) => (spec.minReplicas === undefined ? "<unset>" : String(spec.minReplicas))),
  text("MaxPods", ({ spec }) => spec.maxReplicas),
  text("Replicas", ({ status }) => status?.currentReplicas ?? 0),
  ageColumn,
];

interface ControllerRevision extends KubeObject {
  readonly revision: number;
}

/** Columns of ControllerRevisions. */
export const controllerRevisionColumns: readonly Column<ControllerRevision>[] = [
  nameColumn,
  text("Controller", ({ metadata }) => {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner === undefined) return "<none>";
    const group = owner.apiVersion.includes("/") ? `.${owner.apiVersion.split("/")[0]}` : "";
    return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
  }),
  text("Revision", ({ revision }) => revision),
  ageColumn,
];
