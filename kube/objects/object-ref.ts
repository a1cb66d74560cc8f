import type { KubeObject } from "../types/meta.ts";
import { findKind, knownRow } from "./custom-kinds.ts";
import { type ResourceRow, resourceOfKind } from "./resources.ts";

/** One object of a cluster by name. */
export interface ObjectRef {
  /** Plural with group: `deployments.apps`. */
  readonly resource: string;
  /** Missing for cluster-scoped kinds, and where the text leaves it to the context. */
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Parses `deployment/geo`, `deploy/geo`, `deployments.apps/geo` or `deployment/shop/geo` (kind/namespace/name).
 *
 * @param namespace for a namespaced kind that names none
 * @returns undefined when the text has another form or the kind is unknown
 */
export const parseObjectRef = (text: string, namespace?: string): ObjectRef | undefined => {
  const parts = text.split("/");
  const row = findKind(parts[0] ?? "");
  if (row === undefined || parts.length < 2 || parts.length > 3 || parts.some((part) => part === "")) return undefined;
  if (parts.length === 3)
    return row.namespaced ? { resource: row.resource, namespace: parts[1] as string, name: parts[2] as string } : undefined;
  const name = parts[1] as string;
  return row.namespaced && namespace !== undefined ? { resource: row.resource, namespace, name } : { resource: row.resource, name };
};

/** Renders `deployment/geo`, or `deployment/shop/geo` if the namespace is asked for. */
export const formatObjectRef = ({ resource, namespace, name }: ObjectRef, options: { readonly withNamespace?: boolean } = {}): string => {
  const kind = knownRow(resource)?.singular ?? resource;
  return options.withNamespace === true && namespace !== undefined ? `${kind}/${namespace}/${name}` : `${kind}/${name}`;
};

/** Reference to an object; undefined for a kind that the catalogue lacks. */
export const refOf = ({ apiVersion, kind, metadata }: KubeObject): ObjectRef | undefined => {
  const row: ResourceRow | undefined = resourceOfKind(apiVersion, kind);
  if (row === undefined) return undefined;
  const place = { resource: row.resource, name: metadata.name };
  return metadata.namespace === undefined ? place : { ...place, namespace: metadata.namespace };
};
