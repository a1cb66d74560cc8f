import { findResource, type ResourceRow, resourceRow } from "./resources.ts";

/** Kinds that operators of known products define, in the version that they store: served where their definition is installed. */
export const CUSTOM_KINDS: readonly ResourceRow[] = Object.freeze([
  {
    resource: "tidbclusters.pingcap.com",
    group: "pingcap.com",
    version: "v1alpha1",
    plural: "tidbclusters",
    singular: "tidbcluster",
    kind: "TidbCluster",
    namespaced: true,
    shortNames: ["tc"],
    categories: [],
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    subresources: [],
  },
]);

/** Returns the row of a resource such as `deployments.apps` or `tidbclusters.pingcap.com`; undefined when none is known. */
export const knownRow = (resource: string): ResourceRow | undefined =>
  resourceRow(resource) ?? CUSTOM_KINDS.find((row) => row.resource === resource);

/** Finds the resource that a user means by `deploy`, or by `tc`, `TidbCluster` or `tidbclusters.pingcap.com`. */
export const findKind = (text: string): ResourceRow | undefined => findResource(text) ?? CUSTOM_KINDS.find((row) => isNameOf(row, text));

const isNameOf = ({ plural, singular, shortNames, group, version }: ResourceRow, text: string): boolean => {
  const [name = "", ...rest] = text.toLowerCase().split(".");
  return [plural, singular, ...shortNames].includes(name) && ["", group, `${version}.${group}`].includes(rest.join("."));
};
