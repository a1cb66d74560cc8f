import { invariant } from "#core/invariant.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { knownRow } from "../objects/custom-kinds.ts";
import { OTHER_VERSIONS, RESOURCES, type ResourceRow } from "../objects/resources.ts";

/** Target of an API path. */
export interface ApiTarget {
  /** Plural with group: `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  /** Missing: the whole collection. */
  readonly name?: string | undefined;
  /** `status`, `scale`, `log`, `proxy/metrics`, …. */
  readonly subresource?: string | undefined;
}

/**
 * Builds the absolute path of an object, a collection or a subresource.
 *
 * @throws InvariantViolation for a resource that is not in the catalogue
 */
export const apiPath = ({ resource, ...place }: ApiTarget): string => {
  const row = knownRow(resource);
  invariant(row !== undefined, `no resource ${resource}`);
  return pathIn(row, place);
};

/** Builds the absolute path of an object, a collection or a subresource of a row, in the catalogue or beyond. */
export const pathIn = (row: ResourceRow, { namespace, name, subresource }: Omit<ApiTarget, "resource">): string => {
  let path = groupVersionPath(row);
  if (row.namespaced && namespace !== undefined && namespace !== "") path += `/namespaces/${segment(namespace)}`;
  path += `/${row.plural}`;
  if (name !== undefined) path += `/${segment(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
};

/** `/api/v1` or `/apis/<group>/<version>`. */
export const groupVersionPath = ({ group, version }: Pick<ResourceRow, "group" | "version">): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;

/**
 * Parses a path; undefined if it is not of a known resource.
 *
 * @param otherRow finds resources beyond the catalogue by the path of their collection, `/apis/example.com/v1/widgets`
 */
export const parseApiPath = (path: string, otherRow?: OtherRow): ParsedPath | undefined => {
  const parsed = keptPath(path, parseCataloguePath);
  return parsed === undefined && otherRow !== undefined ? parsePath(path, otherRow) : parsed;
};

type ParsedPath = ApiTarget & { readonly row: ResourceRow };
type OtherRow = (collection: string) => ResourceRow | undefined;

/** Parsed paths of the catalogue: the same few are requested at every step. */
const keptPath = keepUpTo<string, ParsedPath | undefined>(4096);

const parseCataloguePath = (path: string): ParsedPath | undefined => parsePath(path, (collection) => byPath.get(collection));

const parsePath = (given: string, rowOf: OtherRow): ParsedPath | undefined => {
  // Servers decode a path before they take it apart.
  const path = decode(given);
  if (path.includes("//")) return undefined;
  const parts = path.split("/").filter((part) => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  const prefix = `/${parts.slice(0, parts.length - rest.length).join("/")}`;
  if (rest.length === 0) return undefined;
  // `/api/v1/namespaces/x/status` is a subresource of the namespace; `/api/v1/namespaces/x/pods` is a collection in it.
  const inNamespace =
    rest[0] === "namespaces" && rest.length >= 3 && !(prefix === "/api/v1" && NAMESPACE_SUBRESOURCES.has(rest[2] as string));
  const [plural, name, ...sub] = inNamespace ? rest.slice(2) : rest;
  const row = rowOf(`${prefix}/${plural}`);
  if (row === undefined || (inNamespace && !row.namespaced)) return undefined;
  return {
    row,
    resource: row.resource,
    namespace: inNamespace ? (rest[1] as string) : undefined,
    name,
    subresource: sub.length === 0 ? undefined : sub.join("/"),
  };
};

const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

const byPath: ReadonlyMap<string, ResourceRow> = new Map(
  [...RESOURCES, ...OTHER_VERSIONS].map((row) => [`${groupVersionPath(row)}/${row.plural}`, row]),
);

/** Encodes a path segment; a colon, as in RBAC names, is allowed by RFC 3986 and left as it is, as kubectl does. */
const segment = (text: string): string => (PLAIN.test(text) ? text : encodeURIComponent(text).replaceAll("%3A", ":"));

/** Pattern of most names, which need no encoding. */
const PLAIN = /^[a-z0-9.-]+$/;

const decode = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
