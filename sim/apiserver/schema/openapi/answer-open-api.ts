import type { World } from "../../../kernel/world.ts";
import type { ApiAnswer, ApiRequest } from "../../http/api-request.ts";
import { type CustomResource, customResources } from "../custom/custom-resources.ts";
import { servedRows } from "../served-resources.ts";
import { customDocument } from "./custom-document.ts";
import { type OpenApiText, openApiTexts } from "./open-api-text.ts";
import { openApiV2Text } from "./version-two.ts";

/** Answers the paths of OpenAPI documents, `/openapi/v3` and below; undefined for all others. */
export const answerOpenApi = (world: World, { path, query }: ApiRequest): ApiAnswer | undefined => {
  if (path === INDEX || path === `${INDEX}/`) return answerIndex(world);
  if (!path.startsWith(`${INDEX}/`)) return undefined;
  const asked = path.slice(INDEX.length + 1);
  const texts = servedTexts(world);
  const document = texts.get(asked);
  if (document === undefined) return texts.size === 0 ? undefined : { status: 404, headers: {}, text: "", body: undefined };
  const etag = { etag: JSON.stringify(document.hash), vary: "Accept" };
  const { hash } = query;
  if (hash !== undefined && hash !== document.hash) {
    const headers = { ...etag, location: addressOf(asked, document), "content-type": "application/json" };
    return { status: 301, headers, text: "", body: undefined };
  }
  // What is asked for by its hash never changes.
  const kept = hash === undefined ? {} : { "cache-control": "public, immutable" };
  return answerText(document, { ...etag, ...kept, "content-type": "application/json" });
};

/** The one document of version 2 that older clients and other programs read. */
export const openApiV2 = (world: World): string => openApiV2Text(servedTexts(world));

const INDEX = "/openapi/v3";

const answerIndex = (world: World): ApiAnswer | undefined => {
  const document = indexText(world);
  return document === undefined ? undefined : answerText(document, { "content-type": "text/plain; charset=utf-8" });
};

/** Answers with a document as text; in-process callers get it parsed. */
const answerText = (document: OpenApiText, headers: Readonly<Record<string, string>>): ApiAnswer => ({
  status: 200,
  headers,
  text: document.text,
  get body() {
    let parsed = parsedDocuments.get(document);
    if (parsed === undefined) {
      parsed = JSON.parse(document.text) as object;
      parsedDocuments.set(document, parsed);
    }
    return parsed;
  },
});

const parsedDocuments = new WeakMap<OpenApiText, object>();

const indexText = (world: World): OpenApiText | undefined => {
  const texts = servedTexts(world);
  if (texts.size === 0) return undefined;
  const paths = [...texts.keys()].sort().map((path) => [path, { serverRelativeURL: addressOf(path, texts.get(path) as OpenApiText) }]);
  return { hash: "", text: JSON.stringify({ paths: Object.fromEntries(paths) }) };
};

const addressOf = (path: string, { hash }: OpenApiText): string => `${INDEX}/${path}?hash=${hash}`;

const servedTexts = (world: World): ReadonlyMap<string, OpenApiText> => {
  const own = openApiTexts(world);
  const sample = own.get(SAMPLE);
  if (sample === undefined) return own;
  const served = servedPaths(world);
  const texts = new Map([...own].filter(([path]) => path !== SAMPLE && (!path.startsWith("api") || served.has(path))));
  for (const [path, resources] of customGroups(world)) texts.set(path, customDocument(sample, resources));
  return texts;
};

const SAMPLE = "custom";

const servedPaths = (world: World): ReadonlySet<string> => {
  const paths = servedRows(world).flatMap(({ group, version }) =>
    group === "" ? [`api/${version}`] : [`apis/${group}/${version}`, `apis/${group}`],
  );
  return new Set(["api", "apis", ...paths]);
};

const customGroups = (world: World): ReadonlyMap<string, readonly CustomResource[]> =>
  Map.groupBy(customResources(world).all, ({ row }) => `apis/${row.group}/${row.version}`);
