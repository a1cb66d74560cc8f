import { formatLabelSelector } from "#kube/objects/label-selector.ts";
import { storageClassName } from "#kube/objects/storage-class-name.ts";
import { labelsText } from "#kube/table/column.ts";
import { humanDuration } from "#kube/table/human-duration.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { CronJob, DaemonSet, Deployment, Job, ReplicaSet, StatefulSet } from "#kube/types/workloads.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { isControlledBy, isSameTemplate, replicaSetsOf } from "../rollout/rollout-history.ts";
import { StatusFailure } from "../session/errors.ts";
import { PODS } from "../session/pods-of.ts";
import type { Session } from "../session/session.ts";
import { controllerText, type DescribeContext, describeEvents } from "./describer.ts";
import { describePodTemplate } from "./pod-template.ts";
import { selectorText } from "./selector-text.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a Deployment with its ReplicaSets. */
export const describeDeployment = async (context: DescribeContext): Promise<void> => {
  const { writer, session } = context;
  const deployment = context.object as unknown as Deployment;
  const { metadata, spec, status = {} } = deployment;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `CreationTimestamp:\t${rfc1123(metadata.creationTimestamp)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Selector:\t${formatLabelSelector(spec.selector)}`);
  writer.line(
    0,
    `Replicas:\t${spec.replicas ?? 1} desired | ${status.updatedReplicas ?? 0} updated | ${status.replicas ?? 0} total | ${status.availableReplicas ?? 0} available | ${status.unavailableReplicas ?? 0} unavailable`,
  );
  writer.line(0, `StrategyType:\t${spec.strategy?.type ?? ""}`);
  writer.line(0, `MinReadySeconds:\t${spec.minReadySeconds ?? 0}`);
  const rolling = spec.strategy?.rollingUpdate;
  if (rolling !== undefined)
    writer.line(0, `RollingUpdateStrategy:\t${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge`);
  describePodTemplate(writer, spec.template);
  writeConditions(writer, status.conditions);
  await writeReplicaSets(session, writer, deployment);
  await describeEvents(context);
};

const writeConditions = (
  writer: DescribeWriter,
  conditions: Deployment["status"] extends infer S ? (S extends { conditions?: infer C } ? C : never) | undefined : never,
): void => {
  if (conditions === undefined || conditions.length === 0) return;
  writer.raw("Conditions:\n  Type\tStatus\tReason\n  ----\t------\t------\n");
  for (const condition of conditions) writer.line(1, `${condition.type} \t${condition.status}\t${condition.reason ?? ""}`);
};

const writeReplicaSets = async (session: Session, writer: DescribeWriter, deployment: Deployment): Promise<void> => {
  // Who may not look for them is not told of them.
  const sets = await replicaSetsOf(session, deployment).catch((failure: unknown): readonly ReplicaSet[] => {
    if (failure instanceof StatusFailure) return [];
    throw failure;
  });
  if (sets.length === 0) return;
  const sorted = [...sets].sort(byAge);
  const current = sorted.find((set) => set.spec.template !== undefined && isSameTemplate(set.spec.template, deployment.spec.template));
  writer.line(0, `OldReplicaSets:\t${setsText(sorted.filter((set) => set !== current))}`);
  writer.line(0, `NewReplicaSet:\t${setsText(current === undefined ? [] : [current])}`);
};

