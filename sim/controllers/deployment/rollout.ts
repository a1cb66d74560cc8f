import type { Pod } from "#kube/types/pod.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { conditionNow, findCondition, setCondition } from "../../controller-runtime/conditions.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { ownedObjects } from "../../controller-runtime/owned-index.ts";
import { isPodTerminal } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import { newReplicas, syncRevision } from "./new-replica-set.ts";
import { activeOnes, rollingBounds, sumAvailable, sumWanted, wantedReplicas } from "./numbers.ts";
import { revisionOf } from "./revision.ts";
import type { Rollout } from "./rollout-parts.ts";
import { isComplete, syncRolloutStatus, syncStatusOnly, writeDeploymentStatus } from "./rollout-status.ts";
import { scaleProportionally, scaleReplicaSet } from "./scale-replica-set.ts";

/** Reconciles a paused Deployment, which is scaled but starts no rollout. */
export const reconcilePaused = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[]): void => {
  reconcileScaling(world, markPaused(world, deployment), replicaSets);
};

/** Scales the ReplicaSets to a changed number of replicas, whatever the state of the rollout. */
export const reconcileScaling = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[]): void => {
  const rollout = syncRevision(world, deployment, replicaSets, false);
  if (rollout.isStuck === true) return;
  scaleProportionally(world, rollout.deployment, all(rollout), rollout.newest);
  const after = refresh(world, rollout);
  if (deployment.spec.paused === true) cleanUpHistory(world, after);
  syncStatusOnly(world, after.deployment, all(after));
};

/** One step of a rolling update. */
export const reconcileRolling = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[]): void => {
  const rollout = syncRevision(world, markResumed(world, deployment), replicaSets, true);
  if (rollout.isStuck === true) return;
  const scaled = scaleNewest(world, rollout) || scaleOldDown(world, rollout);
  const after = scaled ? refresh(world, rollout) : rollout;
  if (!scaled && isComplete(after.deployment, after.deployment.status ?? {})) cleanUpHistory(world, after);
  syncRolloutStatus(world, after);
};

/** One step of a rollout that first ends all old pods. */
export const reconcileRecreate = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[]): void => {
  const rollout = syncRevision(world, markResumed(world, deployment), replicaSets, false);
  if (rollout.isStuck === true) return;
  const active = activeOnes(rollout.old);
  for (const old of active) scaleReplicaSet(world, rollout.deployment, old, 0);
  if (active.length > 0) return syncRolloutStatus(world, refresh(world, rollout));
  if (hasOldPods(world, rollout)) return syncRolloutStatus(world, rollout);
  const created = rollout.newest === undefined ? syncRevision(world, rollout.deployment, all(rollout), true) : rollout;
  if (created.isStuck === true) return;
  if (created.newest !== undefined) scaleReplicaSet(world, created.deployment, created.newest, wantedReplicas(created.deployment));
  const after = refresh(world, created);
  if (isComplete(after.deployment, after.deployment.status ?? {})) cleanUpHistory(world, after);
  syncRolloutStatus(world, after);
};

const all = ({ newest, old }: Rollout): readonly ReplicaSet[] => (newest === undefined ? old : [...old, newest]);

const scaleNewest = (world: World, { deployment, newest, old }: Rollout): boolean => {
  if (newest === undefined) return false;
  const wanted = wantedReplicas(deployment);
  const target = wantedReplicas(newest) > wanted ? wanted : newReplicas(deployment, [...old, newest], newest);
  return target !== wantedReplicas(newest) && scaleReplicaSet(world, deployment, newest, target) !== undefined;
};

/** Scales old ReplicaSets down while enough replicas stay available: unhealthy replicas first, then the rest. */
const scaleOldDown = (world: World, { deployment, newest, old }: Rollout): boolean => {
  const active = activeOnes(old);
  if (active.length === 0) return false;
  const minAvailable = wantedReplicas(deployment) - rollingBounds(deployment).unavailable;
  const newUnavailable = newest === undefined ? 0 : wantedReplicas(newest) - (newest.status?.availableReplicas ?? 0);
  const total = sumWanted(newest === undefined ? old : [...old, newest]);
  const maxDown = total - minAvailable - newUnavailable;
  if (maxDown <= 0) return false;
  const cleaned = dropUnhealthy(world, deployment, active, maxDown);
  const dropped = dropAvailable(world, deployment, cleaned.replicaSets, newest, minAvailable);
  return cleaned.count + dropped > 0;
};

