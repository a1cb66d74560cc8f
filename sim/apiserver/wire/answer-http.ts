import { parse as parseYaml } from "yaml";
import { parseApiPath } from "#kube/api-path.ts";
import type { PatchType } from "#kube/cluster-port.ts";
import type { World } from "../../kernel/world.ts";
import type { ApiAnswer, ApiRequest } from "../api-request.ts";
import { handle } from "../handle.ts";
import { badRequest, failure } from "../status.ts";
import { storeRevision } from "../store.ts";
import { watchEvents } from "../watch/watch-events.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { shiftTimes, shiftTimestamp } from "./shift-times.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Answers one request over HTTP at this instant, or opens the stream that it asks for. */
export const answerHttp = (world: World, request: HttpRequest): HttpAnswer => {
  const { user, shiftMs = 0 } = request;
  if (user === undefined) return encode({ status: 401, body: failure(401, "Unauthorized", "Unauthorized") }, shiftMs);
  const query = parseQuery(request.query);
  const target = parseApiPath(request.path);
  const body = decodeBody(request, shiftMs);
  if (body instanceof Refusal) return encode({ status: 400, body: badRequest(body.message) }, shiftMs);
  const method = request.method as ApiRequest["method"];
  const patchType = patchTypeOf(request.headers["content-type"] ?? "");
  const call: ApiRequest = {
    method,
    path: request.path,
    query: queryInWorldTime(query, shiftMs),
    user,
    ...(body !== undefined && { body }),
    ...(patchType && { patchType }),
    ...(query["fieldManager"] !== undefined && { fieldManager: query["fieldManager"] }),
  };
  const sub = target?.subresource;
  if (target?.row.resource === "pods" && sub !== undefined && ["exec", "attach", "portforward"].includes(sub))
    return upgrade(target, sub, request.query);
  if (method === "GET" && target !== undefined && ["true", "1"].includes(query["watch"] ?? "")) return watch(world, call, shiftMs);
  if (sub === "log" && query["follow"] === "true") return follow(world, call, shiftMs);
  return encode(handle(world, call), shiftMs);
};

class Refusal {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const decodeBody = ({ body, headers }: HttpRequest, shiftMs: number): unknown => {
  if (body.length === 0) return undefined;
  const text = decodeUtf8(body);
  try {
    const value = /yaml/.test(headers["content-type"] ?? "") ? parseYaml(text) : JSON.parse(text);
    return shiftTimes(value, -shiftMs);
  } catch (cause) {
    return new Refusal((cause as Error).message);
  }
};

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

const patchTypeOf = (contentType: string): PatchType | undefined => PATCH_TYPES[(contentType.split(";")[0] as string).trim()];

const parseQuery = (raw: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const part of raw.split("&")) {
    const [name = "", value = ""] = part.split("=");
    if (name !== "") found[decodeURIComponent(name)] ??= decodeURIComponent(value.replaceAll("+", " "));
  }
  return found;
};

const allOf = (raw: string, name: string): readonly string[] =>
  raw
    .split("&")
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => decodeURIComponent(part.slice(name.length + 1).replaceAll("+", " ")));

const queryInWorldTime = (query: Readonly<Record<string, string>>, shiftMs: number): Readonly<Record<string, string>> =>
  query["sinceTime"] === undefined ? query : { ...query, sinceTime: shiftTimestamp(query["sinceTime"], -shiftMs) };

const encode = ({ status, body, warnings = [] }: ApiAnswer, shiftMs: number): HttpAnswer => ({
  kind: "response",
  status,
  headers: {
    "cache-control": "no-cache, private",
    "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json",
    ...(warnings.length > 0 && { warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) }),
  },
  body: typeof body === "string" ? body : `${JSON.stringify(shiftTimes(body, shiftMs))}\n`,
});

const upgrade = (target: NonNullable<ReturnType<typeof parseApiPath>>, sub: string, raw: string): HttpAnswer => {
  const place = { namespace: target.namespace as string, pod: target.name as string };
  if (sub === "portforward") return { kind: "upgrade", stream: { kind: "port-forward", ...place, ports: allOf(raw, "ports").map(Number) } };
  const is = (name: string): boolean => ["true", "1"].includes(allOf(raw, name)[0] ?? "");
  return {
    kind: "upgrade",
    stream: {
      kind: sub as "exec" | "attach",
      ...place,
      container: allOf(raw, "container")[0],
      command: allOf(raw, "command"),
      stdin: is("stdin"),
      stdout: is("stdout"),
      stderr: is("stderr"),
      tty: is("tty"),
    },
  };
};

const watch = (world: World, call: ApiRequest, shiftMs: number): HttpAnswer => {
  const asked = Number(call.query["resourceVersion"] ?? 0);
  let since = Number.isInteger(asked) ? asked : 0;
  const first = watchEvents(world, call, since);
  if (!first.ok) return encode({ status: first.error.code ?? 500, body: first.error }, shiftMs);
  const seconds = Number(call.query["timeoutSeconds"] ?? 0);
  let pending: typeof first.value | undefined = first.value;
  since = storeRevision(world);
  return {
    kind: "watch",
    headers: { "cache-control": "no-cache, private", "content-type": "application/json" },
    timeoutMs: seconds > 0 ? seconds * 1_000 : undefined,
    next: (now, shift = shiftMs) => {
      const events = pending ?? (storeRevision(now) === since ? [] : (watchEvents(now, call, since) as typeof first).value);
      pending = undefined;
      since = storeRevision(now);
      return { frames: events.map((event) => `${JSON.stringify(shiftTimes(event, shift))}\n`).join(""), isOver: false };
    },
  };
};

const follow = (world: World, call: ApiRequest, shiftMs: number): HttpAnswer => {
  const first = handle(world, call);
  if (first.status !== 200) return encode(first, shiftMs);
  let sent = "";
  return {
    kind: "log",
    headers: { "cache-control": "no-cache, private", "content-type": "text/plain" },
    next: (now) => {
      const whole = String(handle(now, call).body);
      const text = whole.startsWith(sent) ? whole.slice(sent.length) : whole;
      sent = whole;
      return { text, isOver: false };
    },
  };
};
