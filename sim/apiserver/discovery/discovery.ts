import { apiVersionOf, type ResourceRow } from "#kube/resources.ts";
import type { World } from "../../kernel/world.ts";
import type { ApiAnswer } from "../api-request.ts";
import { servedRows } from "../served-resources.ts";

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

/** Answers the paths that tell what the server serves; undefined for all others. */
export const answerDiscovery = (world: World, path: string): ApiAnswer | undefined => {
  const trimmed = path.length > 1 ? path.replace(/\/$/, "") : path;
  const body = documentsOf(servedRows(world)).get(trimmed);
  return body === undefined ? undefined : { status: 200, body };
};

const documentsOf = (rows: readonly ResourceRow[]): ReadonlyMap<string, unknown> => {
  let known = documentsByRows.get(rows);
  if (known === undefined) {
    known = new Map(documents(rows));
    documentsByRows.set(rows, known);
  }
  return known;
};

/** What is served is a value that stays the same until a definition changes. */
const documentsByRows = new WeakMap<readonly ResourceRow[], ReadonlyMap<string, unknown>>();

/** Groups in discovery order, each with its versions. */
const groups = (served: readonly ResourceRow[]): ReadonlyMap<string, readonly string[]> => {
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
    resources: rows.flatMap((row) => [resourceEntry(row), ...row.subresources.map((name) => subresourceEntry(row, name))]),
  };
};

const resourceEntry = ({ plural, singular, namespaced, kind, verbs, shortNames, categories }: ResourceRow): unknown => ({
  name: plural,
  singularName: singular,
  namespaced,
  kind,
  verbs,
  ...(shortNames.length > 0 && { shortNames }),
  ...(categories.length > 0 && { categories }),
});

const subresourceEntry = ({ plural, namespaced, kind }: ResourceRow, name: string): unknown => {
  const { verbs, ...other } = SUBRESOURCE_KINDS[name] ?? { verbs: ["get", "patch", "update"] };
  return { name: `${plural}/${name}`, singularName: "", namespaced, kind, ...other, verbs };
};

const SUBRESOURCE_KINDS: Readonly<
  Record<string, { readonly verbs: readonly string[]; readonly kind?: string; readonly group?: string; readonly version?: string }>
> = {
  scale: { group: "autoscaling", version: "v1", kind: "Scale", verbs: ["get", "patch", "update"] },
  log: { verbs: ["get"] },
  exec: { kind: "PodExecOptions", verbs: ["create", "get"] },
  attach: { kind: "PodAttachOptions", verbs: ["create", "get"] },
  portforward: { kind: "PodPortForwardOptions", verbs: ["create", "get"] },
  binding: { kind: "Binding", verbs: ["create"] },
  eviction: { group: "policy", version: "v1", kind: "Eviction", verbs: ["create"] },
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] },
  finalize: { verbs: ["update"] },
  proxy: { verbs: ["create", "delete", "get", "patch", "update"] },
};

const health = ["/healthz", "/livez", "/readyz"].map((path) => [path, "ok"] as const);

const documents = (rows: readonly ResourceRow[]): readonly (readonly [string, unknown])[] => {
  const served = [...groups(rows)];
  const named = served.filter(([name]) => name !== "");
  const lists = served.flatMap(([group, versions]) =>
    versions.map(
      (version) => [group === "" ? `/api/${version}` : `/apis/${group}/${version}`, resourceList(rows, group, version)] as const,
    ),
  );
  const index = [
    "/api",
    "/apis",
    ...named.map(([name]) => `/apis/${name}`),
    ...lists.map(([path]) => path),
    "/version",
    ...health.map(([path]) => path),
  ];
  return [
    ["/version", SERVER_VERSION],
    [
      "/api",
      { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "10.0.0.10:6443" }] },
    ],
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups: named.map(([name, versions]) => groupBody(name, versions)) }],
    ...named.map(([name, versions]) => [`/apis/${name}`, { kind: "APIGroup", apiVersion: "v1", ...groupBody(name, versions) }] as const),
    ...lists,
    ...health,
    ["/", { paths: index.sort() }],
  ];
};
