import { invariant } from "#core/invariant.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { STORED_RESOURCES } from "../apiserver/schema/registry.ts";
import { getObject, listObjects, storeRevision } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** Time that the garbage collector may take to notice that an owner is gone, ms. */
const GRACE_MS = 60_000;

/**
 * Owners exist, or their dependents are on their way out within a minute.
 *
 * Walks everything: call it at quiet moments and not after every event.
 */
export const checkOwnerReferences = (world: World): void => {
  const orphanedSince = world.map<number>("checkers/orphaned-since");
  if (world.map<number>("checkers/seen").get("owner-references") === storeRevision(world)) return;
  for (const { resource } of STORED_RESOURCES) {
    for (const object of listObjects(world, resource)) checkOwnersOf(world, resource, object, orphanedSince);
  }
  world.map<number>("checkers/seen").set("owner-references", storeRevision(world));
};

const checkOwnersOf = (
  world: World,
  resource: string,
  object: KubeObject,
  orphanedSince: { get(key: string): number | undefined; set(key: string, at: number): void; delete(key: string): void },
): void => {
  const owners = object.metadata.ownerReferences ?? [];
  if (owners.length === 0) return;
  const key = `${resource} ${object.metadata.uid}`;
  if (owners.some((owner) => exists(world, object, owner))) return orphanedSince.delete(key);
  const since = orphanedSince.get(key) ?? world.nowMs();
  orphanedSince.set(key, since);
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  const place = `${resource} ${object.metadata.namespace ?? ""}/${object.metadata.name}`;
  invariant(isTerminating || world.nowMs() - since <= GRACE_MS, `${place} outlives its owner ${owners[0]?.kind}/${owners[0]?.name}`);
};

const exists = (world: World, { metadata }: KubeObject, owner: NonNullable<KubeObject["metadata"]["ownerReferences"]>[number]): boolean => {
  const row = resourceOfKind(owner.apiVersion, owner.kind);
  if (row === undefined) return true;
  return getObject(world, row.resource, row.namespaced ? metadata.namespace : undefined, owner.name)?.metadata.uid === owner.uid;
};
