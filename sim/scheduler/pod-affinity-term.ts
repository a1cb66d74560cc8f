import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { PodAffinityTerm } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** True when a term of `owner` means `other`. */
export const selectsOther = (
  world: World,
  { labelSelector, namespaces = [], namespaceSelector }: PodAffinityTerm,
  owner: Pod,
  other: Pod,
): boolean => {
  const namespace = other.metadata.namespace as string;
  const isNamed =
    namespaces.includes(namespace) ||
    (namespaces.length === 0 && namespaceSelector === undefined && namespace === owner.metadata.namespace);
  if (!isNamed && !isSelectedNamespace(world, namespaceSelector, namespace)) return false;
  return matchesLabelSelector(labelSelector, other.metadata.labels);
};

const isSelectedNamespace = (world: World, selector: PodAffinityTerm["namespaceSelector"], namespace: string): boolean =>
  selector !== undefined &&
  matchesLabelSelector(selector, getObject<Namespace>(world, "namespaces", undefined, namespace)?.metadata.labels);