/** Compares ReplicaSets by age; within one second, by name. */
const byAge = ({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number =>
  `${a.creationTimestamp ?? ""} ${a.name}` < `${b.creationTimestamp ?? ""} ${b.name}` ? -1 : 1;

const setsText = (sets: readonly ReplicaSet[]): string =>
  sets.length === 0
    ? "<none>"
    : sets.map((set) => `${set.metadata.name} (${set.status?.replicas ?? 0}/${set.spec.replicas ?? 1} replicas created)`).join(", ");

/** Counts a controller's pods by phase. */
const podsStatus = async ({ session, object }: DescribeContext, selector: string): Promise<string> => {
  const pods = await session.list<Pod>(PODS, object.metadata.namespace, { labelSelector: selector });
  const count = (phase: string): number =>
    pods.filter((pod) => isControlledBy(pod, object.metadata.uid) && pod.status?.phase === phase).length;
  return `${count("Running")} Running / ${count("Pending")} Waiting / ${count("Succeeded")} Succeeded / ${count("Failed")} Failed`;
};

/** Describes a ReplicaSet or ReplicationController. */
export const describeReplicaSet = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { metadata, spec, status } = object as unknown as ReplicaSet;
  const isController = object.kind === "ReplicationController";
  const selector = isController ? { matchLabels: spec.selector as unknown as Readonly<Record<string, string>> } : spec.selector;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${selectorText(selector)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  const owner = controllerText(object);
  if (owner !== undefined && !isController) writer.line(0, `Controlled By:\t${owner}`);
  writer.line(0, `Replicas:\t${status?.replicas ?? 0} current / ${spec.replicas ?? 1} desired`);
  writer.line(0, `Pods Status:\t${await podsStatus(context, formatLabelSelector(selector))}`);
  if (spec.template !== undefined) describePodTemplate(writer, spec.template);
  writeConditions(writer, status?.conditions);
  await describeEvents(context);
};

/** Describes a StatefulSet. */
export const describeStatefulSet = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as StatefulSet;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `CreationTimestamp:\t${rfc1123(metadata.creationTimestamp)}`);
  writer.line(0, `Selector:\t${formatLabelSelector(spec.selector)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Replicas:\t${spec.replicas ?? 1} desired | ${status?.replicas ?? 0} total`);
  writer.line(0, `Update Strategy:\t${spec.updateStrategy?.type ?? ""}`);
  const rolling = spec.updateStrategy?.rollingUpdate;
  if (rolling?.partition !== undefined) {
    writer.line(1, `Partition:\t${rolling.partition}`);
    if (rolling.maxUnavailable !== undefined) writer.line(1, `MaxUnavailable:\t${rolling.maxUnavailable}`);
  }
  writer.line(0, `Pods Status:\t${await podsStatus(context, formatLabelSelector(spec.selector))}`);
  describePodTemplate(writer, spec.template);
  describeClaims(writer, spec.volumeClaimTemplates ?? []);
  await describeEvents(context);
};

const describeClaims = (writer: DescribeWriter, claims: readonly PersistentVolumeClaim[]): void => {
  if (claims.length === 0) return writer.raw("Volume Claims:\t<none>\n");
  writer.line(0, "Volume Claims:");
  for (const claim of claims) {
    const { metadata, spec } = claim;
    writer.line(1, `Name:\t${metadata.name}`);
    writer.line(1, `StorageClass:\t${storageClassName(claim)}`);
    writer.labels("  Labels", metadata.labels, "  ");
    writer.labels("  Annotations", metadata.annotations, "  ");
    writer.line(1, `Capacity:\t${spec.resources?.requests?.["storage"] ?? "<default>"}`);
    writer.line(1, `Access Modes:\t[${(spec.accessModes ?? []).join(" ")}]`);
  }
};

