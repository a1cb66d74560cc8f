import type { KubeObject } from "#kube/types/meta.ts";
import { servedRowOfKind } from "../apiserver/schema/served-resources.ts";
import { getByKey, getObject, listObjects } from "../apiserver/store/store.ts";
import type { ChangeObserver, World } from "../kernel/world.ts";

/** Reference to a dependent. */
export interface DependentRef {
  readonly resource: string;
  readonly key: string;
}

/** Keeps owner uid → dependents and the number of orphans up to date, so that no controller has to scan a resource for them. */
export const ownedIndexObserver: ChangeObserver = (world, { type, resource, key, object, previous }) => {
  if (ADOPTED.has(resource))
    countOrphan(world, resource, type === "DELETED" ? undefined : (object as KubeObject), previous as KubeObject | undefined);
  const before = previous === undefined ? NO_UIDS : ownerUids(previous as KubeObject);
  const after = type === "DELETED" ? NO_UIDS : ownerUids(object as KubeObject);
  if (before === after) return;
  for (const uid of before) if (!after.includes(uid)) removeDependent(world, uid, resource, key);
  for (const uid of after) if (!before.includes(uid)) addDependent(world, uid, resource, key);
};

/** Objects that name this uid among their owners, sorted by resource and key. */
export const dependentsOf = (world: World, ownerUid: string): readonly DependentRef[] =>
  world.map<readonly DependentRef[]>(OWNED).get(ownerUid) ?? [];

/** Dependents of one resource, as objects. */
export const ownedObjects = <T extends KubeObject>(world: World, ownerUid: string | undefined, resource: string): readonly T[] => {
  const found: T[] = [];
  for (const dependent of ownerUid === undefined ? [] : dependentsOf(world, ownerUid)) {
    if (dependent.resource !== resource) continue;
    const object = getByKey<T>(world, resource, dependent.key);
    if (object !== undefined) found.push(object);
  }
  return found;
};

/** The object that an owner reference means. */
export const findOwner = (
  world: World,
  namespace: string | undefined,
  owner: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string },
): KubeObject | undefined => {
  const row = servedRowOfKind(world, owner.apiVersion, owner.kind);
  if (row === undefined) return undefined;
  const object = getObject(world, row.resource, row.namespaced ? namespace : undefined, owner.name);
  return object?.metadata.uid === owner.uid ? object : undefined;
};

/** Orphans of a resource in a namespace: objects without a controller. */
export const orphansOf = <T extends KubeObject>(world: World, resource: AdoptedResource, namespace: string): readonly T[] =>
  world.map<number>(ORPHANS).has(`${resource} ${namespace}`) ? listObjects<T>(world, resource, namespace).filter(isOrphan) : [];

type AdoptedResource = (typeof ADOPTED_RESOURCES)[number];

/** Resources whose orphans a controller may adopt. */
const ADOPTED_RESOURCES = ["pods", "replicasets.apps", "controllerrevisions.apps"] as const;
const ADOPTED: ReadonlySet<string> = new Set(ADOPTED_RESOURCES);

const isOrphan = ({ metadata }: KubeObject): boolean => metadata.ownerReferences?.some(({ controller }) => controller === true) !== true;

const countOrphan = (world: World, resource: string, object: KubeObject | undefined, previous: KubeObject | undefined): void => {
  const [before, after] = [previous !== undefined && isOrphan(previous), object !== undefined && isOrphan(object)];
  if (before === after) return;
  const counts = world.map<number>(ORPHANS);
  const key = `${resource} ${(object ?? previous)?.metadata.namespace}`;
  const count = (counts.get(key) ?? 0) + (after ? 1 : -1);
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

const ORPHANS = "index/orphans";
const OWNED = "index/owned";
const NO_UIDS: readonly string[] = Object.freeze([]);

const ownerUids = ({ metadata }: KubeObject): readonly string[] =>
  metadata.ownerReferences === undefined || metadata.ownerReferences.length === 0
    ? NO_UIDS
    : metadata.ownerReferences.map(({ uid }) => uid);

const addDependent = (world: World, uid: string, resource: string, key: string): void => {
  const map = world.map<readonly DependentRef[]>(OWNED);
  const present = (map.get(uid) ?? []).filter((dependent) => dependent.resource !== resource || dependent.key !== key);
  map.set(uid, Object.freeze([...present, { resource, key }].sort(byResourceAndKey)));
};

const removeDependent = (world: World, uid: string, resource: string, key: string): void => {
  const map = world.map<readonly DependentRef[]>(OWNED);
  const rest = (map.get(uid) ?? []).filter((dependent) => dependent.resource !== resource || dependent.key !== key);
  if (rest.length === 0) map.delete(uid);
  else map.set(uid, Object.freeze(rest));
};

const byResourceAndKey = (a: DependentRef, b: DependentRef): number =>
  a.resource < b.resource ? -1 : a.resource > b.resource ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
