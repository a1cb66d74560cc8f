import type { Found } from "../command-line/targets.ts";
import { kindLabel } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";

/** Removes managedFields, as every printer of kubectl does by default. */
export const cleanObject = (object: Manifest, withManagedFields = false): Manifest => {
  if (withManagedFields || object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
};

/** Builds the List that kubectl prints for several objects. */
export const listOf = (items: readonly Manifest[]): Readonly<Record<string, unknown>> => ({
  apiVersion: "v1",
  items,
  kind: "List",
  metadata: { resourceVersion: "" },
});

/** Prints `pod/web-0` for each. */
export const printNames = (session: Session, found: readonly Found[]): void => {
  for (const { row, object } of found) session.line(`${kindLabel(row)}/${object.metadata.name}`);
};
