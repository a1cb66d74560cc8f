import type { KubeObject } from "#kube/types/meta.ts";
import { changeLog } from "../../../apiserver/store/store.ts";
import type { ObjectChange } from "../../../kernel/object-change.ts";
import type { World } from "../../../kernel/world.ts";
import { createLogFold } from "./fold-log.ts";

/** A state of an object that holds from an instant on; chained to the state before. */
export interface ObjectVersion {
  readonly fromMs: number;
  /** Undefined: deleted. */
  readonly object: KubeObject | undefined;
  readonly previous: ObjectVersion | undefined;
}

/** The newest version of each object that ever was, by key. The map is the same object as long as nothing of the resource changed. */
export type ResourceHistory = ReadonlyMap<string, ObjectVersion>;

/** Versions of a resource's objects over time. */
export const objectHistory = (world: World, resource: string): ResourceHistory =>
  historyOf(changeLog(world)).resources.get(resource) ?? NOTHING;

/** The version at an instant; undefined when the object was not there. */
export const versionAt = (newest: ObjectVersion | undefined, atMs: number): ObjectVersion | undefined => {
  let version = newest;
  while (version !== undefined && version.fromMs > atMs) version = version.previous;
  return version?.object === undefined ? undefined : version;
};

/** The objects of a resource at an instant, by key in the order of their first appearance. */
export const objectsAt = <T extends KubeObject>(world: World, resource: string, atMs: number): readonly T[] => {
  const result: T[] = [];
  for (const newest of objectHistory(world, resource).values()) {
    const version = versionAt(newest, atMs);
    if (version !== undefined) result.push(version.object as T);
  }
  return result;
};

/** Resources that change often and that no metric is made from. */
const UNTRACKED: ReadonlySet<string> = new Set(["events", "events.events.k8s.io", "leases.coordination.k8s.io"]);

const NOTHING: ResourceHistory = new Map();

interface History {
  readonly resources: Map<string, Map<string, ObjectVersion>>;
  /** Resources whose inner map this copy has made its own. */
  readonly owned: Set<string>;
}

const historyOf = createLogFold<ObjectChange, History>({
  empty: () => ({ resources: new Map(), owned: new Set() }),
  copy: ({ resources }) => ({ resources: new Map(resources), owned: new Set() }),
  apply: ({ resources, owned }, change) => {
    if (UNTRACKED.has(change.resource)) return;
    let versions = resources.get(change.resource);
    if (versions === undefined || !owned.has(change.resource)) {
      versions = new Map(versions);
      resources.set(change.resource, versions);
      owned.add(change.resource);
    }
    versions.set(change.key, nextVersion(versions.get(change.key), change));
  },
});

/** Of several changes at one instant only the last can be seen. */
const nextVersion = (before: ObjectVersion | undefined, change: ObjectChange): ObjectVersion => ({
  fromMs: change.atMs,
  object: change.type === "DELETED" ? undefined : (change.object as KubeObject),
  previous: before?.fromMs === change.atMs ? before.previous : before,
});
