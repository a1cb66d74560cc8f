import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { ownerReferenceTo } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { orphansOf, ownedObjects } from "../../controller-runtime/owned-index.ts";
import type { World } from "../../kernel/world.ts";

/** The ReplicaSets of a Deployment, oldest first: owned ones that it still selects and orphans that it adopts; others are released. */
export const claimReplicaSets = (world: World, deployment: Deployment): readonly ReplicaSet[] => {
  const { selector } = deployment.spec;
  const owned = ownedObjects<ReplicaSet>(world, deployment.metadata.uid, "replicasets.apps");
  const claimed = owned.filter(
    (replicaSet) => matchesLabelSelector(selector, replicaSet.metadata.labels) || !release(world, replicaSet, deployment),
  );
  const adopted = deployment.metadata.deletionTimestamp === undefined ? adopt(world, deployment) : [];
  return [...claimed, ...adopted].sort(byAge);
};

/** Oldest first, then by name. */
export const byAge = (a: ReplicaSet, b: ReplicaSet): number => {
  const [left, right] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  if (left !== right) return left < right ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
};

const release = (world: World, replicaSet: ReplicaSet, { metadata }: Deployment): boolean => {
  if (replicaSet.metadata.deletionTimestamp !== undefined) return false;
  const ownerReferences = replicaSet.metadata.ownerReferences?.filter(({ uid }) => uid !== metadata.uid) ?? [];
  clientFor(world, "deployment-controller").update("replicasets.apps", {
    ...replicaSet,
    metadata: { ...replicaSet.metadata, ownerReferences },
  });
  return true;
};

const adopt = (world: World, deployment: Deployment): readonly ReplicaSet[] => {
  const client = clientFor(world, "deployment-controller");
  const adopted: ReplicaSet[] = [];
  for (const orphan of orphansOf<ReplicaSet>(world, "replicasets.apps", deployment.metadata.namespace as string)) {
    if (orphan.metadata.deletionTimestamp !== undefined || !matchesLabelSelector(deployment.spec.selector, orphan.metadata.labels))
      continue;
    const ownerReferences = [...(orphan.metadata.ownerReferences ?? []), ownerReferenceTo(deployment)];
    const result = client.update("replicasets.apps", { ...orphan, metadata: { ...orphan.metadata, ownerReferences } });
    if (result.ok) adopted.push(result.value);
  }
  return adopted;
};
