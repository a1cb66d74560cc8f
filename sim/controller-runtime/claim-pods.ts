import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../kernel/world.ts";
import { ownerReferenceTo } from "./controller.ts";
import { clientFor } from "./identity.ts";
import { orphansOf, ownedObjects } from "./owned-index.ts";

/** Controller that claims pods, and its selector. */
export interface Claim {
  readonly controller: Parameters<typeof clientFor>[1];
  readonly selector: LabelSelector;
  /** A further condition on adopted pods: a StatefulSet takes those with its names alone. */
  readonly mayAdopt?: (pod: Pod) => boolean;
}

/** The pods of an owner: those that it controls and still selects, and orphans that it adopts; others are released. */
export const claimPods = (world: World, owner: KubeObject, claim: Claim): readonly Pod[] => {
  const owned = ownedObjects<Pod>(world, owner.metadata.uid, "pods").filter(
    (pod) => matchesLabelSelector(claim.selector, pod.metadata.labels) || !release(world, owner, pod, claim),
  );
  return owner.metadata.deletionTimestamp === undefined ? [...owned, ...adopt(world, owner, claim)] : owned;
};

const release = (world: World, owner: KubeObject, pod: Pod, { controller }: Claim): boolean => {
  if (owner.metadata.deletionTimestamp !== undefined || pod.metadata.deletionTimestamp !== undefined) return false;
  const ownerReferences = pod.metadata.ownerReferences?.filter(({ uid }) => uid !== owner.metadata.uid) ?? [];
  clientFor(world, controller).update("pods", { ...pod, metadata: { ...pod.metadata, ownerReferences } });
  return true;
};

const adopt = (world: World, owner: KubeObject, { controller, selector, mayAdopt }: Claim): readonly Pod[] => {
  const adopted: Pod[] = [];
  for (const orphan of orphansOf<Pod>(world, "pods", owner.metadata.namespace as string)) {
    if (orphan.metadata.deletionTimestamp !== undefined || !matchesLabelSelector(selector, orphan.metadata.labels)) continue;
    if (mayAdopt !== undefined && !mayAdopt(orphan)) continue;
    const ownerReferences = [...(orphan.metadata.ownerReferences ?? []), ownerReferenceTo(owner)];
    const result = clientFor(world, controller).update("pods", { ...orphan, metadata: { ...orphan.metadata, ownerReferences } });
    if (result.ok) adopted.push(result.value);
  }
  return adopted;
};
