import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { conditionNow, findCondition, setCondition } from "../../controller-runtime/conditions.ts";
import { ownerReferenceTo } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { POD_TEMPLATE_HASH, templateHash } from "../../controller-runtime/template-hash.ts";
import type { World } from "../../kernel/world.ts";
import { rollingBounds, sumWanted, wantedReplicas } from "./numbers.ts";
import { maxRevision, newReplicaSetAnnotations, REVISION, revisionOf, sameAnnotations } from "./revision.ts";
import { findNewReplicaSet, type Rollout } from "./rollout-parts.ts";
import { writeDeploymentStatus } from "./rollout-status.ts";

/** Tells new from old, brings the rollout number up to date and, where asked, creates the new ReplicaSet. */
export const syncRevision = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[], mayCreate: boolean): Rollout => {
  const existing = findNewReplicaSet(deployment, replicaSets);
  const old = replicaSets.filter((replicaSet) => replicaSet !== existing);
  const revision = maxRevision(old) + 1;
  if (existing !== undefined) return { ...reuse(world, deployment, existing, revision), old };
  if (!mayCreate) return { deployment, newest: undefined, old };
  return { ...createNewest(world, deployment, old, revision), old };
};

/** Number of replicas that the new ReplicaSet may have now. */
export const newReplicas = (deployment: Deployment, replicaSets: readonly ReplicaSet[], newest: ReplicaSet | undefined): number => {
  const wanted = wantedReplicas(deployment);
  if (deployment.spec.strategy?.type === "Recreate") return wanted;
  const present = newest === undefined ? 0 : wantedReplicas(newest);
  const room = wanted + rollingBounds(deployment).surge - sumWanted(replicaSets);
  return room <= 0 ? present : present + Math.max(0, Math.min(room, wanted - present));
};

type Synced = Pick<Rollout, "deployment" | "isStuck" | "newest">;

const reuse = (world: World, deployment: Deployment, existing: ReplicaSet, revision: number): Synced => {
  const annotations = newReplicaSetAnnotations(deployment, Math.max(revision, revisionOf(existing)), existing.metadata.annotations);
  const minReady = deployment.spec.minReadySeconds ?? 0;
  let newest = existing;
  if (!sameAnnotations(annotations, existing.metadata.annotations) || (existing.spec.minReadySeconds ?? 0) !== minReady) {
    const spec = minReady === 0 ? existing.spec : { ...existing.spec, minReadySeconds: minReady };
    const result = clientFor(world, "deployment-controller").update("replicasets.apps", {
      ...existing,
      metadata: { ...existing.metadata, annotations },
      spec,
    });
    if (!result.ok) return { deployment, newest, isStuck: true };
    newest = result.value;
  }
  const numbered = withRevision(deployment, `${revisionOf(newest)}`);
  if (findCondition(numbered.status?.conditions, "Progressing") !== undefined)
    return { deployment: numbered === deployment ? deployment : writeNumbered(world, numbered, deployment), newest };
  return { deployment: setProgressing(world, numbered, "FoundNewReplicaSet", `Found new replica set "${newest.metadata.name}"`), newest };
};

const createNewest = (world: World, deployment: Deployment, old: readonly ReplicaSet[], revision: number): Synced => {
  const client = clientFor(world, "deployment-controller");
  const draft = draftReplicaSet(deployment, old, revision);
  const result = client.create<ReplicaSet>("replicasets.apps", draft);
  if (!result.ok)
    return result.error.reason === "AlreadyExists"
      ? collide(world, deployment, draft.metadata.name)
      : fail(world, deployment, draft, result.error.message ?? "");
  const newest = result.value;
  if (wantedReplicas(newest) > 0) {
    const message = `Scaled up replica set ${newest.metadata.name} from 0 to ${wantedReplicas(newest)}`;
    client.event(deployment, { type: "Normal", reason: "ScalingReplicaSet", message, component: "deployment-controller" });
  }
  const numbered = withRevision(deployment, `${revision}`);
  return {
    deployment: setProgressing(world, numbered, "NewReplicaSetCreated", `Created new replica set "${newest.metadata.name}"`),
    newest,
  };
};

const draftReplicaSet = (deployment: Deployment, old: readonly ReplicaSet[], revision: number): ReplicaSet => {
  const { metadata, spec } = deployment;
  const hash = templateHash(spec.template, deployment.status?.collisionCount);
  const labels = { ...spec.template.metadata?.labels, [POD_TEMPLATE_HASH]: hash };
  const template = { ...spec.template, metadata: { ...spec.template.metadata, labels } };
  const selector = { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [POD_TEMPLATE_HASH]: hash } };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace as string,
      labels,
      annotations: newReplicaSetAnnotations(deployment, revision, undefined),
      ownerReferences: [ownerReferenceTo(deployment)],
    },
    spec: {
      replicas: newReplicas(deployment, old, undefined),
      selector,
      template,
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
    },
  };
};

/** Handles a name collision of the template hash: the next try hashes with a higher collision count. */
const collide = (world: World, deployment: Deployment, name: string): Synced => {
  if (getObject(world, "replicasets.apps", deployment.metadata.namespace, name) === undefined) return { deployment, newest: undefined };
  const status = { ...deployment.status, collisionCount: (deployment.status?.collisionCount ?? 0) + 1 };
  return { deployment: writeDeploymentStatus(world, deployment, status), newest: undefined };
};

const fail = (world: World, deployment: Deployment, draft: ReplicaSet, reason: string): Synced => {
  const message = `Failed to create new replica set "${draft.metadata.name}": ${reason}`;
  clientFor(world, "deployment-controller").event(deployment, {
    type: "Warning",
    reason: "ReplicaSetCreateError",
    message,
    component: "deployment-controller",
  });
  const condition = conditionNow(world.nowMs(), { type: "Progressing", status: "False", reason: "ReplicaSetCreateError", message });
  const status = { ...deployment.status, conditions: setCondition(deployment.status?.conditions ?? [], condition) };
  return { deployment: writeDeploymentStatus(world, deployment, status), newest: undefined, isStuck: true };
};

const withRevision = (deployment: Deployment, revision: string): Deployment => {
  if (deployment.metadata.annotations?.[REVISION] === revision) return deployment;
  const annotations = { ...deployment.metadata.annotations, [REVISION]: revision };
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
};

/** Writes the revision with the status; another change of annotations would count as a change of the spec. */
const writeNumbered = (world: World, numbered: Deployment, fallback: Deployment): Deployment => {
  const result = clientFor(world, "deployment-controller").updateStatus<Deployment>("deployments.apps", numbered);
  return result.ok ? result.value : fallback;
};

const setProgressing = (world: World, numbered: Deployment, reason: string, message: string): Deployment => {
  const condition = conditionNow(world.nowMs(), { type: "Progressing", status: "True", reason, message });
  const conditions = setCondition(numbered.status?.conditions ?? [], condition);
  return writeNumbered(world, { ...numbered, status: { ...numbered.status, conditions } }, numbered);
};