/** Describes a DaemonSet. */
export const describeDaemonSet = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as DaemonSet;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${formatLabelSelector(spec.selector)}`);
  writer.line(0, `Node-Selector:\t${labelsText(spec.template.spec?.nodeSelector)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Desired Number of Nodes Scheduled: ${status?.desiredNumberScheduled ?? 0}`);
  writer.line(0, `Current Number of Nodes Scheduled: ${status?.currentNumberScheduled ?? 0}`);
  writer.line(0, `Number of Nodes Scheduled with Up-to-date Pods: ${status?.updatedNumberScheduled ?? 0}`);
  writer.line(0, `Number of Nodes Scheduled with Available Pods: ${status?.numberAvailable ?? 0}`);
  writer.line(0, `Number of Nodes Misscheduled: ${status?.numberMisscheduled ?? 0}`);
  writer.line(0, `Pods Status:\t${await podsStatus(context, formatLabelSelector(spec.selector))}`);
  describePodTemplate(writer, spec.template);
  await describeEvents(context);
};

/** Describes a Job. */
export const describeJob = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { metadata, spec, status = {} } = object as unknown as Job;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${formatLabelSelector(spec.selector)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  const owner = controllerText(object);
  if (owner !== undefined) writer.line(0, `Controlled By:\t${owner}`);
  for (const [label, value] of jobFields(spec, status)) if (value !== undefined) writer.line(0, `${label}:\t${value}`);
  const active = status.ready === undefined ? `${status.active ?? 0} Active` : `${status.active ?? 0} Active (${status.ready} Ready)`;
  writer.line(0, `Pods Statuses:\t${active} / ${status.succeeded ?? 0} Succeeded / ${status.failed ?? 0} Failed`);
  if (spec.completionMode === "Indexed")
    writer.line(0, `Completed Indexes:\t${indexesText((status as { completedIndexes?: string }).completedIndexes)}`);
  describePodTemplate(writer, spec.template);
  await describeEvents(context);
};

/** Renders indexes; a long list ends at the first comma after a number of characters. */
const indexesText = (indexes = ""): string => {
  const end = indexes.indexOf(",", INDEXES_SHOWN);
  return indexes === "" ? "<none>" : end === -1 ? indexes : `${indexes.slice(0, end + 1)}...`;
};

const INDEXES_SHOWN = 50;

const jobFields = (
  spec: Job["spec"],
  status: NonNullable<Job["status"]>,
): readonly (readonly [string, string | number | boolean | undefined])[] => {
  const { startTime, completionTime } = status;
  return [
    ["Parallelism", spec.parallelism],
    ["Completions", spec.completions ?? "<unset>"],
    ["Completion Mode", spec.completionMode],
    ["Suspend", spec.suspend],
    ["Backoff Limit", spec.backoffLimit],
    ["TTL Seconds After Finished", spec.ttlSecondsAfterFinished],
    ["Start Time", startTime && rfc1123(startTime)],
    ["Completed At", completionTime && rfc1123(completionTime)],
    ["Duration", startTime && completionTime ? humanDuration(Date.parse(completionTime) - Date.parse(startTime)) : undefined],
    ["Active Deadline Seconds", spec.activeDeadlineSeconds === undefined ? undefined : `${spec.activeDeadlineSeconds}s`],
  ];
};

/** Describes a CronJob. */
export const describeCronJob = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as CronJob;
  const job = spec.jobTemplate.spec;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Schedule:\t${spec.schedule}`);
  writer.line(0, `Concurrency Policy:\t${spec.concurrencyPolicy ?? ""}`);
  writer.line(0, `Suspend:\t${spec.suspend === undefined ? "<unset>" : spec.suspend ? "True" : "False"}`);
  writer.line(0, `Successful Job History Limit:\t${spec.successfulJobsHistoryLimit ?? "<unset>"}`);
  writer.line(0, `Failed Job History Limit:\t${spec.failedJobsHistoryLimit ?? "<unset>"}`);
  writer.line(
    0,
    `Starting Deadline Seconds:\t${spec.startingDeadlineSeconds === undefined ? "<unset>" : `${spec.startingDeadlineSeconds}s`}`,
  );
  writer.line(0, `Selector:\t${job.selector === undefined ? "<unset>" : formatLabelSelector(job.selector)}`);
  writer.line(0, `Parallelism:\t${job.parallelism ?? "<unset>"}`);
  writer.line(0, `Completions:\t${job.completions ?? "<unset>"}`);
  if (job.activeDeadlineSeconds !== undefined) writer.line(0, `Active Deadline Seconds:\t${job.activeDeadlineSeconds}s`);
  describePodTemplate(writer, job.template);
  writer.line(0, `Last Schedule Time:\t${status?.lastScheduleTime ? rfc1123(status.lastScheduleTime) : "<unset>"}`);
  const active = ((status?.active ?? []) as readonly { readonly name?: string }[]).map(({ name }) => name ?? "");
  writer.line(0, `Active Jobs:\t${active.length === 0 ? "<none>" : active.join(", ")}`);
  await describeEvents(context);
};
