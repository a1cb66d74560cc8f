import { canonicalJson } from "#core/canonical-json.ts";
import { hashText } from "#core/digest.ts";
import { type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { servedRows } from "../../schema/served-resources.ts";
import { isServed } from "./is-served.ts";
import { subresourceEntry } from "./subresource-entry.ts";

/** One document about all groups, as `apidiscovery.k8s.io` has it. */
export interface AggregatedDiscovery {
  /** JSON. */
  readonly text: string;
  readonly etag: string;
}

/** Aggregated discovery document: of the core group, or of all named groups. */
export const aggregatedDiscovery = (world: World, isCore: boolean, version: string): AggregatedDiscovery => {
  const rows = servedRows(world);
  const isWhole = rows.every((row) => isServed(world, row));
  const known = kept.get(rows) ?? new Map<string, AggregatedDiscovery>();
  kept.set(rows, known);
  const key = `${isCore} ${isWhole} ${version}`;
  let found = known.get(key);
  if (found === undefined) {
    found = render(
      rows.filter((row) => (row.group === "") === isCore && isServed(world, row)),
      version,
    );
    known.set(key, found);
  }
  return found;
};

/** Documents by served rows, which stay the same value until a definition changes. */
const kept = new WeakMap<readonly ResourceRow[], Map<string, AggregatedDiscovery>>();

const render = (rows: readonly ResourceRow[], version: string): AggregatedDiscovery => {
  const items = groupsOf(rows).map(groupItem);
  const body = { kind: "APIGroupDiscoveryList", apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
  const digest = [...hashText(canonicalJson(items))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { text: JSON.stringify(body), etag: `"${digest.toUpperCase()}"` };
};

/** The rows of each group and of each version in it, in order. */
const groupsOf = (rows: readonly ResourceRow[]): readonly (readonly [string, readonly ResourceRow[]])[] => {
  const groups = new Map<string, ResourceRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups];
};

const groupItem = ([name, rows]: readonly [string, readonly ResourceRow[]]): unknown => {
  const versions = [...new Set(rows.map(({ version }) => version))];
  return {
    metadata: name === "" ? {} : { name },
    versions: versions.map((version) => ({
      version,
      resources: rows.filter((row) => row.version === version).map(resourceItem),
      freshness: "Current",
    })),
  };
};

const resourceItem = (row: ResourceRow): unknown => ({
  resource: row.plural,
  responseKind: kindOf(row, row.kind),
  scope: row.namespaced ? "Namespaced" : "Cluster",
  singularResource: row.singular,
  verbs: row.verbs,
  ...(row.shortNames.length > 0 && { shortNames: row.shortNames }),
  ...(row.categories.length > 0 && { categories: row.categories }),
  ...(row.subresources.length > 0 && { subresources: row.subresources.map((name) => subresourceItem(row, name)) }),
});

const subresourceItem = (row: ResourceRow, subresource: string): unknown => {
  const { group, version, kind, verbs } = subresourceEntry(row, subresource);
  return { subresource, responseKind: group === undefined ? kindOf(row, kind) : { group, version, kind }, verbs };
};

/** Kind in discovery; the server's own kinds leave out the group and version that enclose them. */
const kindOf = (row: ResourceRow, kind: string): unknown =>
  resourceRow(row.resource) === undefined ? { group: row.group, version: row.version, kind } : { group: "", version: "", kind };
