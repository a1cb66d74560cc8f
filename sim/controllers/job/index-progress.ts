import type { Container, Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { type PodExtras, podFromTemplate } from "../../controller-runtime/pod-from-template.ts";
import { isPodActive } from "../../controller-runtime/pod-state.ts";
import { judgeFailure } from "./failure-policy.ts";
import { FAILURES_ANNOTATION, INDEX_LABEL, indexOf, parseIndexes } from "./indexes.ts";

/** Progress of an indexed Job. */
export interface IndexProgress {
  readonly completed: ReadonlySet<number>;
  /** Numbers that failed for good; undefined where the Job counts failures as a whole. */
  readonly failed: ReadonlySet<number> | undefined;
}

/** The progress of an indexed Job; undefined for other Jobs. */
export const progressOf = (job: Job, pods: readonly Pod[]): IndexProgress | undefined => {
  const { completionMode, completions = 0, backoffLimitPerIndex } = job.spec;
  if (completionMode !== "Indexed") return undefined;
  const within = (pod: Pod): readonly number[] => {
    const index = indexOf(pod);
    return index === undefined || index >= completions ? [] : [index];
  };
  const ended = (phase: string): readonly Pod[] => pods.filter(({ status }) => status?.phase === phase);
  const completed = new Set([...parseIndexes(job.status?.completedIndexes), ...ended("Succeeded").flatMap(within)]);
  if (backoffLimitPerIndex === undefined) return { completed, failed: undefined };
  const isLost = (pod: Pod): boolean => judgeFailure(job, pod).action === "FailIndex" || failuresOf(job, pod) > backoffLimitPerIndex;
  const failed = new Set([...parseIndexes(job.status?.failedIndexes), ...ended("Failed").filter(isLost).flatMap(within)]);
  for (const index of completed) failed.delete(index);
  return { completed, failed };
};

/** Indexes without a pod that are neither completed nor failed, lowest first. */
export const pendingIndexes = ({ spec }: Job, pods: readonly Pod[], { completed, failed }: IndexProgress): readonly number[] => {
  const isTaken = (pod: Pod): boolean =>
    isPodActive(pod) || (spec.podReplacementPolicy === "Failed" && pod.metadata.deletionTimestamp !== undefined);
  const taken = new Set(pods.filter(isTaken).map(indexOf));
  const all = Array.from({ length: spec.completions ?? 0 }, (_none, i) => i);
  return all.filter((index) => !taken.has(index) && !completed.has(index) && failed?.has(index) !== true);
};

/** The pod for a number: it knows its number by its name, a label, an annotation and its environment. */
export const indexedPod = (job: Job, pods: readonly Pod[], index: number, extras: PodExtras): Pod => {
  const failures = job.spec.backoffLimitPerIndex === undefined ? {} : { [FAILURES_ANNOTATION]: `${failuresBefore(job, pods, index)}` };
  const pod = podFromTemplate(job, job.spec.template, {
    ...extras,
    labels: { [INDEX_LABEL]: `${index}` },
    annotations: { [INDEX_LABEL]: `${index}`, ...failures },
  });
  const { spec } = pod;
  return {
    ...pod,
    metadata: { ...pod.metadata, generateName: `${job.metadata.name}-${index}-` },
    spec: {
      ...spec,
      hostname: `${job.metadata.name}-${index}`,
      containers: spec.containers.map(withIndex),
      ...(spec.initContainers !== undefined && { initContainers: spec.initContainers.map(withIndex) }),
    },
  };
};

/** Number of failures of an index, this pod included; failures that the policy ignores do not count. */
const failuresOf = (job: Job, pod: Pod): number =>
  Number(pod.metadata.annotations?.[FAILURES_ANNOTATION] ?? 0) + (judgeFailure(job, pod).action === "Ignore" ? 0 : 1);

const failuresBefore = (job: Job, pods: readonly Pod[], index: number): number =>
  Math.max(0, ...pods.filter((pod) => pod.status?.phase === "Failed" && indexOf(pod) === index).map((pod) => failuresOf(job, pod)));

const INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

const withIndex = (container: Container): Container => {
  if (container.env?.some(({ name }) => name === INDEX_VARIABLE) === true) return container;
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${INDEX_LABEL}']` } };
  return { ...container, env: [...(container.env ?? []), { name: INDEX_VARIABLE, valueFrom }] };
};
