import { apiVersionOf, findResource, RESOURCES, type ResourceRow, resourceOfKind, splitApiVersion } from "#kube/objects/resources.ts";
import { CommandFailure } from "./errors.ts";
import type { Session } from "./session.ts";

/**
 * Finds the resource for `po`, `deploy`, `deployments.apps`; asks the server for custom ones.
 *
 * @throws CommandFailure in kubectl's words when there is none
 */
export const requireKind = async (session: Session, text: string): Promise<ResourceRow> => {
  if (text === "ev") session.warn('short name "ev" could also match lower priority resource events.events.k8s.io');
  const row = knownKind(text) ?? (await findVersioned(session, text)) ?? (await findDiscovered(session, text));
  if (row === undefined) throw new CommandFailure(`the server doesn't have a resource type ${JSON.stringify(text.split(".")[0])}`);
  return row;
};

/** Finds a built-in resource by name; short names are case-sensitive, others are not. */
const knownKind = (text: string): ResourceRow | undefined => {
  const [name = "", second, ...others] = text.split(".");
  const grouped = others.length === 0 ? undefined : findResource(`${name}.${others.join(".")}`);
  // A short name means the version that is preferred, whichever is named after it.
  if (grouped?.shortNames.includes(name) && /^v\d/.test(second ?? "")) return grouped;
  const row = findResource(text);
  // A version alone is taken for a group, and the core group has no name.
  if (row?.group === "" && second && others.length === 0) return undefined;
  return row?.shortNames.includes(name.toLowerCase()) && name !== name.toLowerCase() ? undefined : row;
};

/** Finds `horizontalpodautoscalers.v1.autoscaling`, a version beside the preferred one, to which a short name still refers. */
const findVersioned = async (session: Session, text: string): Promise<ResourceRow | undefined> => {
  const [name = "", version = "", ...rest] = text.split(".");
  const row = rest.length === 0 ? undefined : knownKind(`${name}.${rest.join(".")}`);
  if (row === undefined) return undefined;
  const served = await readGroupVersion(session, row.group, version);
  if (!served.some(({ plural }) => plural === row.plural)) return undefined;
  return row.shortNames.includes(name) ? row : { ...row, version };
};

/** Finds the resource of an object's apiVersion and kind; undefined when the server does not serve it. */
export const kindOfObject = async (session: Session, apiVersion: string, kind: string): Promise<ResourceRow | undefined> => {
  const known =
    resourceOfKind(apiVersion, kind) ?? RESOURCES.find((row) => row.kind.toLowerCase() === kind && apiVersionOf(row) === apiVersion);
  if (known !== undefined) return known;
  const { group, version } = splitApiVersion(apiVersion);
  return (await readGroupVersion(session, group, version)).find((row) => row.kind === kind);
};

/** Resources of a category such as `all`, in the order of discovery; none for the name of a kind. */
export const kindsOfCategory = async (session: Session, category: string): Promise<readonly ResourceRow[]> => {
  const builtIn = BY_CATEGORY.get(category) ?? [];
  if (builtIn.length === 0 && findResource(category) !== undefined) return [];
  return [...builtIn, ...(await discoverKinds(session)).filter((row) => row.categories.includes(category))];
};

const BY_CATEGORY: ReadonlyMap<string, readonly ResourceRow[]> = new Map(
  [...new Set(RESOURCES.flatMap(({ categories }) => categories))].map((category) => [
    category,
    RESOURCES.filter((row) => row.categories.includes(category)),
  ]),
);

/** Label of an object's kind: `pod`, `deployment.apps`. */
export const kindLabel = (row: Pick<ResourceRow, "kind" | "group">): string =>
  row.group === "" ? row.kind.toLowerCase() : `${row.kind.toLowerCase()}.${row.group}`;

