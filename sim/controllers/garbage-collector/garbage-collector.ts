import type { KubeObject, OwnerReference } from "#kube/types/meta.ts";
import { servedRowOfKind } from "../../apiserver/schema/served-resources.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { type Controller, failTurn, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { dependentsOf, findOwner } from "../../controller-runtime/owned-index.ts";
import type { ObjectChange } from "../../kernel/object-change.ts";
import type { World } from "../../kernel/world.ts";

/** Deletes objects whose owners are all gone, and completes foreground and orphaning deletions. */
export const garbageCollector: Controller = {
  name: "garbage-collector",
  watches: { "*": (world, change) => concerned(world, change) },
  reconcile: (world, key) => {
    const space = key.indexOf(" ");
    const { namespace, name } = splitKey(key.slice(space + 1));
    const resource = key.slice(0, space);
    const object = getObject(world, resource, namespace, name);
    if (object === undefined) return;
    if (object.metadata.deletionTimestamp === undefined)
      return hasUnknownOwner(world, object) ? failTurn(world) : collect(world, resource, object);
    if (object.metadata.finalizers?.includes(ORPHAN) === true) return orphanDependents(world, resource, object);
    if (object.metadata.finalizers?.includes(FOREGROUND) === true) waitForDependents(world, resource, object);
  },
};

/** True for an owner of a kind that no server serves: whether it is there cannot be told. */
const hasUnknownOwner = (world: World, { metadata }: KubeObject): boolean =>
  (metadata.ownerReferences ?? []).some(({ apiVersion, kind }) => servedRowOfKind(world, apiVersion, kind) === undefined);

const FOREGROUND = "foregroundDeletion";
const ORPHAN = "orphan";
const EVENTS: readonly string[] = ["events", "events.events.k8s.io"];

/**
 * Keys that a change concerns: dependents of a deleted object, owners that wait for it, owners that begin to wait, and new objects whose
 * owner is missing.
 */
const concerned = (world: World, { type, resource, key, object }: ObjectChange): readonly string[] => {
  if (EVENTS.includes(resource)) return NO_KEYS;
  const { metadata } = object as KubeObject;
  if (type === "DELETED") {
    const dependents = dependentsOf(world, metadata.uid as string).map((dependent) => `${dependent.resource} ${dependent.key}`);
    return [...dependents, ...waitingOwners(world, metadata)];
  }
  if (metadata.deletionTimestamp !== undefined) return isHandled(metadata.finalizers) ? [`${resource} ${key}`] : NO_KEYS;
  const owners = metadata.ownerReferences;
  if (owners === undefined || owners.length === 0 || owners.every((owner) => findOwner(world, metadata.namespace, owner) !== undefined))
    return NO_KEYS;
  return [`${resource} ${key}`];
};

const isHandled = (finalizers: readonly string[] | undefined): boolean =>
  finalizers?.some((finalizer) => finalizer === FOREGROUND || finalizer === ORPHAN) === true;

const waitingOwners = (world: World, { namespace, ownerReferences = [] }: KubeObject["metadata"]): readonly string[] =>
  ownerReferences.flatMap((reference) => {
    const owner = findOwner(world, namespace, reference);
    return owner?.metadata.deletionTimestamp === undefined
      ? []
      : [`${resourceOf(world, reference)} ${namespace === undefined ? "" : `${namespace}/`}${reference.name}`];
  });

const resourceOf = (world: World, { apiVersion, kind }: OwnerReference): string => servedRowOfKind(world, apiVersion, kind)?.resource ?? "";

/** Deletes an object when all of its owners are gone; while one is left, drops the references to the others. */
const collect = (world: World, resource: string, object: KubeObject): void => {
  const { metadata } = object;
  const owners = metadata.ownerReferences ?? [];
  const found = owners.map((reference) => ({ reference, owner: findOwner(world, metadata.namespace, reference) }));
  const solid = found.filter(
    ({ owner }) =>
      owner !== undefined && !(owner.metadata.deletionTimestamp !== undefined && owner.metadata.finalizers?.includes(FOREGROUND) === true),
  );
  const client = clientFor(world, "generic-garbage-collector");
  if (solid.length > 0) {
    const kept = found.filter(({ owner }) => owner !== undefined).map(({ reference }) => reference);
    if (kept.length < owners.length) client.update(resource, { ...object, metadata: { ...metadata, ownerReferences: kept } });
    return;
  }
  if (owners.length === 0) return;
  const waits = found.some(({ owner }) => owner !== undefined) && dependentsOf(world, metadata.uid as string).length > 0;
  client.delete(resource, metadata.namespace, metadata.name, {
    propagationPolicy: waits ? "Foreground" : "Background",
    preconditions: { uid: metadata.uid as string },
  });
};

const waitForDependents = (world: World, resource: string, owner: KubeObject): void => {
  let isBlocked = false;
  for (const dependent of dependentsOf(world, owner.metadata.uid as string)) {
    const { namespace, name } = splitKey(dependent.key);
    const object = getObject(world, dependent.resource, namespace, name);
    if (object === undefined) continue;
    const reference = object.metadata.ownerReferences?.find(({ uid }) => uid === owner.metadata.uid);
    if (object.metadata.deletionTimestamp === undefined) collect(world, dependent.resource, object);
    isBlocked ||= reference?.blockOwnerDeletion === true && getObject(world, dependent.resource, namespace, name) !== undefined;
  }
  if (!isBlocked) dropFinalizer(world, resource, owner, FOREGROUND);
};

const orphanDependents = (world: World, resource: string, owner: KubeObject): void => {
  const client = clientFor(world, "generic-garbage-collector");
  for (const dependent of dependentsOf(world, owner.metadata.uid as string)) {
    const { namespace, name } = splitKey(dependent.key);
    const object = getObject(world, dependent.resource, namespace, name);
    if (object === undefined) continue;
    const ownerReferences = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
    client.update(dependent.resource, { ...object, metadata: { ...object.metadata, ownerReferences } });
  }
  dropFinalizer(world, resource, owner, ORPHAN);
};

const dropFinalizer = (world: World, resource: string, { metadata }: KubeObject, finalizer: string): void => {
  const present = getObject(world, resource, metadata.namespace, metadata.name);
  if (present === undefined) return;
  const finalizers = (present.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  clientFor(world, "generic-garbage-collector").update(resource, { ...present, metadata: { ...present.metadata, finalizers } });
};
