import type { ResourceRow } from "#kube/objects/resources.ts";
import type { ManagedFieldsEntry } from "#kube/structured-merge/managers.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";
import { LAST_APPLIED } from "./last-applied.ts";

/** The object that a server-side apply has just written, with the options of further requests for it. */
export interface AppliedObject {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  /** The object with its managedFields. */
  readonly object: Manifest;
  readonly fieldManager: string;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Moves the fields of client-side apply to the server-side manager, so that a server-side apply can remove them.
 *
 * @returns true if there were any: then the apply must be sent again
 */
export const migrateManagers = async (session: Session, applied: AppliedObject): Promise<boolean> => {
  const object = await keepAnnotation(session, applied);
  const before = entriesOf(object);
  const names = new Set(
    before.filter((entry) => entry.operation === "Update" && ownsAnnotation(entry)).map(({ manager }) => manager ?? ""),
  );
  if (names.size === 0) return false;
  const after = [...names].reduce((entries, name) => upgraded(entries, name, applied.fieldManager), before);
  const body = [
    { op: "replace", path: "/metadata/managedFields", value: after },
    { op: "replace", path: "/metadata/resourceVersion", value: object.metadata.resourceVersion },
  ];
  await patch(session, applied, { patchType: "json", body, fieldManager: applied.fieldManager });
  return true;
};

/** Gives the annotation of client-side apply an owner that keeps it, if `kubectl` itself applies. */
const keepAnnotation = async (session: Session, applied: AppliedObject): Promise<Manifest> => {
  const { object, fieldManager } = applied;
  const { name, namespace, annotations } = object.metadata;
  const config = annotations?.[LAST_APPLIED];
  const isOwned = entriesOf(object).some((entry) => entry.operation === "Apply" && ownsAnnotation(entry));
  if (fieldManager !== "kubectl" || config === undefined || isOwned) return object;
  const metadata = { name, ...(namespace !== undefined && { namespace }), annotations: { [LAST_APPLIED]: config } };
  const body = { apiVersion: object.apiVersion, kind: object.kind, metadata };
  return patch(session, applied, { patchType: "apply", body, fieldManager: "kubectl-last-applied" });
};

interface Patch {
  readonly patchType: "apply" | "json";
  readonly body: unknown;
  readonly fieldManager: string;
}

const patch = (session: Session, { row, namespace, object, query }: AppliedObject, change: Patch): Promise<Manifest> =>
  session.write({ method: "PATCH", path: resourcePath(row, namespace, object.metadata.name), query, managedFields: true, ...change });

const entriesOf = ({ metadata }: Manifest): readonly ManagedFieldsEntry[] =>
  (metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];

type FieldSet = Readonly<Record<string, unknown>>;

const ownsAnnotation = ({ fieldsV1 }: ManagedFieldsEntry): boolean => {
  const metadata = (fieldsV1 as FieldSet | undefined)?.["f:metadata"] as FieldSet | undefined;
  return (metadata?.["f:annotations"] as FieldSet | undefined)?.[`f:${LAST_APPLIED}`] !== undefined;
};

/** Merges the entry of one client-side manager into that of the server-side manager. */
const upgraded = (entries: readonly ManagedFieldsEntry[], client: string, server: string): readonly ManagedFieldsEntry[] => {
  const isClient = (entry: ManagedFieldsEntry): boolean => entry.manager === client && entry.operation === "Update" && !entry.subresource;
  const known = entries.find((entry) => entry.manager === server && entry.operation === "Apply" && !entry.subresource);
  const target = known ?? entries.find(isClient);
  if (target === undefined) return entries;
  const same = entries.find((entry) => isClient(entry) && entry.apiVersion === target.apiVersion);
  const fieldsV1 = union((target.fieldsV1 ?? {}) as FieldSet, (same?.fieldsV1 ?? {}) as FieldSet);
  const merged = { ...target, manager: server, operation: "Apply" as const, fieldsV1 };
  return entries.map((entry) => (entry === target ? merged : entry)).filter((entry) => entry === merged || !isClient(entry));
};

const union = (a: FieldSet, b: FieldSet): FieldSet => {
  const merged: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) merged[key] = key in a ? union(a[key] as FieldSet, value as FieldSet) : value;
  return merged;
};
