import type { KubeObject } from "#kube/types/meta.ts";

/** Identity and place of a probe pod. */
export interface ProbePodOptions {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Node name; missing: the scheduler decides. */
  readonly node?: string | undefined;
  readonly image: string;
  /** An object of the namespace to name as the pod's controller. */
  readonly anchor: KubeObject;
}

/**
 * Builds the manifest of a pod that only makes calls.
 *
 * It may carry the labels of a workload, so it must not be taken for one of its pods: it has a controller already (or a
 * ReplicaSet would adopt it) and a readiness gate that nobody fulfils (or Services would send it traffic).
 */
export const createProbePod = ({
  name,
  namespace,
  labels,
  node,
  image,
  anchor,
}: ProbePodOptions): KubeObject & { readonly spec: unknown } => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    ownerReferences: [
      { apiVersion: "v1", kind: "ConfigMap", name: anchor.metadata.name, uid: anchor.metadata.uid ?? "", controller: true },
    ],
  },
  spec: {
    containers: [{ name: "debug", image, command: ["sh", "-c", IDLE], resources: { requests: { cpu: "1m", memory: "4Mi" } } }],
    readinessGates: [{ conditionType: "debug.io/attached" }],
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 0,
    activeDeadlineSeconds: LIFETIME_SECONDS,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    tolerations: [{ operator: "Exists" }],
    ...(node === undefined ? {} : { nodeName: node }),
  },
});

const LIFETIME_SECONDS = 3600;

/**
 * Command of an idle pod: busybox's `timeout` leaves its watchdog to process 1 each time; a shell that waits reaps
 * them, where `sleep` would collect zombies.
 */
const IDLE = `sleep ${LIFETIME_SECONDS} & wait`;
