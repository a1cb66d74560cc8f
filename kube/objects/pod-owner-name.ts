/**
 * True for the name of a pod of this workload: a Deployment adds a hash and a suffix, a StatefulSet a number.
 *
 * A workload whose name begins with the other's, `geo-db` beside `geo`, has other pods.
 */
export const isPodNameOf = (pod: string, workload: string): boolean =>
  pod.startsWith(`${workload}-`) && OWN_PARTS.test(pod.slice(workload.length));

const OWN_PARTS = /^-(?:\d+|[a-z0-9]+-[a-z0-9]{5})$/;

/** True for the name of a ReplicaSet of this Deployment, which adds a hash. */
export const isReplicaSetNameOf = (replicaSet: string, deployment: string): boolean =>
  replicaSet.startsWith(`${deployment}-`) && /^-[a-z0-9]+$/.test(replicaSet.slice(deployment.length));
