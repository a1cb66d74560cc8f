import type { ResourceRow } from "#kube/objects/resources.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { KubeList, KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { customColumns } from "../../schema/custom/printer-columns.ts";
import { otherVersion } from "../../schema/kinds/other-versions.ts";
import { parseServedPath } from "../../schema/served-resources.ts";
import { getObject } from "../../store/store.ts";
import { withManagedFields } from "../../write/apply/show-managed-fields.ts";
import type { ApiAnswer } from "../api-request.ts";
import { type Encoder, encodeJson, encodeMetadata, encodeMetadataList, isList } from "./encode-json.ts";
import { inGoOrder } from "./go-order.ts";
import type { HttpAnswer, HttpHeaders } from "./http.ts";
import type { Encoding } from "./media-type.ts";
import { renderYaml } from "./yaml.ts";

/** Encoding and encoder of an answer. */
export interface Writing {
  readonly encoding: Encoding;
  readonly encoder: Encoder;
  /** Resource that was asked for; undefined outside resources. */
  readonly row: ResourceRow | undefined;
}

/** Encoder of the objects of a request. */
export const writingOf = (
  world: World,
  row: ResourceRow | undefined,
  encoding: Encoding,
  { shiftMs, includeObject }: { readonly shiftMs: number; readonly includeObject?: string | undefined },
): Writing => ({
  encoding,
  row,
  encoder: {
    shiftMs,
    show: (object) => inGoOrder(withManagedFields(world, object as KubeObject)),
    isTyped: row === undefined || resourceRow(row.resource) !== undefined,
    ...(includeObject === "None" || includeObject === "Object" ? { includeObject } : {}),
  },
});

/** Writes an answer of the API as HTTP. */
export const respond = (world: World, { status, body, warnings = [], headers: own = {} }: ApiAnswer, writing: Writing): HttpAnswer => {
  const headers = warnings.length === 0 ? {} : { warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) };
  if (typeof body === "string") return plainResponse(status, body, { ...headers, ...own });
  const retryAfter = (body as Status).details?.retryAfterSeconds;
  const all = retryAfter === undefined ? headers : { ...headers, "retry-after": `${retryAfter}` };
  const isDone = status < 300 && (body as KubeObject).kind !== "Status";
  return textResponse(status, isDone ? writeBody(world, body, writing) : encodeJson(body, { shiftMs: 0 }), writing.encoding, all);
};

/** JSON of an answer: the objects, or their Table or PartialObjectMetadata. */
export const writeBody = (world: World, body: unknown, { encoding, encoder, row }: Writing): string => {
  switch (row === undefined ? undefined : encoding.as?.kind) {
    case "Table":
      return encodeJson(tableOf(world, row as ResourceRow, body), encoder);
    case "PartialObjectMetadata":
      return isList(body) ? encodeJson(body, encoder) : encodeMetadata(body as object, encoder);
    case "PartialObjectMetadataList":
      return isList(body) ? encodeMetadataList(body, encoder) : encodeJson(body, encoder);
    default:
      return encodeJson(body, encoder);
  }
};

/** Body of an answer to a client that asked for JSON on this path and needs no shift of times. */
export const writtenText = (world: World, path: string, body: unknown): string => {
  const isPretty = path === "/version" || path === "/" || path === "/version/";
  const writing = writingOf(world, parseServedPath(world, path)?.row, { ...JSON_ONLY, pretty: isPretty }, { shiftMs: 0 });
  return formatted(writeBody(world, body, writing), writing.encoding);
};

const tableOf = (world: World, row: ResourceRow, body: unknown): unknown =>
  (body as KubeObject).kind === "Table"
    ? body
    : toTable(row, storedForm(world, row, body), { nowMs: world.nowMs(), columns: customColumns(world, row) });

/** Converts to the stored version, in which table columns are defined. */
const storedForm = (world: World, row: ResourceRow, body: unknown): KubeObject | KubeList => {
  if (otherVersion(row) === undefined) return body as KubeObject | KubeList;
  const stored = ({ metadata }: KubeObject): KubeObject | undefined => getObject(world, row.resource, metadata.namespace, metadata.name);
  if (!isList(body)) return stored(body as KubeObject) ?? (body as KubeObject);
  return { ...body, items: body.items.map((item) => stored(item as KubeObject) ?? item) } as unknown as KubeList;
};

/** A Status as HTTP. */
export const statusResponse = (status: Status, encoding?: Encoding, headers: HttpHeaders = {}): HttpAnswer =>
  textResponse(status.code ?? 500, encodeJson(status, { shiftMs: 0 }), encoding ?? JSON_ONLY, headers);

/** Plain text as HTTP. */
export const plainResponse = (status: number, body: string, headers: HttpHeaders = {}): HttpAnswer => ({
  kind: "response",
  status,
  headers: {
    ...COMMON,
    "content-type": "text/plain; charset=utf-8",
    ...(status === 404 && { "x-content-type-options": "nosniff" }),
    ...headers,
  },
  body,
});

/** JSON text as HTTP, in the format that was agreed. */
export const textResponse = (status: number, json: string, encoding: Encoding, headers: HttpHeaders = {}): HttpAnswer => ({
  kind: "response",
  status,
  headers: { ...COMMON, "content-type": encoding.accepted, ...headers },
  body: formatted(json, encoding),
});

const COMMON = { "cache-control": "no-cache, private" } as const;
const JSON_ONLY: Encoding = { format: "json", pretty: false, as: undefined, accepted: "application/json" };

const formatted = (json: string, { format, pretty }: Encoding): string => {
  if (format === "yaml") return renderYaml(JSON.parse(json));
  return pretty ? JSON.stringify(JSON.parse(json), undefined, 2) : `${json}\n`;
};
