import { expect, test } from "vitest";
import type { Lease } from "#kube/types/cluster.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { bodyOf, send, textOf } from "./send.cases.ts";

const MAPS = "/api/v1/namespaces/shop/configmaps";

test("an object goes through its whole life over HTTP", () => {
  const { world } = createTestWorld();
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { startTime: "2026-01-01T00:00:00Z" } };
  expect(send(world, "POST", MAPS, { json: map })).toMatchObject({ status: 201 });
  expect(bodyOf(send(world, "GET", `${MAPS}/a`))["data"]).toEqual(map.data);
  const patch = { json: { data: { b: "<2>" } }, headers: { "content-type": "application/merge-patch+json" } };
  expect(bodyOf(send(world, "PATCH", `${MAPS}/a`, patch))["data"]).toEqual({ ...map.data, b: "<2>" });
  expect(bodyOf<{ items: unknown[] }>(send(world, "GET", MAPS)).items).toHaveLength(1);
  expect(send(world, "DELETE", `${MAPS}/a`)).toMatchObject({ status: 200 });
  expect(send(world, "GET", `${MAPS}/a`)).toMatchObject({ status: 404 });
});

test("a client whose clock is ahead sees its own times, and nothing of that is stored", () => {
  const { world } = createTestWorld();
  const shiftMs = 3_600_000;
  const lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "l", annotations: { "kubectl.kubernetes.io/restartedAt": "2026-01-02T00:00:00Z" } },
    spec: { holderIdentity: "me", renewTime: "2026-01-02T00:00:00.123456Z" },
  };
  const path = "/apis/coordination.k8s.io/v1/namespaces/shop/leases";
  const created = bodyOf<Lease>(send(world, "POST", path, { json: lease, shiftMs }));
  expect(created.spec).toEqual(lease.spec);
  const stored = bodyOf<Lease>(send(world, "GET", `${path}/l`));
  expect(stored.spec).toMatchObject({ renewTime: "2026-01-01T23:00:00.123456Z" });
  expect(stored.metadata.annotations).toEqual({ "kubectl.kubernetes.io/restartedAt": "2026-01-01T23:00:00Z" });
  const ahead = Date.parse(created.metadata.creationTimestamp ?? "");
  expect(ahead - Date.parse(stored.metadata.creationTimestamp ?? "")).toBe(shiftMs);
});

