import { ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { ObjectChange } from "../../../kernel/object-change.ts";
import type { World } from "../../../kernel/world.ts";
import type { ApiRequest } from "../../http/api-request.ts";
import type { ObjectFilter } from "../../http/read/field-selector.ts";
import { filterOf } from "../../http/read/object-filter.ts";
import { viewAll } from "../../http/read/read-objects.ts";
import { unknownPath } from "../../http/status.ts";
import { strategyFor } from "../../schema/registry.ts";
import { parseServedPath } from "../../schema/served-resources.ts";
import { changeLog, listObjects } from "../store.ts";
import { storedAs } from "../stored-as.ts";

/** One event of a watch. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
}

/**
 * Events of a watch on a collection since a resourceVersion, up to now.
 * @param since 0: everything that exists now as ADDED, and nothing else
 * @returns the events in order, or the status that refuses the watch
 */
export const watchEvents = (world: World, request: ApiRequest, since: number): Result<readonly WatchEvent[], Status> => {
  const target = parseServedPath(world, request.path);
  if (target === undefined) return { ok: false, error: unknownPath() };
  const resource = storedAs(target.row);
  const filter = filterOf(request.query, strategyFor(world, target.row));
  if (!filter.ok) return filter;
  const chooses: ObjectFilter = (object) =>
    (filter.value?.(object) ?? true) && (target.name === undefined || object.metadata.name === target.name);
  const show = (events: readonly WatchEvent[]): Result<readonly WatchEvent[], Status> => {
    const views = viewAll(
      world,
      target.row,
      events.map(({ object }) => object),
    );
    return views.ok ? ok(events.map(({ type }, i) => ({ type, object: views.value[i] as KubeObject }))) : views;
  };
  if (since === 0) {
    const present = listObjects(world, resource, target.namespace).filter(chooses);
    return show(present.map((object) => ({ type: "ADDED", object })));
  }
  return show(changesSince(world, resource, target.namespace, since).flatMap((change) => eventOf(change, chooses)));
};

const changesSince = (world: World, resource: string, namespace: string | undefined, since: number): readonly ObjectChange[] => {
  const log = changeLog(world);
  const start = log.firstIndexWhere((change) => change.resourceVersion > since);
  const isHere = (change: ObjectChange): boolean =>
    change.resource === resource && (namespace === undefined || (change.object as KubeObject).metadata.namespace === namespace);
  return [...log.from(start)].filter(isHere);
};

/** Events of a change for a watcher: an object that begins to match is ADDED, one that stops matching is DELETED, as it was last seen. */
const eventOf = ({ type, object, previous }: ObjectChange, chooses: ObjectFilter): readonly WatchEvent[] => {
  const now = object as KubeObject;
  const before = previous as KubeObject | undefined;
  const did = before !== undefined && chooses(before);
  const does = type !== "DELETED" && chooses(now);
  if (does) return [{ type: did ? "MODIFIED" : "ADDED", object: now }];
  if (!did) return [];
  if (type === "DELETED") return [{ type: "DELETED", object: now }];
  const { resourceVersion } = now.metadata;
  return [{ type: "DELETED", object: { ...before, metadata: { ...before.metadata, ...(resourceVersion && { resourceVersion }) } } }];
};
