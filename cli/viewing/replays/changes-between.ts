import type { ObjectChange } from "#viewer/protocol.ts";
import type { ReadObject, Snapshot } from "./read-objects.ts";

/** A change with the objects before and after it. */
export interface PlacedChange {
  readonly change: ObjectChange;
  readonly before?: ReadObject;
  readonly after?: ReadObject;
}

/** Lists objects that differ between two readings, without what changes by itself; those that nobody owns first, then by name. */
export const changesBetween = (before: Snapshot, after: Snapshot): readonly PlacedChange[] => {
  const changes: PlacedChange[] = [];
  for (const [key, now] of after) {
    const was = before.get(key);
    if (was === undefined) changes.push({ change: describe(now, "created", true), after: withoutNoise(now) });
    else if (was.metadata["resourceVersion"] !== now.metadata["resourceVersion"]) changes.push(...compare(was, now));
  }
  for (const [key, was] of before) if (!after.has(key)) changes.push({ change: describe(was, "deleted", true), before: withoutNoise(was) });
  return changes.sort((a, b) => rankOf(a) - rankOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
};

const rankOf = ({ change: { inSpec, isOwned } }: PlacedChange): number => (inSpec ? 0 : 2) + (isOwned ? 1 : 0);
const nameOf = ({ change: { kind, namespace = "", name } }: PlacedChange): string => `${kind}/${namespace}/${name}`;

const compare = (was: ReadObject, now: ReadObject): readonly PlacedChange[] => {
  const [before, after] = [withoutNoise(was), withoutNoise(now)];
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const inSpec = JSON.stringify(withoutStatus(before)) !== JSON.stringify(withoutStatus(after));
  return [{ change: describe(now, "changed", inSpec), before, after }];
};

const describe = ({ kind, metadata }: ReadObject, what: ObjectChange["what"], inSpec: boolean): ObjectChange => ({
  kind,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  name: metadata.name,
  what,
  inSpec,
  isOwned: Array.isArray(metadata["ownerReferences"]) && metadata["ownerReferences"].length > 0,
});

const withoutStatus = ({ status: _, ...object }: ReadObject): unknown => object;

/** An object without numbers of versions, bookkeeping of managers and heartbeats. */
const withoutNoise = (object: ReadObject): ReadObject => {
  const { managedFields: _, resourceVersion: __, uid: ___, generation: ____, annotations, ...metadata } = object.metadata;
  const { [LAST_APPLIED]: _____, ...kept } = Object(annotations) as Record<string, string>;
  const { status } = object as { readonly status?: { readonly conditions?: readonly Readonly<Record<string, unknown>>[] } };
  return {
    ...object,
    metadata: { ...metadata, ...(Object.keys(kept).length > 0 && { annotations: kept }) } as ReadObject["metadata"],
    ...(status?.conditions !== undefined && {
      status: { ...status, conditions: status.conditions.map(({ lastHeartbeatTime: _, lastProbeTime: __, ...condition }) => condition) },
    }),
  };
};

/** A copy of the object that kubectl keeps in it. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