const dropUnhealthy = (world: World, deployment: Deployment, active: readonly ReplicaSet[], maxDown: number) => {
  let count = 0;
  const replicaSets = active.map((replicaSet) => {
    const unhealthy = wantedReplicas(replicaSet) - (replicaSet.status?.availableReplicas ?? 0);
    const drop = Math.min(maxDown - count, unhealthy);
    if (drop <= 0) return replicaSet;
    count += drop;
    return scaleReplicaSet(world, deployment, replicaSet, wantedReplicas(replicaSet) - drop) ?? replicaSet;
  });
  return { count, replicaSets };
};

const dropAvailable = (
  world: World,
  deployment: Deployment,
  active: readonly ReplicaSet[],
  newest: ReplicaSet | undefined,
  minAvailable: number,
): number => {
  const room = sumAvailable(newest === undefined ? active : [...active, newest]) - minAvailable;
  let count = 0;
  for (const replicaSet of active) {
    const drop = Math.min(wantedReplicas(replicaSet), room - count);
    if (drop <= 0) continue;
    scaleReplicaSet(world, deployment, replicaSet, wantedReplicas(replicaSet) - drop);
    count += drop;
  }
  return count;
};

const hasOldPods = (world: World, { old }: Rollout): boolean =>
  old.some(({ metadata }) => ownedObjects<Pod>(world, metadata.uid, "pods").some((pod) => !isPodTerminal(pod)));

/** Keeps `revisionHistoryLimit` empty old ReplicaSets, the newest revisions. */
const cleanUpHistory = (world: World, { deployment, old }: Rollout): void => {
  const limit = deployment.spec.revisionHistoryLimit ?? 2_147_483_647;
  const surplus = old.length - limit;
  if (surplus <= 0) return;
  const byRevision = [...old].sort((a, b) => revisionOf(a) - revisionOf(b));
  for (const { metadata, spec, status } of byRevision.slice(0, surplus)) {
    if ((status?.replicas ?? 0) !== 0 || wantedReplicas({ spec }) !== 0 || metadata.deletionTimestamp !== undefined) continue;
    clientFor(world, "deployment-controller").delete("replicasets.apps", metadata.namespace, metadata.name, {
      propagationPolicy: "Background",
    });
  }
};

/** The rollout as it stands in the store after writes of this step. */
const refresh = (world: World, rollout: Rollout): Rollout => {
  const present = new Map(
    ownedObjects<ReplicaSet>(world, rollout.deployment.metadata.uid, "replicasets.apps").map((replicaSet) => [
      replicaSet.metadata.uid,
      replicaSet,
    ]),
  );
  const reread = (replicaSet: ReplicaSet): ReplicaSet => present.get(replicaSet.metadata.uid) ?? replicaSet;
  return { ...rollout, old: rollout.old.map(reread), newest: rollout.newest === undefined ? undefined : reread(rollout.newest) };
};

const markPaused = (world: World, deployment: Deployment): Deployment => {
  const current = findCondition(deployment.status?.conditions, "Progressing");
  if (
    deployment.spec.progressDeadlineSeconds === undefined ||
    current?.reason === "ProgressDeadlineExceeded" ||
    current?.reason === "DeploymentPaused"
  )
    return deployment;
  return setProgressing(world, deployment, "DeploymentPaused", "Deployment is paused");
};

const markResumed = (world: World, deployment: Deployment): Deployment =>
  findCondition(deployment.status?.conditions, "Progressing")?.reason === "DeploymentPaused"
    ? setProgressing(world, deployment, "DeploymentResumed", "Deployment is resumed")
    : deployment;

const setProgressing = (world: World, deployment: Deployment, reason: string, message: string): Deployment => {
  const condition = conditionNow(world.nowMs(), { type: "Progressing", status: "Unknown", reason, message });
  return writeDeploymentStatus(world, deployment, {
    ...deployment.status,
    conditions: setCondition(deployment.status?.conditions ?? [], condition),
  });
};
