import type { LimitRange, Namespace, Node, PodDisruptionBudget, ResourceQuota } from "#kube/types/cluster.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";
import { createdRows, family, flag, labelsOf, phaseRows } from "./kube-family-rows.ts";
import { resourceLabels, resourceValue } from "./kube-pod-families.ts";

const amounts = (node: Node, list: Readonly<Record<string, string>> | undefined): readonly ObjectRow[] =>
  Object.entries(list ?? {}).map(
    ([resource, amount]): ObjectRow => [{ node: node.metadata.name, ...resourceLabels(resource) }, resourceValue(resource, amount)],
  );

const roleRows = (node: Node): readonly ObjectRow[] =>
  Object.keys(node.metadata.labels ?? {}).flatMap((label): ObjectRow[] =>
    label.startsWith("node-role.kubernetes.io/")
      ? [[{ node: node.metadata.name, role: label.slice("node-role.kubernetes.io/".length) }, 1]]
      : [],
  );

const nodeInfoRows = (node: Node): readonly ObjectRow[] => {
  const info = node.status?.nodeInfo ?? {};
  const address = node.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "";
  const labels = {
    node: node.metadata.name,
    kernel_version: info["kernelVersion"] ?? "",
    os_image: info["osImage"] ?? "",
    container_runtime_version: info["containerRuntimeVersion"] ?? "",
    kubelet_version: info["kubeletVersion"] ?? "",
    pod_cidr: node.spec.podCIDR ?? "",
    provider_id: node.spec.providerID ?? "",
    system_uuid: info["systemUUID"] ?? "",
    internal_ip: address,
  };
  return [[labels, 1]];
};

const nodes: readonly ObjectFamily<Node>[] = [
  family("nodes", "kube_node_info", "Information about a cluster node.", nodeInfoRows),
  family("nodes", "kube_node_created", "Unix creation timestamp", createdRows("node")),
  family("nodes", "kube_node_role", "The role of a cluster node.", roleRows),
  family("nodes", "kube_node_spec_unschedulable", "Whether a node can schedule new pods.", (node) => [
    [labelsOf(node, "node"), flag(node.spec.unschedulable === true)],
  ]),
  family("nodes", "kube_node_spec_taint", "The taint of a cluster node.", (node) =>
    (node.spec.taints ?? []).map(({ key, value, effect }): ObjectRow => [{ node: node.metadata.name, key, value: value ?? "", effect }, 1]),
  ),
  family("nodes", "kube_node_status_condition", "The condition of a cluster node.", (node) =>
    (node.status?.conditions ?? []).flatMap(({ type, status }) =>
      ["true", "false", "unknown"].map(
        (value): ObjectRow => [{ node: node.metadata.name, condition: type, status: value }, flag(status.toLowerCase() === value)],
      ),
    ),
  ),
  family("nodes", "kube_node_status_capacity", "The capacity for different resources of a node.", (node) =>
    amounts(node, node.status?.capacity),
  ),
  family(
    "nodes",
    "kube_node_status_allocatable",
    "The allocatable for different resources of a node that are available for scheduling.",
    (node) => amounts(node, node.status?.allocatable),
  ),
];

const quotaRows = (quota: ResourceQuota): readonly ObjectRow[] =>
  (["hard", "used"] as const).flatMap((type) =>
    Object.entries(quota.status?.[type] ?? {}).map(
      ([resource, amount]): ObjectRow => [
        { ...labelsOf(quota, "resourcequota"), resource, type },
        resource.endsWith("cpu") ? resourceValue("cpu", amount) : resourceValue(resource, amount),
      ],
    ),
  );

const LIMIT_CONSTRAINTS = ["min", "max", "default", "defaultRequest", "maxLimitRequestRatio"] as const;

const limitRows = (range: LimitRange): readonly ObjectRow[] =>
  (range.spec.limits ?? []).flatMap((limit) =>
    LIMIT_CONSTRAINTS.flatMap((constraint) =>
      Object.entries(limit[constraint] ?? {}).map(
        ([resource, amount]): ObjectRow => [
          { ...labelsOf(range, "limitrange"), resource, type: limit.type, constraint },
          resourceValue(resource, amount),
        ],
      ),
    ),
  );

const budget = (
  name: string,
  help: string,
  value: (status: NonNullable<PodDisruptionBudget["status"]>) => number,
): ObjectFamily<PodDisruptionBudget> =>
  family("poddisruptionbudgets.policy", name, help, (object) =>
    object.status === undefined ? [] : [[labelsOf(object, "poddisruptionbudget"), value(object.status)]],
  );

const policies: readonly ObjectFamily<never>[] = [
  family<ResourceQuota>("resourcequotas", "kube_resourcequota", "Information about resource quota.", quotaRows),
  family<LimitRange>("limitranges", "kube_limitrange", "Information about limit range.", limitRows),
  budget("kube_poddisruptionbudget_status_current_healthy", "Current number of healthy pods", (status) => status.currentHealthy),
  budget("kube_poddisruptionbudget_status_desired_healthy", "Minimum desired number of healthy pods", (status) => status.desiredHealthy),
  budget(
    "kube_poddisruptionbudget_status_pod_disruptions_allowed",
    "Number of pod disruptions that are currently allowed",
    (status) => status.disruptionsAllowed,
  ),
  budget(
    "kube_poddisruptionbudget_status_expected_pods",
    "Total number of pods counted by this disruption budget",
    (status) => status.expectedPods,
  ),
  family<Namespace>(
    "namespaces",
    "kube_namespace_status_phase",
    "kubernetes namespace status phase.",
    phaseRows("namespace", ["Active", "Terminating"]),
  ),
  family<Namespace>("namespaces", "kube_namespace_created", "Unix creation timestamp", createdRows("namespace")),
  family<Namespace>("namespaces", "kube_namespace_labels", "Kubernetes labels converted to Prometheus labels.", (namespace) => [
    [labelsOf(namespace, "namespace"), 1],
  ]),
] as unknown as readonly ObjectFamily<never>[];

/** Metrics of nodes, namespaces and policies. */
export const KUBE_CLUSTER_FAMILIES: readonly ObjectFamily<never>[] = [...(nodes as unknown as readonly ObjectFamily<never>[]), ...policies];
