import { goQuote } from "#core/go-quote.ts";
import { apiVersionOf, resourceRow } from "#kube/objects/resources.ts";
import { parseApiPath } from "#kube/ports/api-path.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { refuseAccess } from "../../policy/rbac/refuse-access.ts";
import { openApiV2 } from "../../schema/openapi/answer-open-api.ts";
import { OPEN_API_V2_PROTOBUF, openApiV2Head } from "../../schema/openapi/version-two.ts";
import { parseServedPath } from "../../schema/served-resources.ts";
import type { ApiAnswer, ApiRequest } from "../api-request.ts";
import type { UserInfo } from "../client.ts";
import { aggregatedDiscovery } from "../discovery/aggregated.ts";
import { answerHealth } from "../discovery/health.ts";
import { handle } from "../handle.ts";
import { requestInfo } from "../request-info.ts";
import { badRequest, failure, methodNotAllowed, unknownPath } from "../status.ts";
import { streamProblem } from "../subresources/pod-stream.ts";
import { sentKindOf } from "../subresources/sent-kinds.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { impersonate } from "./impersonate.ts";
import { answerLog, shiftLines } from "./log-answer.ts";
import { type Encoding, negotiate, OBJECT_TYPES, type Transform } from "./media-type.ts";
import { firstValues, isTrue, parseQuery, type Query } from "./query.ts";
import { type Body, isPatchType, readBody } from "./read-body.ts";
import { plainResponse, respond, statusResponse, textResponse, writingOf } from "./respond.ts";
import { shiftTimes, shiftTimestamp } from "./shift-times.ts";
import { streamRequest } from "./stream-request.ts";
import { answerWatch } from "./watch-answer.ts";

/** Answers one HTTP request to the API server as the real one does, at this instant. */
export const answerHttp = (world: World, request: HttpRequest): HttpAnswer => {
  const given = answerAs(world, request);
  return request.method === "HEAD" && given.kind === "response" ? { ...given, body: "" } : given;
};

const answerAs = (world: World, request: HttpRequest): HttpAnswer => {
  if (request.user === undefined) return statusResponse(UNAUTHORIZED);
  const user = impersonate(world, request.user, request.headers);
  if (!user.ok) return statusResponse(user.error);
  const all = parseQuery(request.query);
  const dryRuns = all.get("dryRun");
  const query = dryRuns === undefined ? firstValues(all) : { ...firstValues(all), dryRun: dryRuns.join(",") };
  if (!isDecodable(request.path)) return plainResponse(400, "400 Bad Request");
  const call: Call = { request, user: user.value, all, ...withoutWatchPrefix(request.path, query) };
  const { path } = call;
  const forbidden = refuseAccess(world, user.value, requestInfo(request.method, path, call.query), request.path);
  return forbidden === undefined ? answerAllowed(world, call) : statusResponse(forbidden);
};

/** Status 404 for a patch of a missing object, which comes before errors in the patch. */
const missingObject = (world: World, { request, path, user }: Call): Status | undefined => {
  if (request.method !== "PATCH" || !isPatchType(request.headers["content-type"] ?? "")) return undefined;
  const found = handle(world, { method: "GET", path, query: {}, user });
  return found.status === 404 ? (found.body as Status) : undefined;
};

/** Authorised request. */
interface Call {
  readonly request: HttpRequest;
  readonly user: UserInfo;
  readonly all: Query;
  readonly query: Readonly<Record<string, string>>;
  readonly path: string;
}

const UNAUTHORIZED = failure(401, "Unauthorized", "Unauthorized");

