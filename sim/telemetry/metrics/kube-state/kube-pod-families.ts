import { parseTimestamp } from "#core/timestamp.ts";
import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Container, ContainerStatus, Pod } from "#kube/types/pod.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";

const podFamily = (
  name: string,
  help: string,
  rows: (pod: Pod) => readonly ObjectRow[],
  type: ObjectFamily["type"] = "gauge",
): ObjectFamily<Pod> => ({
  name,
  type,
  help,
  resource: "pods",
  rows,
});

const about = ({ metadata }: Pod) => ({ namespace: metadata.namespace ?? "", pod: metadata.name, uid: metadata.uid ?? "" });

const flag = (holds: boolean): number => (holds ? 1 : 0);

/** Seconds since the Unix epoch. */
export const secondsOf = (text: string | undefined | null): number | undefined => {
  const ms = text == null ? undefined : parseTimestamp(text);
  return ms === undefined ? undefined : ms / 1000;
};

const timeRow = (pod: Pod, text: string | undefined): readonly ObjectRow[] => {
  const seconds = secondsOf(text);
  return seconds === undefined ? [] : [[about(pod), seconds]];
};

const PHASES = ["Pending", "Succeeded", "Failed", "Unknown", "Running"] as const;
const REASONS = ["Evicted", "NodeAffinity", "NodeLost", "Shutdown", "UnexpectedAdmissionError"] as const;

const conditionRows =
  (type: string) =>
  (pod: Pod): readonly ObjectRow[] => {
    const condition = pod.status?.conditions?.find((one) => one.type === type);
    if (condition === undefined) return [];
    return ["true", "false", "unknown"].map(
      (value): ObjectRow => [{ ...about(pod), condition: value }, flag(condition.status.toLowerCase() === value)],
    );
  };

const ownerRows = (pod: Pod): readonly ObjectRow[] => {
  const owners = pod.metadata.ownerReferences ?? [];
  if (owners.length === 0) return [[{ ...about(pod), owner_kind: "", owner_name: "", owner_is_controller: "" }, 1]];
  return owners.map(
    (owner): ObjectRow => [
      { ...about(pod), owner_kind: owner.kind, owner_name: owner.name, owner_is_controller: `${owner.controller ?? false}` },
      1,
    ],
  );
};

const infoRows = (pod: Pod): readonly ObjectRow[] => {
  const owner = pod.metadata.ownerReferences?.find((one) => one.controller);
  const labels = {
    ...about(pod),
    host_ip: pod.status?.hostIP ?? "",
    pod_ip: pod.status?.podIP ?? "",
    node: pod.spec.nodeName ?? "",
    created_by_kind: owner?.kind ?? "",
    created_by_name: owner?.name ?? "",
    priority_class: pod.spec.priorityClassName ?? "",
    host_network: `${pod.spec.hostNetwork ?? false}`,
  };
  return [[labels, 1]];
};

type Statuses = (pod: Pod) => readonly ContainerStatus[];
const mainStatuses: Statuses = (pod) => pod.status?.containerStatuses ?? [];
const initStatuses: Statuses = (pod) => pod.status?.initContainerStatuses ?? [];

const perContainer =
  (statuses: Statuses, value: (status: ContainerStatus) => number | undefined) =>
  (pod: Pod): readonly ObjectRow[] =>
    statuses(pod).flatMap((status): ObjectRow[] => {
      const sample = value(status);
      return sample === undefined ? [] : [[{ ...about(pod), container: status.name }, sample]];
    });

const perReason =
  (statuses: Statuses, reason: (status: ContainerStatus) => string | undefined) =>
  (pod: Pod): readonly ObjectRow[] =>
    statuses(pod).flatMap((status): ObjectRow[] => {
      const text = reason(status);
      return text === undefined ? [] : [[{ ...about(pod), container: status.name, reason: text }, 1]];
    });

const containerFamilies = (prefix: string, statuses: Statuses): readonly ObjectFamily<Pod>[] => [
  podFamily(`${prefix}_info`, "Information about a container in a pod.", (pod) =>
    statuses(pod).map(({ name, image, imageID, containerID }): ObjectRow => {
      const spec = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find((container) => container.name === name);
      return [
        { ...about(pod), container: name, image, image_spec: spec?.image ?? "", image_id: imageID, container_id: containerID ?? "" },
        1,
      ];
    }),
  ),
  podFamily(
    `${prefix}_status_waiting`,
    "Describes whether the container is currently in waiting state.",
    perContainer(statuses, ({ state }) => flag(state?.waiting !== undefined)),
  ),
  podFamily(
    `${prefix}_status_waiting_reason`,
    "Describes the reason the container is currently in waiting state.",
    perReason(statuses, ({ state }) => state?.waiting?.reason),
  ),
  podFamily(
    `${prefix}_status_running`,
    "Describes whether the container is currently in running state.",
    perContainer(statuses, ({ state }) => flag(state?.running !== undefined)),
  ),
  podFamily(
    `${prefix}_status_terminated`,
    "Describes whether the container is currently in terminated state.",
    perContainer(statuses, ({ state }) => flag(state?.terminated !== undefined)),
  ),
  podFamily(
    `${prefix}_status_terminated_reason`,
    "Describes the reason the container is currently in terminated state.",
    perReason(statuses, ({ state }) => state?.terminated?.reason),
  ),
  podFamily(
    `${prefix}_status_last_terminated_reason`,
    "Describes the last reason the container was in terminated state.",
    perReason(statuses, ({ lastState }) => lastState?.terminated?.reason),
  ),
  podFamily(
    `${prefix}_status_last_terminated_exitcode`,
    "Describes the exit code for the last container in terminated state.",
    perContainer(statuses, ({ lastState }) => lastState?.terminated?.exitCode),
  ),
  podFamily(
    `${prefix}_status_last_terminated_timestamp`,
    "Last terminated time for a pod container in unix timestamp.",
    perContainer(statuses, ({ lastState }) => secondsOf(lastState?.terminated?.finishedAt)),
  ),
  podFamily(
    `${prefix}_status_ready`,
    "Describes whether the containers readiness check succeeded.",
    perContainer(statuses, ({ ready }) => flag(ready)),
  ),
  podFamily(
    `${prefix}_status_restarts_total`,
    "The number of container restarts per container.",
    perContainer(statuses, ({ restartCount }) => restartCount),
    "counter",
  ),
  podFamily(
    `${prefix}_state_started`,
    "Start time in unix timestamp for a pod container.",
    perContainer(statuses, ({ state }) => secondsOf(state?.running?.startedAt ?? state?.terminated?.startedAt)),
  ),
];

