import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { changeLog, listObjects, objectKey } from "../../store/store.ts";

/** The objects of a resource as they were at a version, sorted by key: the present ones, with what came later undone. */
export const objectsAt = (world: World, resource: string, namespace: string | undefined, version: number): readonly KubeObject[] => {
  const log = changeLog(world);
  const later = [...log.from(log.firstIndexWhere((change) => change.resourceVersion > version))].filter(
    (change) => change.resource === resource,
  );
  const present = listObjects(world, resource, namespace);
  if (later.length === 0) return present;
  const objects = new Map(present.map((object) => [objectKey(object.metadata.namespace, object.metadata.name), object]));
  for (const { key, object, previous } of later.reverse()) {
    if (namespace !== undefined && (object as KubeObject).metadata.namespace !== namespace) continue;
    if (previous === undefined) objects.delete(key);
    else objects.set(key, previous as KubeObject);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
};

/** Newest compacted version: history is compacted every five minutes, up to five minutes before. */
export const compactedVersion = (world: World): number => {
  const untilMs = Math.floor(world.nowMs() / COMPACTION_MS) * COMPACTION_MS - COMPACTION_MS;
  const log = changeLog(world);
  const next = log.firstIndexWhere((change) => change.atMs > untilMs);
  return next === 0 ? 0 : (log.at(next - 1)?.resourceVersion ?? 0);
};

const COMPACTION_MS = 300_000;