/** Rewrites `/api/v1/watch/pods`, the legacy form of a watch; a single object is watched by its name. */
const withoutWatchPrefix = (path: string, query: Readonly<Record<string, string>>): Pick<Call, "path" | "query"> => {
  const plain = path.replace(/^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/watch\//, "$1/");
  if (plain === path) return { path, query };
  const { name } = parseApiPath(plain) ?? {};
  if (name === undefined) return { path: plain, query: { ...query, watch: "true" } };
  return { path: plain.slice(0, plain.lastIndexOf("/")), query: { ...query, watch: "true", fieldSelector: `metadata.name=${name}` } };
};

const isDecodable = (path: string): boolean => !/%(?![0-9A-Fa-f]{2})/.test(path);

const answerAllowed = (world: World, call: Call): HttpAnswer => {
  const { request, all, path, query } = call;
  const health = answerHealth(path, query);
  if (health !== undefined) return plainResponse(health.status, health.text, { "x-content-type-options": "nosniff" });
  const target = parseServedPath(world, path);
  if (target === undefined) return answerElsewhere(world, call);
  const stream = streamRequest(target, all);
  const method = METHODS[request.method];
  if (stream !== undefined && (method === "GET" || method === "POST")) {
    const problem = portsProblem(all);
    if (problem !== undefined) return statusResponse(badRequest(problem));
    if (request.headers["upgrade"] !== undefined) return { kind: "upgrade", stream };
    return statusResponse(streamProblem(world, call.user, stream) ?? badRequest("Upgrade request required"));
  }
  if (method === undefined) return statusResponse(methodNotAllowed());
  const encoding = negotiateFor(request, query, UNTABLED.has(target.subresource ?? "") ? allowsMetadata : allowsTransform);
  if (encoding === undefined) return statusResponse(notAcceptable(request.headers["accept"] ?? "", producedBy(target, request.method)));
  const sentKind = sentKindOf(target.row, target.subresource);
  const body = readBody(request, {
    apiVersion: apiVersionOf(sentKind),
    kind: sentKind.kind,
    isCustom: resourceRow(target.row.resource) === undefined,
  });
  if (!body.ok) return statusResponse(missingObject(world, call) ?? body.error, encoding);
  const asked = apiRequest(call, method, body.value, encoding);
  const { shiftMs = 0 } = request;
  const included = encoding.as?.kind === "Table" ? includeProblem(query["includeObject"] ?? "") : undefined;
  if (included !== undefined) return statusResponse(included);
  const writing = writingOf(world, target.row, encoding, { shiftMs, includeObject: query["includeObject"] });
  if (method === "GET" && target.subresource === undefined && target.name === undefined && isTrue(query["watch"])) {
    return answerWatch(world, asked, target, writing);
  }
  if (method === "GET" && target.subresource === "log" && isTrue(query["follow"])) return answerLog(world, asked, target, writing);
  const given = request.body.length > STORED_BYTES_MAX ? answerTooLarge(world, asked, request.body.length) : handle(world, asked);
  const isLog = target.subresource === "log" && typeof given.body === "string";
  if (isLog && given.status === 204) return { kind: "response", status: 204, headers: { "cache-control": "no-cache, private" }, body: "" };
  if (!isLog) return respond(world, given, writing);
  return plainResponse(given.status, shiftLines(given.body as string, query, shiftMs), { "content-type": "text/plain" });
};

const portsProblem = (query: Query): string | undefined => {
  const odd = (query.get("ports") ?? []).flatMap((value) => value.split(",")).find((text) => !/^\d+$/.test(text));
  return odd === undefined ? undefined : `cannot convert to []int32: strconv.ParseUint: parsing ${goQuote(odd)}: invalid syntax`;
};

const includeProblem = (text: string): Status | undefined =>
  ["", "Metadata", "None", "Object"].includes(text)
    ? undefined
    : badRequest(
        `Unable to convert to Table as requested: includeObject: Invalid value: ${goQuote(text)}: must be 'Metadata', 'Object', 'None', or empty`,
      );

/** Largest request that etcd accepts, bytes; the server reads bodies up to twice as large. */
const STORED_BYTES_MAX = 1_572_864;

/** Largest message that the server's etcd client sends, bytes. */
const SENT_BYTES_MAX = 2 * 1024 * 1024;

/** Refusal of an object that is too large for etcd; every other error comes first. */
const answerTooLarge = (world: World, asked: ApiRequest, bytes: number): ApiAnswer => {
  const tried = handle(world, { ...asked, query: { ...asked.query, dryRun: "All" } });
  if (tried.status >= 300) return tried;
  const message =
    bytes > SENT_BYTES_MAX
      ? `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${bytes} vs. ${SENT_BYTES_MAX})`
      : "etcdserver: request is too large";
  return { status: 500, body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 } };
};

const METHODS: Readonly<Record<string, ApiRequest["method"]>> = {
  GET: "GET",
  HEAD: "GET",
  POST: "POST",
  PUT: "PUT",
  PATCH: "PATCH",
  DELETE: "DELETE",
};

const negotiateFor = (
  { headers }: HttpRequest,
  query: Readonly<Record<string, string>>,
  allows: (transform: Transform) => boolean,
): Encoding | undefined =>
  negotiate({ accept: headers["accept"] ?? "", userAgent: headers["user-agent"] ?? "", pretty: query["pretty"] ?? "" }, allows);

const allowsTransform = ({ kind, group, version }: Transform): boolean =>
  group === "meta.k8s.io" &&
  (version === "v1" || version === "v1beta1") &&
  (kind === "Table" || kind === "PartialObjectMetadata" || kind === "PartialObjectMetadataList");

/** Subresources without a Table. */
const UNTABLED: ReadonlySet<string> = new Set(["resize", "ephemeralcontainers", "approval"]);

const allowsMetadata = (transform: Transform): boolean => transform.kind !== "Table" && allowsTransform(transform);

