import type { PatchType } from "#kube/cluster-port.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import type { ApiAnswer, ApiRequest } from "../api-request.ts";
import { showManagedFields } from "../apply/show-managed-fields.ts";
import { duplicateFields } from "../codec/duplicate-fields.ts";
import { customColumns } from "../custom/printer-columns.ts";
import { handle } from "../handle.ts";
import { parseServedPath } from "../served-resources.ts";
import { failure } from "../status.ts";
import { encodeJson } from "./encode-json.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { answerLog } from "./log-answer.ts";
import { bodyType, type Encoding, negotiate, OBJECT_TYPES, type Transform } from "./media-type.ts";
import { firstValues, isTrue, parseQuery } from "./query.ts";
import { shiftTimes, shiftTimestamp } from "./shift-times.ts";
import { streamRequest } from "./stream-request.ts";
import { decodeUtf8 } from "./utf8.ts";
import { answerWatch } from "./watch-answer.ts";

/** Answers one HTTP request to the API server as the real one does, at this instant. */
export const answerHttp = (world: World, request: HttpRequest): HttpAnswer => {
  const { shiftMs = 0, user } = request;
  const raw = parseQuery(request.query);
  const query = firstValues(raw);
  const encoding = negotiate(
    { accept: request.headers["accept"] ?? "", userAgent: request.headers["user-agent"] ?? "", pretty: query["pretty"] ?? "" },
    allowsTransform,
  );
  if (user === undefined) return statusResponse(UNAUTHORIZED, encoding);
  if (encoding === undefined) return statusResponse(notAcceptable());
  const method = METHODS[request.method];
  if (method === undefined)
    return statusResponse(failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}));
  const body = readBody(request, encoding);
  if (!body.ok) return statusResponse(body.status, encoding);
  const asked: ApiRequest = {
    method,
    path: request.path,
    query: shiftQuery(query, -shiftMs),
    user,
    ...(body.value !== undefined && { body: shiftTimes(body.value, -shiftMs) }),
    ...(body.patchType !== undefined && { patchType: body.patchType }),
    ...(query["fieldManager"] && { fieldManager: query["fieldManager"] }),
    userAgent: request.headers["user-agent"] ?? "",
    ...(body.strictErrors !== undefined && { strictErrors: body.strictErrors }),
    ...(encoding.as?.kind === "Table" && { as: "table" as const }),
  };
  const target = parseServedPath(world, request.path);
  const stream = target === undefined ? undefined : streamRequest(target, raw);
  if (stream !== undefined && request.headers["upgrade"] !== undefined) return { kind: "upgrade", stream };
  if (target !== undefined && method === "GET") {
    if (isTrue(query["watch"]) && target.subresource === undefined) return answerWatch(world, asked, encoding);
    if (target.subresource === "log" && isTrue(query["follow"])) return answerLog(world, asked);
  }
  return respond(world, asked, handle(world, asked), encoding, shiftMs);
};

const METHODS: Readonly<Record<string, ApiRequest["method"]>> = {
  GET: "GET",
  HEAD: "GET",
  POST: "POST",
  PUT: "PUT",
  PATCH: "PATCH",
  DELETE: "DELETE",
};

const UNAUTHORIZED = failure(401, "Unauthorized", "Unauthorized");

const notAcceptable = (): Status =>
  failure(406, "NotAcceptable", `only the following media types are accepted: ${OBJECT_TYPES.join(", ")}`);

const allowsTransform = ({ kind, group, version }: Transform): boolean =>
  group === "meta.k8s.io" &&
  (version === "v1" || version === "v1beta1") &&
  (kind === "Table" || kind === "PartialObjectMetadata" || kind === "PartialObjectMetadataList");

const shiftQuery = (query: Readonly<Record<string, string>>, shiftMs: number): Readonly<Record<string, string>> =>
  shiftMs === 0 || query["sinceTime"] === undefined ? query : { ...query, sinceTime: shiftTimestamp(query["sinceTime"], shiftMs) };

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

type Body =
  | { readonly ok: true; readonly value: unknown; readonly patchType?: PatchType; readonly strictErrors?: readonly string[] }
  | { readonly ok: false; readonly status: Status };

const readBody = ({ method, headers, body }: HttpRequest, _encoding: Encoding): Body => {
  if (body.length === 0) return { ok: true, value: undefined };
  const type = bodyType(headers["content-type"] ?? "application/json");
  const patchType = method === "PATCH" ? PATCH_TYPES[type] : undefined;
  try {
    const text = decodeUtf8(body);
    const value: unknown = JSON.parse(text);
    return { ok: true, value, strictErrors: duplicateErrors(text, patchType), ...(patchType !== undefined && { patchType }) };
  } catch {
    return { ok: false, status: failure(400, "BadRequest", "the object provided is unrecognized") };
  }
};

/** Applied configurations are read as YAML, which words it differently. */
const duplicateErrors = (text: string, patchType: PatchType | undefined): readonly string[] =>
  duplicateFields(text).map((path) =>
    patchType === "apply"
      ? `line 1: key ${JSON.stringify(path.split(".").pop())} already set in map`
      : `duplicate field ${JSON.stringify(path)}`,
  );

const statusResponse = (status: Status, encoding?: Encoding): HttpAnswer => jsonResponse(status.code ?? 500, status, 0, encoding);

const respond = (
  world: World,
  asked: ApiRequest,
  { status, body, warnings = [] }: ApiAnswer,
  encoding: Encoding,
  shiftMs: number,
): HttpAnswer => {
  const warned = warnings.length === 0 ? {} : { warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) };
  if (typeof body === "string") {
    return { kind: "response", status, headers: { "content-type": "text/plain; charset=utf-8", ...warned }, body };
  }
  const row = parseServedPath(world, asked.path)?.row;
  const isTable =
    asked.as === "table" &&
    status < 300 &&
    row !== undefined &&
    (body as KubeObject).kind !== "Table" &&
    (body as KubeObject).kind !== "Status";
  const shown = isTable
    ? toTable(row, body as KubeObject, { nowMs: world.nowMs(), columns: customColumns(world, row) })
    : showManagedFields(world, body);
  return jsonResponse(status, shown, shiftMs, encoding, warned);
};

const jsonResponse = (
  status: number,
  value: unknown,
  shiftMs: number,
  encoding: Encoding | undefined,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): HttpAnswer => {
  const compact = encodeJson(value, shiftMs);
  const body = encoding?.pretty === true ? JSON.stringify(JSON.parse(compact), undefined, 2) : compact;
  return {
    kind: "response",
    status,
    headers: { "content-type": "application/json", "cache-control": "no-cache, private", ...headers },
    body: `${body}\n`,
  };
};