const resourceRows =
  (pick: (container: Container) => Readonly<Record<string, string>> | undefined) =>
  (pod: Pod): readonly ObjectRow[] =>
    pod.spec.containers.flatMap((container) =>
      Object.entries(pick(container) ?? {}).map(([resource, amount]): ObjectRow => {
        const labels = { ...about(pod), container: container.name, node: pod.spec.nodeName ?? "" };
        return [{ ...labels, ...resourceLabels(resource) }, resourceValue(resource, amount)];
      }),
    );

/** `resource` and `unit` as kube-state-metrics writes them. */
export const resourceLabels = (resource: string): { readonly resource: string; readonly unit: string } => ({
  resource: resource.replace(/[^a-zA-Z0-9_]/g, "_"),
  unit: resource === "cpu" ? "core" : resource === "pods" || resource.startsWith("count") ? "integer" : "byte",
});

/** Cores for cpu, whole units for all else. */
export const resourceValue = (resource: string, amount: string): number =>
  resource === "cpu" ? milliValue(amount) / 1000 : unitValue(amount);

const completedAt = (pod: Pod): string | undefined => {
  const ends = mainStatuses(pod).map(({ state }) => state?.terminated?.finishedAt);
  return ends.length > 0 && ends.every((end) => end !== undefined) ? ends.sort().at(-1) : undefined;
};

/** Tells whether the scheduler found no node for a pod. */
export const isUnschedulable = (pod: Pod): boolean =>
  pod.status?.conditions?.some(({ type, status, reason }) => type === "PodScheduled" && status === "False" && reason === "Unschedulable") ??
  false;

/** Metrics of pods and their containers. */
export const KUBE_POD_FAMILIES: readonly ObjectFamily<Pod>[] = [
  podFamily("kube_pod_info", "Information about pod.", infoRows),
  podFamily("kube_pod_status_phase", "The pods current phase.", (pod) =>
    PHASES.map((phase): ObjectRow => [{ ...about(pod), phase }, flag((pod.status?.phase ?? "Pending") === phase)]),
  ),
  podFamily("kube_pod_status_ready", "Describes whether the pod is ready to serve requests.", conditionRows("Ready")),
  podFamily("kube_pod_status_scheduled", "Describes the status of the scheduling process for the pod.", conditionRows("PodScheduled")),
  podFamily("kube_pod_status_reason", "The pod status reasons", (pod) =>
    REASONS.map((reason): ObjectRow => [{ ...about(pod), reason }, flag(pod.status?.reason === reason)]),
  ),
  podFamily("kube_pod_status_unschedulable", "Describes the unschedulable status for the pod.", (pod) =>
    isUnschedulable(pod) ? [[about(pod), 1]] : [],
  ),
  podFamily("kube_pod_owner", "Information about the Pod's owner.", ownerRows),
  podFamily("kube_pod_created", "Unix creation timestamp", (pod) => timeRow(pod, pod.metadata.creationTimestamp)),
  podFamily("kube_pod_start_time", "Start time in unix timestamp for a pod.", (pod) => timeRow(pod, pod.status?.startTime)),
  podFamily("kube_pod_completion_time", "Completion time in unix timestamp for a pod.", (pod) => timeRow(pod, completedAt(pod))),
  podFamily("kube_pod_deletion_timestamp", "Unix deletion timestamp", (pod) => timeRow(pod, pod.metadata.deletionTimestamp)),
  podFamily("kube_pod_restart_policy", "Describes the restart policy in use by this pod.", (pod) => [
    [{ ...about(pod), type: pod.spec.restartPolicy ?? "Always" }, 1],
  ]),
  podFamily("kube_pod_labels", "Kubernetes labels converted to Prometheus labels.", (pod) => [[about(pod), 1]]),
  ...containerFamilies("kube_pod_container", mainStatuses),
  ...containerFamilies("kube_pod_init_container", initStatuses),
  podFamily(
    "kube_pod_container_resource_requests",
    "The number of requested request resource by a container.",
    resourceRows(({ resources }) => resources?.requests),
  ),
  podFamily(
    "kube_pod_container_resource_limits",
    "The number of requested limit resource by a container.",
    resourceRows(({ resources }) => resources?.limits),
  ),
  podFamily("kube_pod_spec_volumes_persistentvolumeclaims_info", "Information about persistentvolumeclaim volumes in a pod.", (pod) =>
    (pod.spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim }): ObjectRow[] =>
      persistentVolumeClaim === undefined
        ? []
        : [[{ ...about(pod), volume: name, persistentvolumeclaim: persistentVolumeClaim.claimName }, 1]],
    ),
  ),
];