/** Status 406 for unsupported media types, worded by the route for unknown types and by the handler for unsupported conversions. */
const notAcceptable = (accept: string, produced: readonly string[] | undefined): Status => {
  const isKnown = produced === undefined || /application\/(?:json|yaml|vnd\.kubernetes\.protobuf|\*)|\*\/\*/.test(accept);
  if (isKnown) return failure(406, "NotAcceptable", `only the following media types are accepted: ${OBJECT_TYPES.join(", ")}`);
  return failure(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${produced.join(", ")}`, {});
};

/** Media types that the route of a resource produces, in the server's order. */
const producedBy = (
  { name, subresource }: { readonly name?: string | undefined; readonly subresource?: string | undefined },
  method: string,
): readonly string[] => {
  if (subresource === "log") return ["text/plain", ...OBJECT_TYPES];
  return name === undefined && method === "GET" ? [...OBJECT_TYPES, ...STREAMED_TYPES] : OBJECT_TYPES;
};

const STREAMED_TYPES = ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];

const apiRequest = ({ request, user, query, path }: Call, method: ApiRequest["method"], body: Body, encoding: Encoding): ApiRequest => {
  const { shiftMs = 0 } = request;
  const { value, patchType, strictErrors } = body;
  return {
    method,
    path,
    query: shiftQuery(query, -shiftMs),
    user,
    ...(value !== undefined && { body: shiftTimes(value, -shiftMs) }),
    ...(patchType !== undefined && { patchType }),
    ...(query["fieldManager"] && { fieldManager: query["fieldManager"] }),
    userAgent: request.headers["user-agent"] ?? "",
    ...(strictErrors !== undefined && { strictErrors }),
    ...(encoding.as?.kind === "Table" && { as: "table" as const }),
  };
};

const shiftQuery = (query: Readonly<Record<string, string>>, shiftMs: number): Readonly<Record<string, string>> =>
  shiftMs === 0 || query["sinceTime"] === undefined ? query : { ...query, sinceTime: shiftTimestamp(query["sinceTime"], shiftMs) };

/** Answers discovery and unknown paths. */
const answerElsewhere = (world: World, call: Call): HttpAnswer => {
  const { request, path, query } = call;
  const trimmed = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (trimmed === "/openapi/v2" && METHODS[request.method] === "GET") return answerOpenApiV2(world, request.headers["accept"] ?? "");
  const isIndex = trimmed === "/api" || trimmed === "/apis";
  const encoding = negotiateFor(request, query, ({ kind, group, version }) => isIndex && isDiscovery(kind, group, version));
  const method = METHODS[request.method];
  if (encoding?.as !== undefined && method === "GET") return aggregated(world, call, trimmed, encoding);
  const found = handle(world, { method: "GET", path, query, user: call.user });
  if (found.text !== undefined) return openApiResponse(found, found.text);
  const writing = writingOf(world, undefined, encoding ?? FALLBACK, { shiftMs: 0 });
  if (found.status >= 300 || typeof found.body === "string") return respond(world, found, writing);
  if (encoding === undefined)
    return statusResponse(notAcceptable(request.headers["accept"] ?? "", trimmed === "/version" ? [OBJECT_TYPES[0]] : undefined));
  // The list of groups is given to whoever asks, in whatever way.
  if (method !== "GET" && trimmed !== "/apis")
    return /^\/(?:apis?|version)\//.test(`${trimmed}/`) ? statusResponse(methodNotAllowed()) : statusResponse(unknownPath());
  const vary = isIndex ? { vary: "Accept" } : {};
  // People read these by curl; their indentation is part of them.
  const isAlwaysPretty = trimmed === "/version" || trimmed === "/";
  return textResponse(200, JSON.stringify(found.body), { ...encoding, pretty: encoding.pretty || isAlwaysPretty }, vary);
};

/** Answer with an OpenAPI document, which is kept as text with its headers. */
const openApiResponse = ({ status, headers }: ApiAnswer, body: string): HttpAnswer => ({
  kind: "response",
  status,
  headers: { "cache-control": "no-cache, private", ...headers },
  body,
});

const answerOpenApiV2 = (world: World, accept: string): HttpAnswer => {
  const isProtobuf = /^application\/com\.github\.proto-openapi\.spec\.v2/.test(accept);
  return {
    kind: "response",
    status: 200,
    headers: {
      "cache-control": "no-cache, private",
      "content-type": isProtobuf ? OPEN_API_V2_PROTOBUF : "application/json",
      vary: "Accept",
    },
    body: isProtobuf ? openApiV2Head() : openApiV2(world),
  };
};

const FALLBACK: Encoding = { format: "json", pretty: false, as: undefined, accepted: "application/json" };

const isDiscovery = (kind: string, group: string, version: string): boolean =>
  kind === "APIGroupDiscoveryList" && group === "apidiscovery.k8s.io" && (version === "v2" || version === "v2beta1");

const aggregated = (world: World, { request }: Call, path: string, encoding: Encoding): HttpAnswer => {
  const version = encoding.as?.version ?? "v2";
  const { text, etag } = aggregatedDiscovery(world, path === "/api", version);
  const accepted = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  const headers = { "cache-control": "public", etag, vary: "Accept" };
  if (request.headers["if-none-match"] === etag) return { kind: "response", status: 304, headers, body: "" };
  return textResponse(200, text, { ...encoding, accepted }, headers);
};
