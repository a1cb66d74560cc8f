import type { KubeObject } from "#kube/types/meta.ts";

/** The pod to make: who it looks like, and where it runs. */
export interface ProbePodOptions {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Missing: the scheduler decides. */
  readonly node?: string | undefined;
  readonly image: string;
  /** An object of the namespace that stands for the pod's controller. */
  readonly anchor: KubeObject;
}

/**
 * Builds the manifest of a pod that calls others and does nothing else.
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

/** busybox's `timeout` leaves its watchdog to process 1 each time; a shell that waits takes them away, where `sleep` would collect zombies. */
const IDLE = `sleep ${LIFETIME_SECONDS} & wait`;
