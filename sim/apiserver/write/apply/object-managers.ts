import { toTimestamp } from "#core/timestamp.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import {
  decodeManagers,
  type ManagedFieldsEntry,
  type Managers,
  managerId,
  NO_MANAGERS,
  sameManagers,
} from "#kube/structured-merge/managers.ts";
import { recordUpdate } from "#kube/structured-merge/record-update.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ObjectChange } from "../../../kernel/object-change.ts";
import type { World } from "../../../kernel/world.ts";
import { changeLog } from "../../store/store.ts";
import { managerOfUser } from "./manager-name.ts";
import { mergeTypeOf } from "./merge-type-of.ts";
import { resetFields } from "./reset-fields.ts";
import type { WriteRecord } from "./write-record.ts";

/**
 * Managers of an object, as of the version given. Folded from the writes that led to it. The result is kept by object, and an object
 * belongs to one history, so that asking changes no state.
 */
export const managersOf = (world: World, object: KubeObject): Managers => {
  const known = states.get(object);
  if (known !== undefined) return known;
  const change = changeOf(world, object);
  return change === undefined ? NO_MANAGERS : managersAfter(world, change);
};

/** Managers after a write to an object; `before` is undefined for a new one. */
export const managersAfterWrite = (
  managers: Managers,
  before: KubeObject | undefined,
  { row, form, user, fieldManager, subresource, sent, applied }: WriteRecord,
  atMs: number,
): Managers => {
  if (applied !== undefined) return applied;
  const given = subresource === undefined ? givenManagers(sent) : undefined;
  const present = given ?? managers;
  // What nobody has managed so far begins to be managed with the first apply.
  if (present.size === 0 && before !== undefined) return present;
  const by = {
    manager: fieldManager || managerOfUser(user) || "unknown",
    operation: "Update",
    apiVersion: apiVersionOf(row),
    subresource,
  } as const;
  return recordUpdate(present, {
    type: mergeTypeOf(row, form),
    before: before ?? {},
    after: sent,
    // The server loses the time of those who scale for the first time.
    by: { ...by, time: subresource === "scale" ? present.get(managerId(by))?.time : toTimestamp(atMs) },
    reset: resetFields(row.resource, form, subresource),
  });
};

/**
 * True when a write changes managedFields even if it changes nothing else: an apply, an update with managedFields, and one whose fields are
 * reset.
 */
export const changesManagers = (world: World, old: KubeObject, write: WriteRecord): boolean => {
  const { applied, subresource, sent } = write;
  const isAboutManagers = subresource === undefined ? sent.metadata.managedFields !== undefined : PUTTING_BACK.has(subresource);
  if (applied === undefined && !isAboutManagers) return false;
  const managers = managersOf(world, old);
  return !sameManagers(managersAfterWrite(managers, old, write, world.nowMs()), managers);
};

/** Subresources that ignore most of what is sent, which counts as written all the same. */
const PUTTING_BACK: ReadonlySet<string> = new Set(["resize", "ephemeralcontainers"]);

/** Keeps the managers of an object that is not stored: the outcome of a dry run. */
export const rememberManagers = (object: KubeObject, managers: Managers): void => {
  states.set(object, managers);
};

const states = new WeakMap<KubeObject, Managers>();

const managersAfter = (world: World, last: ObjectChange): Managers => {
  const pending: ObjectChange[] = [];
  let managers: Managers = NO_MANAGERS;
  for (let change: ObjectChange | undefined = last; change !== undefined; ) {
    const known = states.get(change.object as KubeObject);
    if (known !== undefined) {
      managers = known;
      break;
    }
    pending.push(change);
    const previous = change.previous as KubeObject | undefined;
    change = previous === undefined ? undefined : changeOf(world, previous);
  }
  for (const change of pending.reverse()) {
    const write = change.write as WriteRecord | undefined;
    const previous = change.previous as KubeObject | undefined;
    if (write !== undefined) managers = managersAfterWrite(managers, previous, write, change.atMs);
    states.set(change.object as KubeObject, managers);
  }
  return managers;
};

/** Change that produced an object; the log is ordered by resourceVersion, one per change. */
const changeOf = (world: World, { metadata }: KubeObject): ObjectChange | undefined => {
  const version = Number(metadata.resourceVersion);
  const log = changeLog(world);
  const direct = log.at(version - 1);
  const change = direct?.resourceVersion === version ? direct : log.at(log.firstIndexWhere((one) => one.resourceVersion >= version));
  if (change === undefined || change.resourceVersion !== version) return undefined;
  return (change.object as KubeObject).metadata.uid === metadata.uid ? change : undefined;
};

/** Managers in a sent object; undefined when it has none; an empty list removes them all. */
const givenManagers = ({ metadata }: KubeObject): Managers | undefined => {
  const entries = metadata.managedFields as readonly ManagedFieldsEntry[] | undefined;
  if (entries === undefined) return undefined;
  if (entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] as object).length === 0)) return NO_MANAGERS;
  const decoded = decodeManagers(entries);
  return decoded === undefined || decoded.size === 0 ? undefined : decoded;
};
