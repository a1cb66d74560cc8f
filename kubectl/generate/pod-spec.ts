import type { LabelSelector } from "#kube/types/meta.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";
import type { Manifest } from "../session/session.ts";

/** Path of the pod spec in a kind; undefined for kinds without one. */
const podSpecPath = (kind: string): readonly string[] | undefined => {
  if (kind === "Pod") return ["spec"];
  if (kind === "CronJob") return ["spec", "jobTemplate", "spec", "template", "spec"];
  return WITH_TEMPLATE.has(kind) ? ["spec", "template", "spec"] : undefined;
};

const WITH_TEMPLATE = new Set(["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController"]);

type Fields = Readonly<Record<string, unknown>>;

/** Returns the pod spec of an object; undefined when its kind has none. */
export const podSpecOf = (object: Manifest): PodSpec | undefined => {
  const path = podSpecPath(object.kind);
  if (path === undefined) return undefined;
  return path.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], object) as PodSpec | undefined;
};

/** Copies an object with another pod spec. */
export const withPodSpec = (object: Manifest, spec: PodSpec): Manifest => setIn(object, podSpecPath(object.kind) ?? [], spec) as Manifest;

const setIn = (value: unknown, path: readonly string[], leaf: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return leaf;
  return { ...(value as Fields), [key]: setIn((value as Fields | undefined)?.[key], rest, leaf) };
};

/** Maps the containers of a pod spec, including init containers. */
export const mapContainers = (spec: PodSpec, change: (container: Container) => Container): PodSpec => ({
  ...spec,
  containers: spec.containers.map(change),
  ...(spec.initContainers && { initContainers: spec.initContainers.map(change) }),
});

/** Selector for the pods of a workload or Service; undefined when the kind selects none. */
export const podSelectorOf = (object: Manifest): LabelSelector | undefined => {
  const selector = (object["spec"] as { selector?: unknown } | undefined)?.selector;
  if (selector === undefined || selector === null) return undefined;
  if (object.kind === "Service" || object.kind === "ReplicationController")
    return { matchLabels: selector as Readonly<Record<string, string>> };
  return WITH_TEMPLATE.has(object.kind) ? (selector as LabelSelector) : undefined;
};
