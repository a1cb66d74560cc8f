import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { getByKey, getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, controllerOf, controllerRef, itself, NO_KEYS } from "../../controller-runtime/controller.ts";
import { ownedObjects } from "../../controller-runtime/owned-index.ts";
import type { ObjectChange } from "../../kernel/object-change.ts";
import type { World } from "../../kernel/world.ts";
import { claimReplicaSets } from "./claim-replica-sets.ts";
import { reconcilePaused, reconcileRecreate, reconcileRolling, reconcileScaling } from "./rollout.ts";
import { syncStatusOnly } from "./rollout-status.ts";
import { isScalingEvent } from "./scale-replica-set.ts";

/** Keeps a ReplicaSet per template and moves the replicas from old ones to the newest. */
export const deploymentController: Controller = {
  name: "deployment",
  watches: {
    "deployments.apps": itself,
    "replicasets.apps": (world, change) => {
      const owners = controllerOf("Deployment")(world, change);
      return owners.length > 0 ? owners : adopters(world, change);
    },
    pods: (world, change) => (change.type === "DELETED" ? recreatingOwner(world, change) : NO_KEYS),
  },
  retry: { triesMax: 15 },
  reconcile: (world, key) => {
    const deployment = getByKey<Deployment>(world, "deployments.apps", key);
    if (deployment === undefined) return;
    const replicaSets = claimReplicaSets(world, deployment);
    if (deployment.metadata.deletionTimestamp !== undefined) return syncStatusOnly(world, deployment, replicaSets);
    if (deployment.spec.paused === true) return reconcilePaused(world, deployment, replicaSets);
    if (isScalingEvent(deployment, replicaSets)) return reconcileScaling(world, deployment, replicaSets);
    if (deployment.spec.strategy?.type === "Recreate") return reconcileRecreate(world, deployment, replicaSets);
    reconcileRolling(world, deployment, replicaSets);
  },
};

/** Deployments whose selector matches an orphaned ReplicaSet. */
const adopters = (world: World, { type, object }: ObjectChange): readonly string[] => {
  const { metadata } = object as KubeObject;
  if (type === "DELETED" || metadata.labels === undefined) return NO_KEYS;
  return listObjects<Deployment>(world, "deployments.apps", metadata.namespace)
    .filter(({ spec }) => matchesLabelSelector(spec.selector, metadata.labels))
    .map((deployment) => `${metadata.namespace}/${deployment.metadata.name}`);
};

/** Owner of a Recreate rollout that waits until the last old pod is gone. */
const recreatingOwner = (world: World, { object }: ObjectChange): readonly string[] => {
  const { metadata } = object as KubeObject;
  const owner = controllerRef(object as KubeObject);
  if (owner?.kind !== "ReplicaSet") return NO_KEYS;
  const replicaSet = getObject<ReplicaSet>(world, "replicasets.apps", metadata.namespace, owner.name);
  const deploymentName = replicaSet === undefined ? undefined : controllerRef(replicaSet)?.name;
  if (replicaSet === undefined || deploymentName === undefined || ownedObjects(world, replicaSet.metadata.uid, "pods").length > 0)
    return NO_KEYS;
  const deployment = getObject<Deployment>(world, "deployments.apps", metadata.namespace, deploymentName);
  return deployment?.spec.strategy?.type === "Recreate" ? [`${metadata.namespace}/${deploymentName}`] : NO_KEYS;
};
