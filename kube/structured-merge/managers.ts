import { EMPTY_SET, type FieldSet, isEmptySet, parseFieldSet, sameSet, sortSet } from "./field-set.ts";

/** Ownership of one manager over fields of an object. */
export interface Manager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
  readonly fields: FieldSet;
  /** Time of its last change, RFC 3339, whole seconds; undefined if the server does not know it. */
  readonly time: string | undefined;
}

/** The managers of an object, by id. */
export type Managers = ReadonlyMap<string, Manager>;

/** An empty map of managers. */
export const NO_MANAGERS: Managers = new Map();

/** One entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
  readonly subresource?: string;
}

/** Identity of a manager: an updater has an entry per API version and subresource, an applier one per subresource. */
export const managerId = ({ manager, operation, apiVersion, subresource }: Omit<Manager, "fields" | "time">): string =>
  JSON.stringify({
    ...(manager !== "" && { manager }),
    operation,
    ...(operation === "Update" && { apiVersion }),
    ...(subresource && { subresource }),
  });

/** Encodes managers as `metadata.managedFields`: appliers first, then by time. */
export const encodeManagers = (managers: Managers): readonly ManagedFieldsEntry[] =>
  [...managers.values()].sort(inListOrder).map(encodeManager);

/** Decodes the entries that a client sent; undefined if they are malformed. */
export const decodeManagers = (entries: readonly ManagedFieldsEntry[]): Managers | undefined => {
  const managers = new Map<string, Manager>();
  for (const { manager = "", operation, apiVersion = "", time, fieldsType, fieldsV1 = {}, subresource } of entries) {
    const fields = parseFieldSet(fieldsV1);
    if ((operation !== "Apply" && operation !== "Update") || apiVersion === "" || fieldsType !== "FieldsV1" || fields === undefined)
      return undefined;
    const decoded: Manager = { manager, operation, apiVersion, subresource: subresource || undefined, fields, time };
    managers.set(managerId(decoded), decoded);
  }
  return managers;
};

/** True if the same managers own the same fields; times are ignored. */
export const sameManagers = (a: Managers, b: Managers): boolean =>
  a === b ||
  (a.size === b.size &&
    [...a].every(([id, { apiVersion, fields }]) => {
      const other = b.get(id);
      return other !== undefined && other.apiVersion === apiVersion && sameSet(other.fields, fields);
    }));

/** Maps the field sets of managers; managers that own nothing afterwards are removed. */
export const mapManagers = (managers: Managers, change: (manager: Manager, id: string) => FieldSet): Managers => {
  const changed = new Map<string, Manager>();
  for (const [id, manager] of managers) {
    const fields = change(manager, id);
    if (!isEmptySet(fields)) changed.set(id, fields === manager.fields ? manager : { ...manager, fields });
  }
  return changed;
};

/** Copies the managers with one added or replaced. */
export const withManager = (managers: Managers, manager: Manager): Managers => new Map(managers).set(managerId(manager), manager);

/** Returns the fields that a manager owns, by its id. */
export const fieldsOf = (managers: Managers, id: string): FieldSet => managers.get(id)?.fields ?? EMPTY_SET;

const inListOrder = (a: Manager, b: Manager): number =>
  compare(a.operation, b.operation) ||
  compare(a.time ?? "", b.time ?? "") ||
  compare(a.manager, b.manager) ||
  compare(a.apiVersion, b.apiVersion) ||
  compare(a.subresource ?? "", b.subresource ?? "");

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const encodeManager = ({ manager, operation, apiVersion, subresource, fields, time }: Manager): ManagedFieldsEntry => ({
  ...(manager !== "" && { manager }),
  operation,
  apiVersion,
  ...(time !== undefined && { time }),
  fieldsType: "FieldsV1",
  fieldsV1: sortSet(fields),
  ...(subresource && { subresource }),
});
