import { keepFor } from "#core/keep-for.ts";
import type { Pod } from "#kube/types/pod.ts";

/** Name of the workload that a pod belongs to: its Deployment, StatefulSet, DaemonSet or Job, else the pod itself. */
export const componentOf = ({ metadata }: Pod): string => findComponent(metadata);

const findComponent = keepFor((metadata: Pod["metadata"]): string => {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return metadata.name;
  const hash = metadata.labels?.["pod-template-hash"];
  return owner.kind === "ReplicaSet" && hash !== undefined && owner.name.endsWith(`-${hash}`)
    ? owner.name.slice(0, -hash.length - 1)
    : owner.name;
});
