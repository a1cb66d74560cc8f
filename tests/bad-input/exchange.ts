import { request as httpsRequest } from "node:https";
import type { BadRequest } from "./request.ts";

/** An API server with the credentials of the caller. */
export interface ApiServer {
  /** Address, with a path prefix if there is one. */
  readonly server: string;
  readonly authority: string;
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** An answer without what belongs to one cluster. */
export interface Exchanged {
  readonly status: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body: a whole Status, or the kind of an object, or text. */
  readonly body: unknown;
}

/** Sends one request and reads its answer to the end. */
export const exchange = async (api: ApiServer, request: BadRequest): Promise<Exchanged> => {
  const { status, headers, text } = await send(api, request);
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, withoutPlace(`${headers[name]}`)]])),
  );
  return {
    status,
    type: `${headers["content-type"] ?? ""}`,
    ...(Object.keys(kept).length > 0 && { headers: kept }),
    body: readBody(status, text),
  };
};

/** Headers that describe the refusal. */
const KEPT_HEADERS = ["allow", "retry-after", "warning", "www-authenticate"] as const;

/** Timeout, ms: longer than any answer takes, including a watch of one second. */
const TIMEOUT_MS = 20_000;

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const send = (api: ApiServer, request: BadRequest): Promise<Received> =>
  new Promise((done, fail) => {
    const body = bodyOf(request);
    const type = request.type ?? (body === undefined ? "" : "application/json");
    const sent = httpsRequest(
      `${api.server}${request.path}`,
      {
        method: request.method ?? "GET",
        ca: api.authority,
        agent: false,
        timeout: TIMEOUT_MS,
        ...credentialsOf(api, request),
        headers: {
          accept: request.accept ?? "application/json",
          ...(type !== "" && { "content-type": type }),
          ...(body !== undefined && { "content-length": body.length }),
          ...credentialHeaders(api, request),
          ...request.headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.on("error", fail);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`${request.title}: no answer`)));
    sent.on("error", (cause) => fail(new Error(`${request.title}: ${cause.message}`)));
    sent.end(body);
  });

const bodyOf = ({ body, bytes }: BadRequest): Buffer | undefined => {
  if (bytes !== undefined) return Buffer.from(bytes, "base64");
  if (body === undefined) return undefined;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
};

const credentialsOf = ({ certificate, key }: ApiServer, { credentials }: BadRequest): object =>
  credentials === undefined && certificate !== undefined ? { cert: certificate, key } : {};

const credentialHeaders = ({ token }: ApiServer, { credentials }: BadRequest): Readonly<Record<string, string>> => {
  if (credentials === "unknown token") return { authorization: "Bearer nobody-has-this" };
  if (credentials === "forged token") return { authorization: `Bearer ${FORGED}` };
  if (credentials === "basic") return { authorization: `Basic ${Buffer.from("jane:secret").toString("base64")}` };
  return credentials === undefined && token !== undefined ? { authorization: `Bearer ${token}` } : {};
};

/** An expired ServiceAccount token with a signature of no known key. */
const FORGED = [
  { alg: "RS256", kid: "abc" },
  {
    aud: ["https://kubernetes.default.svc.cluster.local"],
    exp: 1_600_003_600,
    iat: 1_600_000_000,
    iss: "https://kubernetes.default.svc.cluster.local",
    "kubernetes.io": { namespace: "default", serviceaccount: { name: "default", uid: "abc" } },
    sub: "system:serviceaccount:default:default",
  },
  "signature",
]
  .map((part) => Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url"))
  .join(".");

const readBody = (status: number, text: string): unknown => {
  const plain = withoutPlace(text);
  if (plain.startsWith('{"type":')) return plain.trim().split("\n").map(eventOf);
  try {
    const { kind, ...rest } = JSON.parse(plain) as { readonly kind?: string };
    if (kind === "Status" || status >= 400) return { ...rest, kind };
    return { kind };
  } catch {
    return plain;
  }
};

const eventOf = (line: string): unknown => {
  const { type, object } = JSON.parse(line) as {
    readonly type: string;
    readonly object: { readonly kind: string; readonly message?: string };
  };
  return object.kind === "Status" ? { type, object } : `${type} ${object.kind}`;
};

/** Removes numbers of versions, addresses and ids, which belong to one cluster. */
export const withoutPlace = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<UID>")
    .replaceAll(/(current: |version: \d+ \(|in record \()\d+/g, "$1<RV>")
    .replaceAll(/(resourceVersion\\*":\\*")\d+/g, "$1<RV>")
    .replaceAll(/larger than max \(\d+/g, "larger than max (<BYTES>")
    .replaceAll(/(assigned to node \\")[^\\"]+/g, "$1<NODE>")
    .replaceAll(/(NodeName\\*": \\*")[^"\\]+/g, "$1<NODE>")
    .replaceAll(/\b(10|172)\.\d+\.\d+\.\d+\b/g, "<ADDRESS>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<TIME>");
