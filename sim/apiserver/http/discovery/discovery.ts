import { encodeBase64 } from "#core/base64.ts";
import { hashText } from "#core/digest.ts";
import { keepFor } from "#core/keep-for.ts";
import { apiVersionOf, type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import type { ApiAnswer } from "../api-request.ts";
import { type DiscoveredGroups, discoveredGroups } from "./discovered-groups.ts";
import { healthPaths } from "./health.ts";
import { answerIssuer, serverAddress } from "./issuer.ts";
import { subresourceEntry } from "./subresource-entry.ts";

/** The Kubernetes version that the server reports. */
export const SERVER_VERSION = Object.freeze({
  major: "1",
  minor: "35",
  emulationMajor: "1",
  emulationMinor: "35",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "34",
  gitVersion: "v1.35.4",
  gitCommit: "7b8e3f1c9b2d4a6f8e0c1d3b5a79f2e4c6d8b0a1",
  gitTreeState: "clean",
  buildDate: "2026-04-14T15:02:11Z",
  goVersion: "go1.25.8",
  compiler: "gc",
  platform: "linux/amd64",
});

/** Answers discovery paths; undefined for all others. */
export const answerDiscovery = (world: World, path: string): ApiAnswer | undefined => {
  const trimmed = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (LONGER.test(trimmed)) return undefined;
  const body = trimmed === "/api" ? apiVersions(world) : (documentsOf(world).get(trimmed) ?? answerIssuer(world, trimmed));
  return body === undefined ? undefined : { status: 200, body };
};

/** Paths behind the documents: most requests have one. */
const LONGER = /^\/api(?:s\/[^/]+)?\/[^/]+\/./;

const apiVersions = (world: World): unknown => ({
  kind: "APIVersions",
  versions: ["v1"],
  serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: serverAddress(world) }],
});

const documentsOf = (world: World): ReadonlyMap<string, unknown> => documentsFor(discoveredGroups(world));

/** Documents by what there is to discover, which stays the same value until something about it changes. */
const documentsFor = keepFor((found: DiscoveredGroups): ReadonlyMap<string, unknown> => new Map(documents(found)));

const CHECKED = ["/healthz", "/livez", "/readyz"];

const OTHER_PATHS = [
  "/.well-known/openid-configuration",
  "/api",
  "/apis",
  "/apis/",
  "/metrics",
  "/metrics/slis",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
  "/openid/v1/jwks",
  "/version",
];

type GroupVersion = Pick<ResourceRow, "group" | "version">;

/** Groups in discovery order, each with its versions. */
const groups = (served: readonly GroupVersion[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { group, version } of served) {
    const versions = found.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    found.set(group, versions);
  }
  return found;
};

const groupBody = (name: string, versions: readonly string[]): Readonly<Record<string, unknown>> => {
  const rows = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: rows, preferredVersion: rows[0] };
};

const resourceList = (served: readonly ResourceRow[], group: string, version: string): unknown => {
  const groupVersion = apiVersionOf({ group, version });
  const rows = served.filter((row) => row.group === group && row.version === version);
  const frame = { kind: "APIResourceList", ...(group !== "" && { apiVersion: "v1" }), groupVersion };
  return {
    ...frame,
    resources: rows.flatMap((row) => [resourceEntry(row), ...row.subresources.map((name) => subresourceItem(row, name))]),
  };
};

const resourceEntry = (row: ResourceRow): unknown => entryOf(row, storageHash(row));

/** A short name for how objects of a resource are stored: it changes when that does. */
const storageHash = ({ resource, group, version, kind, verbs }: ResourceRow): string | undefined => {
  if (!verbs.includes("list") || resource === "componentstatuses" || group === "metrics.k8s.io") return undefined;
  const stored = STORED_OTHERWISE[resource] ?? `${group}/${resourceRow(resource)?.version ?? version}`;
  return encodeBase64(hashText(`${stored}/${kind}`).slice(0, 8));
};

/** Groups and versions whose resources are stored in a newer group or version. */
const STORED_OTHERWISE: Readonly<Record<string, string>> = {
  "events.events.k8s.io": "/v1",
  "customresourcedefinitions.apiextensions.k8s.io": "apiextensions.k8s.io/v1beta1",
  "volumeattributesclasses.storage.k8s.io": "storage.k8s.io/v1beta1",
};

const entryOf = (
  { plural, singular, namespaced, kind, verbs, shortNames, categories }: ResourceRow,
  storageVersionHash: string | undefined,
): unknown => ({
  name: plural,
  singularName: singular,
  namespaced,
  kind,
  verbs,
  ...(shortNames.length > 0 && { shortNames }),
  ...(categories.length > 0 && { categories }),
  ...(storageVersionHash !== undefined && { storageVersionHash }),
});

const subresourceItem = (row: ResourceRow, subresource: string): unknown => {
  const { kind, verbs, ...other } = subresourceEntry(row, subresource);
  return { name: `${row.plural}/${subresource}`, singularName: "", namespaced: row.namespaced, ...other, kind, verbs };
};

const documents = ({ rows, stale }: DiscoveredGroups): readonly (readonly [string, unknown])[] => {
  const served = [...groups(rows)];
  // What another server should serve is listed, whether it answers or not.
  const named = [...groups([...rows, ...stale])].filter(([name]) => name !== "");
  const lists = served.flatMap(([group, versions]) =>
    versions.map(
      (version) => [group === "" ? `/api/${version}` : `/apis/${group}/${version}`, resourceList(rows, group, version)] as const,
    ),
  );
  const index = [
    ...OTHER_PATHS,
    ...named.map(([name]) => `/apis/${name}`),
    ...lists.map(([path]) => path),
    ...CHECKED.flatMap((path) => [path, ...healthPaths(path)]),
  ];
  return [
    ["/version", SERVER_VERSION],
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups: named.map(([name, versions]) => groupBody(name, versions)) }],
    ...named.map(([name, versions]) => [`/apis/${name}`, { kind: "APIGroup", apiVersion: "v1", ...groupBody(name, versions) }] as const),
    ...lists,
    ...CHECKED.map((path) => [path, "ok"] as const),
    ["/", { paths: index.sort() }],
  ];
};