interface DiscoveredResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** Lists the custom resources that the server serves. */
export const discoverKinds = async (session: Session): Promise<readonly ResourceRow[]> => {
  const response = await session.cluster.read({ path: "/apis" });
  if (response.status !== 200) return [];
  const groups = (response.body as { groups?: readonly { name: string; preferredVersion?: { version: string } }[] }).groups ?? [];
  const builtIn = new Set(RESOURCES.map((row) => row.group));
  const rows: ResourceRow[] = [];
  for (const group of groups)
    if (!builtIn.has(group.name) && group.preferredVersion)
      rows.push(...(await readGroupVersion(session, group.name, group.preferredVersion.version)));
  return rows;
};

interface ServedGroup {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string; readonly version: string }[];
  readonly preferredVersion?: { readonly version: string };
}

const readGroups = async (session: Session): Promise<readonly ServedGroup[]> => {
  const response = await session.cluster.read({ path: "/apis" });
  return response.status === 200 ? ((response.body as { groups?: readonly ServedGroup[] }).groups ?? []) : [];
};

/** Findings of a look at all groups. */
interface ServedKinds {
  /** Every resource once, in the preferred version of its group where that has it. */
  readonly rows: readonly ResourceRow[];
  /** Group versions that answer, sorted. */
  readonly versions: readonly string[];
}

/** Looks at all that the server serves; group versions whose own server does not answer are left out without a word, as stale ones are. */
export const servedKinds = async (session: Session): Promise<ServedKinds> => {
  const found = new Map((await readGroupVersion(session, "", "v1")).map((row) => [row.resource, row]));
  const versions = ["v1"];
  for (const { name, versions: given } of await readGroups(session)) {
    // The preferred version is the first.
    for (const { version, groupVersion } of given) {
      const rows = await readServed(session, name, version);
      if (rows === "unavailable") continue;
      versions.push(groupVersion);
      for (const row of rows) if (!found.has(row.resource)) found.set(row.resource, row);
    }
  }
  return {
    rows: found.size === 0 ? RESOURCES : [...found.values()],
    versions: [...new Set(versions)].sort(),
  };
};

const readGroupVersion = async (session: Session, group: string, version: string): Promise<readonly ResourceRow[]> => {
  const rows = await readServed(session, group, version);
  return rows === "unavailable" ? [] : rows;
};

const readServed = async (session: Session, group: string, version: string): Promise<readonly ResourceRow[] | "unavailable"> => {
  const response = await session.cluster.read({ path: group === "" ? `/api/${version}` : `/apis/${group}/${version}` });
  if (response.status === 503) return "unavailable";
  if (response.status !== 200) return [];
  const resources = (response.body as { resources?: readonly DiscoveredResource[] }).resources ?? [];
  const isOf = (plural: string) => resources.flatMap(({ name }) => (name.startsWith(`${plural}/`) ? [name.slice(plural.length + 1)] : []));
  return resources
    .filter((resource) => !resource.name.includes("/"))
    .map((resource) => ({ ...toRow(resource, group, version), subresources: isOf(resource.name) }));
};

const toRow = (resource: DiscoveredResource, group: string, version: string): ResourceRow => ({
  resource: group === "" ? resource.name : `${resource.name}.${group}`,
  group,
  version,
  plural: resource.name,
  singular: resource.singularName,
  kind: resource.kind,
  namespaced: resource.namespaced,
  shortNames: resource.shortNames ?? [],
  categories: resource.categories ?? [],
  verbs: resource.verbs,
  subresources: [],
});

const findDiscovered = async (session: Session, text: string): Promise<ResourceRow | undefined> => {
  const lower = text.toLowerCase();
  const [name = "", version = "", ...group] = lower.split(".");
  // A version beside the preferred one is known by its full name alone.
  const versioned = group.length > 0 && /^v\d/.test(version) ? await readGroupVersion(session, group.join("."), version) : [];
  const exact = versioned.find(({ plural, singular, kind }) => [plural, singular, kind.toLowerCase()].includes(name));
  if (exact !== undefined) return exact;
  const rows = await discoverKinds(session);
  return rows.find((row) =>
    [row.plural, row.singular, row.kind.toLowerCase(), ...row.shortNames].some(
      (known) => known === lower || `${known}.${row.group}` === lower || `${known}.${row.version}.${row.group}` === lower,
    ),
  );
};
