import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "#kube/types/workloads.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";
import { conditions, flag, gauges, labelsOf } from "./kube-family-rows.ts";
import { secondsOf } from "./kube-pod-families.ts";

const deployments: readonly ObjectFamily<Deployment>[] = [
  ...gauges<Deployment>("deployments.apps", "deployment", [
    ["kube_deployment_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
    ["kube_deployment_spec_replicas", "Number of desired pods for a deployment.", ({ spec }) => spec.replicas ?? 1],
    [
      "kube_deployment_spec_paused",
      "Whether the deployment is paused and will not be processed by the deployment controller.",
      ({ spec }) => flag(spec.paused),
    ],
    ["kube_deployment_status_replicas", "The number of replicas per deployment.", ({ status }) => status?.replicas ?? 0],
    ["kube_deployment_status_replicas_ready", "The number of ready replicas per deployment.", ({ status }) => status?.readyReplicas ?? 0],
    [
      "kube_deployment_status_replicas_available",
      "The number of available replicas per deployment.",
      ({ status }) => status?.availableReplicas ?? 0,
    ],
    [
      "kube_deployment_status_replicas_unavailable",
      "The number of unavailable replicas per deployment.",
      ({ status }) => status?.unavailableReplicas ?? 0,
    ],
    [
      "kube_deployment_status_replicas_updated",
      "The number of updated replicas per deployment.",
      ({ status }) => status?.updatedReplicas ?? 0,
    ],
    [
      "kube_deployment_status_observed_generation",
      "The generation observed by the deployment controller.",
      ({ status }) => status?.observedGeneration ?? 0,
    ],
    [
      "kube_deployment_metadata_generation",
      "Sequence number representing a specific generation of the desired state.",
      ({ metadata }) => metadata.generation ?? 0,
    ],
  ]),
  conditions<Deployment>("kube_deployment_status_condition", "deployments.apps", "deployment", ({ status }) => status?.conditions),
];

const replicaSets = gauges<ReplicaSet>("replicasets.apps", "replicaset", [
  ["kube_replicaset_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
  ["kube_replicaset_spec_replicas", "Number of desired pods for a ReplicaSet.", ({ spec }) => spec.replicas ?? 1],
  ["kube_replicaset_status_replicas", "The number of replicas per ReplicaSet.", ({ status }) => status?.replicas ?? 0],
  ["kube_replicaset_status_ready_replicas", "The number of ready replicas per ReplicaSet.", ({ status }) => status?.readyReplicas ?? 0],
  [
    "kube_replicaset_status_observed_generation",
    "The generation observed by the ReplicaSet controller.",
    ({ status }) => status?.observedGeneration ?? 0,
  ],
  [
    "kube_replicaset_metadata_generation",
    "Sequence number representing a specific generation of the desired state.",
    ({ metadata }) => metadata.generation ?? 0,
  ],
]);

const replicaSetOwners: ObjectFamily<ReplicaSet> = {
  name: "kube_replicaset_owner",
  type: "gauge",
  help: "Information about the ReplicaSet's owner.",
  resource: "replicasets.apps",
  rows: (set) =>
    (set.metadata.ownerReferences ?? []).map(
      (owner): ObjectRow => [
        {
          ...labelsOf(set, "replicaset"),
          owner_kind: owner.kind,
          owner_name: owner.name,
          owner_is_controller: `${owner.controller ?? false}`,
        },
        1,
      ],
    ),
};

const statefulSets = gauges<StatefulSet>("statefulsets.apps", "statefulset", [
  ["kube_statefulset_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
  ["kube_statefulset_replicas", "Number of desired pods for a StatefulSet.", ({ spec }) => spec.replicas ?? 1],
  ["kube_statefulset_status_replicas", "The number of replicas per StatefulSet.", ({ status }) => status?.replicas ?? 0],
  ["kube_statefulset_status_replicas_ready", "The number of ready replicas per StatefulSet.", ({ status }) => status?.readyReplicas ?? 0],
  [
    "kube_statefulset_status_replicas_available",
    "The number of available replicas per StatefulSet.",
    ({ status }) => status?.availableReplicas ?? 0,
  ],
  [
    "kube_statefulset_status_replicas_current",
    "The number of current replicas per StatefulSet.",
    ({ status }) => status?.currentReplicas ?? 0,
  ],
  [
    "kube_statefulset_status_replicas_updated",
    "The number of updated replicas per StatefulSet.",
    ({ status }) => status?.updatedReplicas ?? 0,
  ],
  [
    "kube_statefulset_status_observed_generation",
    "The generation observed by the StatefulSet controller.",
    ({ status }) => status?.observedGeneration ?? 0,
  ],
  [
    "kube_statefulset_metadata_generation",
    "Sequence number representing a specific generation of the desired state for the StatefulSet.",
    ({ metadata }) => metadata.generation ?? 0,
  ],
]);

const daemonSets = gauges<DaemonSet>("daemonsets.apps", "daemonset", [
  ["kube_daemonset_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
  [
    "kube_daemonset_status_desired_number_scheduled",
    "The number of nodes that should be running the daemon pod.",
    ({ status }) => status?.desiredNumberScheduled ?? 0,
  ],
  [
    "kube_daemonset_status_current_number_scheduled",
    "The number of nodes running at least one daemon pod and are supposed to.",
    ({ status }) => status?.currentNumberScheduled ?? 0,
  ],
  [
    "kube_daemonset_status_number_ready",
    "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.",
    ({ status }) => status?.numberReady ?? 0,
  ],
  [
    "kube_daemonset_status_number_available",
    "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available",
    ({ status }) => status?.numberAvailable ?? 0,
  ],
  [
    "kube_daemonset_status_number_unavailable",
    "The number of nodes that should be running the daemon pod and have none of the daemon pod running and available",
    ({ status }) => status?.numberUnavailable ?? 0,
  ],
  [
    "kube_daemonset_status_number_misscheduled",
    "The number of nodes running a daemon pod but are not supposed to.",
    ({ status }) => status?.numberMisscheduled ?? 0,
  ],
  [
    "kube_daemonset_status_updated_number_scheduled",
    "The total number of nodes that are running updated daemon pod",
    ({ status }) => status?.updatedNumberScheduled ?? 0,
  ],
]);

/** Metrics of workloads that run without end. */
export const KUBE_WORKLOAD_FAMILIES: readonly ObjectFamily<never>[] = [
  ...deployments,
  ...replicaSets,
  replicaSetOwners,
  ...statefulSets,
  ...daemonSets,
] as unknown as readonly ObjectFamily<never>[];
