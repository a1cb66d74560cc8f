import type { Pod } from "#kube/types/pod.ts";

/** Name of the workload that a pod belongs to: its Deployment, StatefulSet, DaemonSet or Job, else the pod itself. */
export const componentOf = ({ metadata }: Pod): string => {
  let name = components.get(metadata);
  if (name === undefined) {
    name = findComponent(metadata);
    components.set(metadata, name);
  }
  return name;
};

/** Metadata are values. */
const components = new WeakMap<Pod["metadata"], string>();

const findComponent = (metadata: Pod["metadata"]): string => {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return metadata.name;
  const hash = metadata.labels?.["pod-template-hash"];
  return owner.kind === "ReplicaSet" && hash !== undefined && owner.name.endsWith(`-${hash}`)
    ? owner.name.slice(0, -hash.length - 1)
    : owner.name;
};
