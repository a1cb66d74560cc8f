import { invariant } from "#core/invariant.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ObjectChange } from "../../kernel/object-change.ts";
import type { PersistentMap } from "../../kernel/persistent-map.ts";
import type { World } from "../../kernel/world.ts";
import type { WriteRecord } from "../write/apply/write-record.ts";

/** The key of an object within its resource: `namespace/name`, or `name` for cluster-scoped kinds. */
export const objectKey = (namespace: string | undefined, name: string): string => (namespace ? `${namespace}/${name}` : name);

/** Reads one object; `resource` is `pods`, `deployments.apps`, …. */
export const getObject = <T extends KubeObject>(
  world: World,
  resource: string,
  namespace: string | undefined,
  name: string,
): T | undefined => objectsOf<T>(world, resource).get(objectKey(namespace, name));

/** Reads one object by its key within the resource. */
export const getByKey = <T extends KubeObject>(world: World, resource: string, key: string): T | undefined =>
  objectsOf<T>(world, resource).get(key);

/** All objects of a resource (of one namespace where given), sorted by key. The list is shared: it must not be changed. */
export const listObjects = <T extends KubeObject>(world: World, resource: string, namespace?: string): readonly T[] => {
  const map = objectsOf<T>(world, resource);
  const lists = world.memo(namesOf(resource).lists, map.revision, () => deriveLists(map));
  if (namespace === undefined) return lists.all;
  let own = lists.byNamespace.get(namespace);
  if (own === undefined) {
    own = lists.all.filter((object) => object.metadata.namespace === namespace);
    lists.byNamespace.set(namespace, own);
  }
  return own;
};

/** Number of objects of a resource in all namespaces. */
export const countObjects = (world: World, resource: string): number => objectsOf(world, resource).size;

/** A number that grows with every change of any object. */
export const storeRevision = (world: World): number => world.counter(RESOURCE_VERSION);

/** A number that grows with every change of an object of this resource. */
export const resourceRevision = (world: World, resource: string): number => objectsOf(world, resource).revision;

/**
 * Commits an object, frozen, under the next resourceVersion, and notifies the observers.  No admission, no validation, no conflict check:
 * those are the API server's. A write that changes nothing is none.
 * @param write who wrote it; missing: the server itself, in whose name no field is managed
 * @returns the stored object
 */
export const putObject = <T extends KubeObject>(world: World, resource: string, object: T, write?: WriteRecord): T => {
  const map = objectsOf<T>(world, resource);
  const key = objectKey(object.metadata.namespace, object.metadata.name);
  const previous = map.get(key);
  const resourceVersion = nextResourceVersion(world);
  const stored = deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: `${resourceVersion}` } });
  map.set(key, stored);
  commit(world, { type: previous === undefined ? "ADDED" : "MODIFIED", resource, key, resourceVersion, object: stored, previous, write });
  return stored;
};

/** Removes an object and tells the observers; its last state gets the resourceVersion of the deletion. */
export const removeObject = (world: World, resource: string, namespace: string | undefined, name: string): void => {
  const map = objectsOf(world, resource);
  const key = objectKey(namespace, name);
  const previous = map.get(key);
  invariant(previous !== undefined, `remove ${resource} ${key}: not there`);
  map.delete(key);
  const resourceVersion = nextResourceVersion(world);
  const object = deepFreeze({ ...previous, metadata: { ...previous.metadata, resourceVersion: `${resourceVersion}` } });
  commit(world, { type: "DELETED", resource, key, resourceVersion, object, previous });
};

/** Freezes what was committed from an entry of the change log on, for a world whose values come from elsewhere than its own store. */
export const freezeStored = (world: World, fromIndex = 0): void => {
  for (const { object } of changeLog(world).from(fromIndex)) deepFreeze(object);
};

/** Every change since the world began, oldest first: what watches replay and what history is derived from. */
export const changeLog = (world: World) => world.log<ObjectChange>(CHANGE_LOG);

const RESOURCE_VERSION = "apiserver/resource-version";
const CHANGE_LOG = "apiserver/changes";

const objectsOf = <T extends KubeObject>(world: World, resource: string) => world.map<T>(namesOf(resource).objects);

/** Names of a resource's map and lists, made once: text that is put together anew has to be hashed at every look-up. */
const namesOf = (resource: string): { readonly objects: string; readonly lists: string } => {
  let known = names.get(resource);
  if (known === undefined) {
    known = { objects: `objects/${resource}`, lists: `lists/${resource}` };
    names.set(resource, known);
  }
  return known;
};

const names = new Map<string, { readonly objects: string; readonly lists: string }>();

interface Lists<T> {
  readonly all: readonly T[];
  readonly byNamespace: Map<string, readonly T[]>;
}

const deriveLists = <T>(map: PersistentMap<T>): Lists<T> => ({
  all: map.values(),
  byNamespace: new Map(),
});

const nextResourceVersion = (world: World): number => world.count(RESOURCE_VERSION);

const commit = (world: World, change: Omit<ObjectChange, "atMs">): void => {
  const full = Object.freeze({ ...change, atMs: world.nowMs() });
  changeLog(world).append(full);
  world.publish(full);
};

/** Freezes an object; parts that are frozen already came from the store. */
const deepFreeze = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) deepFreeze(value[i]);
  else for (const name in value) deepFreeze(value[name]);
  return value;
};
