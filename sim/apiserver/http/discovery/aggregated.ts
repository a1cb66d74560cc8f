import { canonicalJson } from "#core/canonical-json.ts";
import { hashText } from "#core/digest.ts";
import { keepFor } from "#core/keep-for.ts";
import { type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import type { RemoteGroup } from "../aggregated-server.ts";
import { type DiscoveredGroups, discoveredGroups } from "./discovered-groups.ts";
import { subresourceEntry } from "./subresource-entry.ts";

/** One document about all groups, as `apidiscovery.k8s.io` has it. */
export interface AggregatedDiscovery {
  /** JSON. */
  readonly text: string;
  readonly etag: string;
}

/** Aggregated discovery document: of the core group, or of all named groups. */
export const aggregatedDiscovery = (world: World, isCore: boolean, version: string): AggregatedDiscovery => {
  const groups = discoveredGroups(world);
  const known = kept(groups);
  const key = `${isCore} ${version}`;
  let found = known.get(key);
  if (found === undefined) {
    found = render(isCore ? CORE : NAMED, groups, version);
    known.set(key, found);
  }
  return found;
};

/** Documents by what there is to discover, which stays the same value until something about it changes. */
const kept = keepFor((_groups: DiscoveredGroups) => new Map<string, AggregatedDiscovery>());

const CORE = ({ group }: { readonly group: string }): boolean => group === "";
const NAMED = ({ group }: { readonly group: string }): boolean => group !== "";

const render = (isMeant: typeof CORE, { rows, stale }: DiscoveredGroups, version: string): AggregatedDiscovery => {
  const items = groupsOf(rows.filter(isMeant), stale.filter(isMeant)).map(groupItem);
  const body = { kind: "APIGroupDiscoveryList", apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
  const digest = [...hashText(canonicalJson(items))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { text: JSON.stringify(body), etag: `"${digest.toUpperCase()}"` };
};

interface Group {
  readonly rows: readonly ResourceRow[];
  /** Versions that nobody answers for. */
  readonly stale: readonly string[];
}

/** The rows of each group and its stale versions, in order. */
const groupsOf = (rows: readonly ResourceRow[], stale: readonly RemoteGroup[]): readonly (readonly [string, Group])[] => {
  const groups = new Map<string, { readonly rows: ResourceRow[]; readonly stale: string[] }>();
  const groupOf = (name: string) => {
    const found = groups.get(name) ?? { rows: [], stale: [] };
    groups.set(name, found);
    return found;
  };
  for (const row of rows) groupOf(row.group).rows.push(row);
  for (const { group, version } of stale) groupOf(group).stale.push(version);
  return [...groups];
};

const groupItem = ([name, { rows, stale }]: readonly [string, Group]): unknown => {
  const versions = [...new Set(rows.map(({ version }) => version))];
  const current = versions.map((version) => ({
    version,
    resources: rows.filter((row) => row.version === version).map(resourceItem),
    freshness: "Current",
  }));
  return { metadata: name === "" ? {} : { name }, versions: [...current, ...stale.map((version) => ({ version, freshness: "Stale" }))] };
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
