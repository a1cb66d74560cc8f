import { isSameJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";
import { compareValues } from "./compare-values.ts";
import { EMPTY_SET, type FieldSet, forEachPath, hasPath, intersect, isEmptySet, subtract, subtractDeep, unite } from "./field-set.ts";
import { type Manager, type Managers, managerId, mapManagers, withManager } from "./managers.ts";
import type { MergeType } from "./merge-type.ts";
import { mergeValues } from "./merge-values.ts";
import { memberElement, type PathElement } from "./path-element.ts";
import { STRIPPED, takeFrom, withoutFields } from "./record-update.ts";
import { removeFields } from "./remove-fields.ts";
import { toFieldSet } from "./to-field-set.ts";

/** One server-side apply. */
export interface Application {
  readonly type: MergeType;
  readonly live: unknown;
  /** Configuration that the client applies; must fit the type. */
  readonly applied: unknown;
  readonly managers: Managers;
  readonly by: Omit<Manager, "fields" | "operation">;
  readonly force: boolean;
  /** Fields that the endpoint resets: applying them gives no ownership. */
  readonly reset: FieldSet;
  /** Fields whose conflicts are overridden without force. */
  readonly mayTake?: FieldSet | undefined;
}

/** A field that another manager owns and the apply would change. */
export interface ApplyConflict {
  readonly manager: Manager;
  readonly path: readonly PathElement[];
}

/** Result of an apply. */
export interface Applied {
  /** The live object itself if nothing changes. */
  readonly value: unknown;
  readonly managers: Managers;
}

/** Merges a configuration into the live object, removes fields that its applier no longer sets, and updates the managers' ownership. */
export const applyConfiguration = (application: Application): Result<Applied, readonly ApplyConflict[]> => {
  const { type, live, applied, managers, by, reset } = application;
  const me: Manager = { ...by, operation: "Apply", fields: subtractDeep(toFieldSet(type, applied), reset) };
  const id = managerId(me);
  const before = managers.get(id)?.fields;
  const claimed = withManager(managers, me);
  const merged = mergeValues(type, live, applied);
  const value = before === undefined || isEmptySet(before) ? merged : prune(type, merged, claimed, before);
  const comparison = withoutFields(compareValues(type, live, value), reset);
  const written = unite(comparison.modified, comparison.added);
  const conflicts = conflictsOf(claimed, id, written);
  if (conflicts.length > 0 && !application.force && !areAllowed(conflicts, application.mayTake)) {
    return err(conflicts.filter(({ path }) => application.mayTake === undefined || !hasPath(application.mayTake, path)));
  }
  const settled = takeFrom(claimed, comparison, id);
  const stripped = mapManagers(settled, ({ fields }, other) => (other === id ? subtract(fields, STRIPPED) : fields));
  const isSame = isSameJson(live, value);
  return ok({ value: isSame ? live : value, managers: isSame ? withTimeOf(stripped, id, managers.get(id)?.time) : stripped });
};

const areAllowed = (conflicts: readonly ApplyConflict[], mayTake: FieldSet | undefined): boolean =>
  mayTake !== undefined && conflicts.every(({ path }) => hasPath(mayTake, path));

const withTimeOf = (managers: Managers, id: string, time: string | undefined): Managers => {
  const me = managers.get(id);
  return me === undefined ? managers : withManager(managers, { ...me, time });
};

const conflictsOf = (managers: Managers, own: string, written: FieldSet): readonly ApplyConflict[] => {
  const conflicts: ApplyConflict[] = [];
  for (const id of [...managers.keys()].sort()) {
    if (id === own) continue;
    const manager = managers.get(id) as Manager;
    forEachPath(intersect(manager.fields, written), (path) => conflicts.push({ manager, path }));
  }
  return conflicts;
};

/** Removes the fields that the applier had applied before and that neither it nor another manager sets now. */
const prune = (type: MergeType, merged: unknown, managers: Managers, before: FieldSet): unknown => {
  const named = (set: FieldSet): FieldSet => withNamedFields(type, set);
  const all = named(toFieldSet(type, merged));
  const last = named(before);
  const first = removeFields(type, merged, last);
  let claimed = EMPTY_SET;
  for (const { fields } of managers.values()) claimed = unite(claimed, fields);
  const owned = removeFields(type, merged, subtract(all, unite(named(toFieldSet(type, first)), named(claimed))));
  const left = named(toFieldSet(type, owned));
  return removeFields(type, merged, intersect(subtract(all, left), last));
};

/** Adds each declared field to the set as a path of its own wherever a path below it is in the set. */
const withNamedFields = (type: MergeType, set: FieldSet): FieldSet => {
  const named: Record<PathElement, FieldSet> = {};
  for (const element of Object.keys(set)) {
    const node = set[element] as FieldSet;
    const child = element === "." ? undefined : childType(type, element);
    const inner = child === undefined ? node : withNamedFields(child, node);
    named[element] = isNamedField(type, element) && !isEmptySet(inner) ? { ".": EMPTY_SET, ...inner } : inner;
  }
  return named;
};

const isNamedField = (type: MergeType, element: PathElement): boolean =>
  type.kind === "map" && element.startsWith("f:") && type.field(element.slice(2)) !== undefined;

const childType = (type: MergeType, element: PathElement): MergeType | undefined => {
  if (type.kind === "map") return type.field(element.slice(2)) ?? type.others;
  if (type.kind === "list") return type.item;
  return type.kind === "untyped" && element === memberElement(element.slice(2)) ? type : undefined;
};