test("a watch says what happened since the last look", () => {
  const { world, client } = createTestWorld();
  const watch = send(world, "GET", `${MAPS}?watch=true`);
  if (watch.kind !== "watch") throw new Error("no watch");
  expect(watch.next(world)).toEqual({ frames: "", isOver: false });
  client.create("configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "shop" } });
  const [line = ""] = watch.next(world).frames.split("\n");
  expect(JSON.parse(line)).toMatchObject({ type: "ADDED", object: { kind: "ConfigMap", metadata: { name: "a" } } });
});

const withMap = () => {
  const made = createTestWorld();
  made.client.create("configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "shop" } });
  return made;
};
const JSON_TYPE = { "content-type": "application/json" };
const UNREAD = "the object provided is unrecognized (must be of type ConfigMap): ";
const UNPARSED = `${UNREAD}couldn't get version/kind; json parse error: `;

test.each([
  ["POST", MAPS, JSON_TYPE, '{"a"', 400, `${UNPARSED}unexpected end of JSON input ({"a")`],
  ["POST", MAPS, JSON_TYPE, "hello", 400, `${UNPARSED}invalid character 'h' looking for beginning of value (68656c6c6f)`],
  ["POST", MAPS, JSON_TYPE, "", 400, `${UNPARSED}unexpected end of JSON input (<empty>)`],
  [
    "POST",
    MAPS,
    JSON_TYPE,
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x"}} trailing',
    400,
    `${UNPARSED}invalid character 't' after top-level value ({"kind":"ConfigMap","apiVersio ...)`,
  ],
  [
    "POST",
    MAPS,
    JSON_TYPE,
    "[]",
    400,
    `${UNPARSED}json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b5d)`,
  ],
  [
    "POST",
    MAPS,
    { "content-type": "application/yaml" },
    "a: b: c",
    400,
    `${UNREAD}yaml: mapping values are not allowed in this context (613a20623a2063)`,
  ],
  ["POST", MAPS, { "content-type": "application/yaml" }, "a: *b", 400, `${UNREAD}yaml: unknown anchor 'b' referenced (613a202a62)`],
  [
    "POST",
    MAPS,
    { "content-type": "application/vnd.kubernetes.protobuf" },
    "abcd",
    400,
    `${UNREAD}provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (61626364)`,
  ],
  [
    "POST",
    MAPS,
    { "content-type": "text/plain" },
    "{}",
    415,
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  ],
  ["POST", MAPS, JSON_TYPE, "null", 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
  ["DELETE", `${MAPS}/x`, JSON_TYPE, '{"a', 400, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  ["PATCH", `${MAPS}/x`, JSON_TYPE, "{}", 415, "415: Unsupported Media Type"],
  [
    "PATCH",
    `${MAPS}/x`,
    { "content-type": "application/merge-patch+json" },
    "{",
    400,
    "error decoding patch: unexpected end of JSON input",
  ],
  ["PATCH", `${MAPS}/x`, { "content-type": "application/strategic-merge-patch+json" }, "{", 400, "unexpected end of JSON input"],
  ["OPTIONS", MAPS, {}, "", 405, "the server does not allow this method on the requested resource"],
  [
    "GET",
    MAPS,
    { accept: "application/json;as=Foo;v=v1;g=meta.k8s.io" },
    "",
    406,
    "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  ],
  [
    "GET",
    `${MAPS}?resourceVersion=abc`,
    {},
    "",
    400,
    'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  [
    "GET",
    `${MAPS}?watch=1&resourceVersion=abc`,
    {},
    "",
    500,
    'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  [
    "GET",
    `${MAPS}?fieldSelector=spec.foo%3Dbar`,
    {},
    "",
    400,
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  [
    "GET",
    `${MAPS}?continue=abc`,
    {},
    "",
    400,
    "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
  ],
  [
    "GET",
    `${MAPS}?resourceVersion=0&resourceVersionMatch=Exact`,
    {},
    "",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ],
  [
    "GET",
    `${MAPS}?watch=1&sendInitialEvents=true`,
    {},
    "",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ],
  ["GET", "/api/v1/namespaces/shop/foos", {}, "", 404, "the server could not find the requested resource"],
  ["GET", "/apis/apps/v2/deployments", {}, "", 404, "the server could not find the requested resource"],
  [
    "GET",
    MAPS,
    { "impersonate-user": "bob" },
    "",
    403,
    'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" in the namespace "shop"',
  ],
  [
    "GET",
    "/api/v1/namespaces/shop/foos",
    { "impersonate-user": "bob" },
    "",
    403,
    'foos is forbidden: User "bob" cannot list resource "foos" in API group "" in the namespace "shop"',
  ],
  [
    "GET",
    `${MAPS}?watch=1`,
    { "impersonate-user": "bob" },
    "",
    403,
    'configmaps is forbidden: User "bob" cannot watch resource "configmaps" in API group "" in the namespace "shop"',
  ],
  ["GET", "/foo", { "impersonate-user": "bob" }, "", 403, 'forbidden: User "bob" cannot get path "/foo"'],
  ["GET", MAPS, { "impersonate-group": "bob" }, "", 400, "requested [{Group  bob    }] without impersonating a user"],
] as const)("%s %s %o %s answers %i as the real server does", (method, url, headers, text, status, message) => {
  const answer = send(withMap().world, method, url, { headers, text });
  expect(bodyOf(answer)).toMatchObject({ kind: "Status", code: status, message });
  expect(answer).toMatchObject({ status });
});

test("a body has at most three mebibytes", () => {
  const answer = send(withMap().world, "POST", MAPS, { text: "a".repeat(3_145_729) });
  expect(bodyOf(answer)).toMatchObject({ code: 413, message: "Request entity too large: limit is 3145728" });
});

test("what is too large for the store is refused by it, when nothing else is wrong", () => {
  const { world } = withMap();
  const rules = [{ apiGroups: ["x".repeat(1_600_000)], resources: ["a"], verbs: ["get"] }];
  const path = "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles";
  const answer = send(world, "POST", path, { json: { metadata: { name: "big" }, rules } });
  expect(bodyOf(answer)).toMatchObject({ code: 500, message: "etcdserver: request is too large" });
  expect(send(world, "GET", `${path}/big`)).toMatchObject({ status: 404 });
});

test("lists come in pages that all show the same version, until it is forgotten", () => {
  const { world, client } = withMap();
  const create = (name: string) =>
    client.create("configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "shop" } });
  for (const name of ["a", "b", "c"]) create(name);
  interface Page {
    readonly metadata: { readonly continue: string; readonly remainingItemCount: number; readonly resourceVersion: string };
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  }
  const first = bodyOf<Page>(send(world, "GET", `${MAPS}?limit=2`));
  expect(first.metadata.remainingItemCount).toBe(2);
  create("bb");
  client.delete("configmaps", "shop", "c");
  const rest = `${MAPS}?limit=5&continue=${first.metadata.continue}`;
  const second = bodyOf<Page>(send(world, "GET", rest));
  expect(second.items.map(({ metadata }) => metadata.name)).toEqual(["c", "x"]);
  expect(second.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
  world.runUntil(world.nowMs() + 900_000);
  const gone = bodyOf<{ readonly code: number; readonly metadata: { readonly continue: string } }>(send(world, "GET", rest));
  expect(gone.code).toBe(410);
  const third = bodyOf<Page>(send(world, "GET", `${MAPS}?continue=${gone.metadata.continue}`));
  expect(third.items.map(({ metadata }) => metadata.name)).toEqual(["bb", "x"]);
});

test("a watch begins with what is there, marks the end of that, and ends in time", () => {
  const { world } = withMap();
  const url = `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=5`;
  const watch = send(world, "GET", url);
  if (watch.kind !== "watch") throw new Error("no watch");
  const lines = watch
    .next(world)
    .frames.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(["ADDED", "BOOKMARK"]);
  expect(lines[1].object).toMatchObject({ kind: "ConfigMap", metadata: { annotations: { "k8s.io/initial-events-end": "true" } } });
  world.runUntil(world.nowMs() + 5000);
  const last = watch.next(world);
  expect(last.isOver).toBe(true);
  expect(JSON.parse(last.frames)).toMatchObject({ type: "BOOKMARK" });
});

test("a watch of a forgotten past is told so once, one of the future waits", () => {
  const { world } = withMap();
  world.runUntil(world.nowMs() + 900_000);
  const old = send(world, "GET", `${MAPS}?watch=1&resourceVersion=1`);
  const future = send(world, "GET", `${MAPS}?watch=1&resourceVersion=99999`);
  if (old.kind !== "watch" || future.kind !== "watch") throw new Error("no watch");
  const { frames, isOver } = old.next(world);
  expect(JSON.parse(frames)).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
  expect(isOver).toBe(true);
  expect(future.next(world)).toEqual({ frames: "", isOver: false });
});

test("a watch of all objects as of the future is told that there is no such version", () => {
  const { world } = withMap();
  const watch = send(world, "GET", `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999`);
  if (watch.kind !== "watch") throw new Error("no watch");
  const { frames, isOver } = watch.next(world);
  expect(JSON.parse(frames)).toMatchObject({ type: "ERROR", object: { code: 504, reason: "Timeout" } });
  expect(isOver).toBe(true);
});

test("the server's own metrics count the objects that it keeps", () => {
  const { world } = withMap();
  const answer = send(world, "GET", "/metrics");
  if (answer.kind !== "response") throw new Error("no response");
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
  const lines = `${answer.body}`.split("\n");
  expect(lines).toContain('apiserver_resource_objects{group="",resource="configmaps"} 1');
  expect(lines).toContain('apiserver_storage_objects{resource="horizontalpodautoscalers.autoscaling"} 0');
  expect(lines.filter((line) => line.startsWith("kubernetes_build_info"))).toHaveLength(1);
});

test("discovery comes whole when it is asked for, and not again when nothing changed", () => {
  const { world } = withMap();
  const headers = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json" };
  const answer = send(world, "GET", "/apis", { headers });
  if (answer.kind !== "response") throw new Error("no answer");
  expect(answer.headers["content-type"]).toBe("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
  const groups = bodyOf<{ items: readonly { metadata: { name: string } }[] }>(answer).items.map(({ metadata }) => metadata.name);
  expect(groups.slice(0, 3)).toEqual(["apiregistration.k8s.io", "apps", "events.k8s.io"]);
  const again = send(world, "GET", "/apis", { headers: { ...headers, "if-none-match": answer.headers["etag"] as string } });
  expect(again).toMatchObject({ status: 304, body: "" });
});

test("an object is read and written as YAML, and as its metadata alone", () => {
  const { world } = withMap();
  const headers = { "content-type": "application/yaml", accept: "application/yaml" };
  const answer = send(world, "POST", MAPS, { headers, text: "metadata: {name: yam}\ndata: {a: b}\n" });
  expect(textOf(answer)).toMatch(/^apiVersion: v1\ndata:\n {2}a: b\nkind: ConfigMap\nmetadata:\n {2}creationTimestamp: "/);
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
  const list = bodyOf<{ kind: string; items: readonly object[] }>(send(world, "GET", MAPS, { headers: { accept } }));
  expect(list.kind).toBe("PartialObjectMetadataList");
  expect(Object.keys(list.items[0] as object)).toEqual(["kind", "apiVersion", "metadata"]);
});

test("who uses what is deprecated is warned", () => {
  const { world } = withMap();
  const warning = ['299 - "v1 ComponentStatus is deprecated in v1.19+"'];
  expect(send(world, "GET", "/api/v1/componentstatuses/scheduler")).toMatchObject({ status: 200, headers: { warning } });
  expect(send(world, "GET", "/api/v1/componentstatuses?watch=1")).toMatchObject({ status: 405 });
});
