import { type Comparison, compareValues } from "./compare-values.ts";
import { EMPTY_SET, type FieldSet, intersect, isEmptySet, subtract, subtractDeep, unite } from "./field-set.ts";
import { fieldsOf, type Manager, type Managers, managerId, mapManagers, withManager } from "./managers.ts";
import type { MergeType } from "./merge-type.ts";

/** A write by any verb but apply. */
export interface UpdateRecord {
  readonly type: MergeType;
  readonly before: unknown;
  /** The object as the client sent it, decoded and defaulted; later changes by admission and the kind's own logic have no owner. */
  readonly after: unknown;
  readonly by: Omit<Manager, "fields">;
  /** Fields that the endpoint resets: writing them gives no ownership. */
  readonly reset: FieldSet;
}

/** Gives the fields that a write changed to its manager, and removes them from all others. */
export const recordUpdate = (managers: Managers, { type, before, after, by, reset }: UpdateRecord): Managers => {
  const comparison = withoutFields(compareValues(type, before, after), reset);
  const { modified, added } = comparison;
  const written = unite(modified, added);
  const left = takeFrom(managers, comparison);
  const own = subtract(written, STRIPPED);
  if (isEmptySet(own)) return left;
  const id = managerId(by);
  return capUpdaters(withManager(left, { ...by, fields: unite(own, fieldsOf(left, id)) }));
};

/** Removes the fields that a change wrote or removed from all managers; `except` keeps its own. */
export const takeFrom = (managers: Managers, { modified, added, removed }: Comparison, except?: string): Managers => {
  const written = unite(modified, added);
  if (isEmptySet(written) && isEmptySet(removed)) return managers;
  return mapManagers(managers, ({ fields }, id) => {
    if (id === except) return fields;
    const conflicts = intersect(fields, written);
    const kept = isEmptySet(conflicts) ? fields : subtract(fields, conflicts);
    return isEmptySet(removed) ? kept : subtract(kept, removed);
  });
};

/** Removes some fields from a comparison. */
export const withoutFields = (comparison: Comparison, fields: FieldSet): Comparison =>
  isEmptySet(fields)
    ? comparison
    : {
        added: subtractDeep(comparison.added, fields),
        modified: subtractDeep(comparison.modified, fields),
        removed: subtractDeep(comparison.removed, fields),
      };

const metadata = (...names: readonly string[]): FieldSet => Object.fromEntries(names.map((name) => [`f:${name}`, EMPTY_SET]));

/** Fields that nobody owns. */
export const STRIPPED: FieldSet = {
  "f:apiVersion": EMPTY_SET,
  "f:kind": EMPTY_SET,
  "f:metadata": {
    ".": EMPTY_SET,
    ...metadata(
      "name",
      "namespace",
      "creationTimestamp",
      "selfLink",
      "uid",
      "clusterName",
      "generation",
      "managedFields",
      "resourceVersion",
    ),
  },
};

/** Maximum number of updaters; beyond it, the oldest ones of an API version are merged into one. */
const UPDATERS_MAX = 10;

const ANCIENT = "ancient-changes";

const capUpdaters = (managers: Managers): Managers => {
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update").sort(byAge);
  if (updaters.length <= UPDATERS_MAX) return managers;
  const capped = new Map(managers);
  const firsts = new Map<string, string>();
  let count = updaters.length;
  for (const [id, updater] of updaters) {
    if (count <= UPDATERS_MAX) break;
    const bucketId = managerId({ manager: ANCIENT, operation: "Update", apiVersion: updater.apiVersion });
    const first = firsts.get(updater.apiVersion);
    if (first === undefined) {
      firsts.set(updater.apiVersion, id);
      continue;
    }
    const bucket = capped.get(bucketId) ?? (capped.get(first) as Manager);
    if (!capped.has(bucketId)) capped.delete(first);
    capped.delete(id);
    const { manager: _m, subresource: _s, ...kept } = updater;
    capped.set(bucketId, { ...kept, manager: ANCIENT, fields: unite(updater.fields, bucket.fields) });
    count -= 1;
  }
  return capped;
};

const byAge = ([a, { time: aTime = "" }]: readonly [string, Manager], [b, { time: bTime = "" }]: readonly [string, Manager]): number =>
  aTime === bTime ? (a < b ? -1 : 1) : aTime < bTime ? -1 : 1;
