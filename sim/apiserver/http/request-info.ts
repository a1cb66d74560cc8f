import { keepUpTo } from "#core/keep-up-to.ts";

/** Attributes of a request that its line alone gives; authorization checks them whether or not the path is served. */
export interface RequestInfo {
  readonly verb: string;
  /** Undefined for a path that is no resource. */
  readonly resource: ResourceAttributes | undefined;
}

interface ResourceAttributes {
  readonly group: string;
  readonly namespace: string | undefined;
  readonly plural: string;
  readonly subresource: string | undefined;
  readonly name: string | undefined;
}

/** Reads the line of a request as the API server's filters do. */
export const requestInfo = (method: string, path: string, query: Readonly<Record<string, string>>): RequestInfo => {
  const place = placeOf(path);
  if (place === undefined) return { verb: method.toLowerCase(), resource: undefined };
  const { resource, legacy } = place;
  const selected = resource.name === undefined ? nameInSelector(query["fieldSelector"] ?? "") : undefined;
  const verb = legacy ?? verbOf(method, resource.name !== undefined, query);
  const isCollective = verb === "list" || verb === "watch" || verb === "deletecollection";
  return { verb, resource: isCollective && selected !== undefined ? { ...resource, name: selected } : resource };
};

/** Attributes of a path alone; undefined for paths that are no resource. */
interface Place {
  readonly resource: ResourceAttributes;
  /** Verb in the path of a legacy request. */
  readonly legacy: string | undefined;
}

/** Place of a path, cached, since the same few paths are requested at every step. */
const placeOf = (path: string): Place | undefined => keptPlace(path, readPath);

const keptPlace = keepUpTo<string, Place | undefined>(4096);

const readPath = (path: string): Place | undefined => {
  const parts = path.split("/").filter((part) => part !== "");
  const prefixed = parts[0] === "api" ? 2 : 3;
  if ((parts[0] !== "api" && parts[0] !== "apis") || parts.length <= prefixed) return undefined;
  const rest = parts.slice(prefixed);
  const legacy = rest.length > 1 ? LEGACY_VERBS[rest[0] as string] : undefined;
  return { resource: attributesOf(parts[0] === "api" ? "" : (parts[1] as string), legacy === undefined ? rest : rest.slice(1)), legacy };
};

/** Legacy path prefixes that name the verb. */
const LEGACY_VERBS: Readonly<Record<string, string>> = { watch: "watch", proxy: "proxy" };

const attributesOf = (group: string, parts: readonly string[]): ResourceAttributes => {
  const isInNamespace = parts[0] === "namespaces" && parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] as string);
  const [plural = "", name, subresource] = isInNamespace ? parts.slice(2) : parts;
  // A namespace is in itself, so that rights inside it cover looking at it.
  const namespace = parts[0] === "namespaces" ? parts[1] : undefined;
  return { group, namespace, plural, name: name && decode(name), subresource };
};

const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

const verbOf = (method: string, isNamed: boolean, query: Readonly<Record<string, string>>): string => {
  if (method === "GET" || method === "HEAD") {
    if (isNamed) return "get";
    const watch = query["watch"];
    return watch !== undefined && watch !== "false" && watch !== "0" ? "watch" : "list";
  }
  if (method === "DELETE") return isNamed ? "delete" : "deletecollection";
  return VERBS[method] ?? "";
};

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch" };

/** Name in a field selector: a permission to get one object by name also allows listing and watching it. */
const nameInSelector = (selector: string): string | undefined => /(?:^|,)metadata\.name==?([^,=!]+)(?:,|$)/.exec(selector)?.[1];

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
