import type { Answer, ClusterClient, Sent } from "./cluster-client.ts";

/** Feature of the Kubernetes API: one request that uses it. */
export interface Feature {
  readonly name: string;
  readonly ask: (client: ClusterClient) => Promise<Answer>;
  readonly wants: Wants;
}

/** Answer that a server with the feature gives; missing members: anything, and a status below 400. */
export interface Wants {
  readonly status?: number;
  /** Content type, or the beginning of one. */
  readonly type?: string;
  readonly text?: RegExp;
}

const NS = "/api/v1/namespaces/default";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const ask = (name: string, line: string, sent: Sent = {}, wants: Wants = {}): Feature => {
  const [method = "", path = ""] = line.split(" ");
  return { name, ask: (client) => client.send(method, path, sent), wants };
};

const accept = (type: string): Sent => ({ headers: { accept: type } });

const patch = (type: string, body: object | string): Sent => ({ headers: { "content-type": `application/${type}+json` }, body });

const upgrade = (name: string, path: string, headers: Readonly<Record<string, string>>, until?: RegExp): Feature => ({
  name,
  ask: (client) => client.send("GET", path, { headers: { connection: "Upgrade", ...headers }, ...(until && { until }) }),
  wants: { status: 101 },
});

const socket = (name: string, path: string, protocol: string, until?: RegExp): Feature => {
  const handshake = { upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": KEY, origin: "https://client" };
  return upgrade(name, path, { ...handshake, ...(protocol !== "" && { "sec-websocket-protocol": protocol }) }, until);
};

const KEY = "AAAAAAAAAAAAAAAAAAAAAA==";

const spdy = (name: string, path: string, protocol: string): Feature =>
  upgrade(name, path, { upgrade: "SPDY/3.1", "x-stream-protocol-version": protocol });

const made = (apiVersion: string, kind: string, rest: object): object => ({ apiVersion, kind, ...rest });
const configMap = (name: string): object => made("v1", "ConfigMap", { metadata: { name }, data: { a: "1" } });

const READING: readonly Feature[] = [
  ask("List", `GET ${NS}/pods`),
  ask("Pages of a list", "GET /api/v1/namespaces?limit=1", {}, { text: /"continue":"./ }),
  ask("Label selector", `GET ${NS}/pods?labelSelector=app%3Dweb`, {}, { text: /"name":"web"/ }),
  ask("Field selector", `GET ${NS}/pods?fieldSelector=status.phase%3DFailed`, {}, { text: /"items":\[\]/ }),
  ask("List at a resourceVersion", `GET ${NS}/pods?resourceVersion=1&resourceVersionMatch=NotOlderThan`),
  ask("Table", `GET ${NS}/pods`, accept("application/json;as=Table;g=meta.k8s.io;v=v1"), { text: /"kind":"Table"/ }),
  ask("Metadata only", `GET ${NS}/pods`, accept("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"), {
    text: /PartialObject/,
  }),
  ask("YAML", `GET ${NS}/pods`, accept("application/yaml"), { type: "application/yaml" }),
  ask("Answers in protobuf", `GET ${NS}/pods`, accept("application/vnd.kubernetes.protobuf"), {
    type: "application/vnd.kubernetes.protobuf",
  }),
  { name: "HTTP/2", ask: (client) => client.http2(), wants: {} },
];

const WATCHING: readonly Feature[] = [
  ask("Watch", `GET ${NS}/pods?watch=true`, { until: /"ADDED"/ }),
  ask("Watch by the old path", "GET /api/v1/watch/namespaces/default/pods", { until: /"ADDED"/ }),
  ask("Bookmarks", `GET ${NS}/pods?watch=true&allowWatchBookmarks=true`, { until: /"BOOKMARK"/ }),
  ask("Streaming list", `GET ${NS}/pods?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`, {
    until: /initial-events-end/,
  }),
  socket("Watch over a WebSocket", `${NS}/pods?watch=true`, "", /"ADDED"/),
  ask("Watch in protobuf", `GET ${NS}/pods?watch=true&timeoutSeconds=1`, accept("application/vnd.kubernetes.protobuf;stream=watch"), {
    type: "application/vnd.kubernetes.protobuf",
  }),
];

const WRITING: readonly Feature[] = [
  ask("Create", `POST ${NS}/configmaps`, { body: configMap("one") }),
  ask(
    "Generated names",
    `POST ${NS}/configmaps`,
    { body: made("v1", "ConfigMap", { metadata: { generateName: "one-" } }) },
    { text: /"one-\w/ },
  ),
  ask("Create from YAML", `POST ${NS}/configmaps`, {
    headers: { "content-type": "application/yaml" },
    body: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: two}\n",
  }),
  ask("Update", `PUT ${NS}/configmaps/one`, { body: configMap("one") }),
  ask(
    "Optimistic locking",
    `PUT ${NS}/configmaps/one`,
    {
      body: made("v1", "ConfigMap", { metadata: { name: "one", resourceVersion: "1" } }),
    },
    { status: 409 },
  ),
  ask("JSON patch", `PATCH ${NS}/configmaps/one`, patch("json-patch", [{ op: "add", path: "/data/b", value: "2" }])),
  ask("Merge patch", `PATCH ${NS}/configmaps/one`, patch("merge-patch", { data: { c: "3" } })),
  ask("Strategic merge patch", `PATCH ${NS}/configmaps/one`, patch("strategic-merge-patch", { data: { d: "4" } })),
  ask("Server-side apply", `PATCH ${NS}/configmaps/three?fieldManager=docs`, {
    headers: { "content-type": "application/apply-patch+yaml" },
    body: configMap("three"),
  }),
  ask(
    "Conflicts of field managers",
    `PATCH ${NS}/configmaps/three?fieldManager=other`,
    {
      headers: { "content-type": "application/apply-patch+yaml" },
      body: made("v1", "ConfigMap", { metadata: { name: "three" }, data: { a: "2" } }),
    },
    { status: 409 },
  ),
  ask("Dry run", `POST ${NS}/configmaps?dryRun=All`, { body: configMap("unwritten") }),
  ask("Dry run: nothing is stored", `GET ${NS}/configmaps/unwritten`, {}, { status: 404 }),
  ask(
    "Strict field validation",
    `POST ${NS}/configmaps?fieldValidation=Strict`,
    {
      body: made("v1", "ConfigMap", { metadata: { name: "strict" }, dada: {} }),
    },
    { status: 400 },
  ),
  ask(
    "Delete with a precondition",
    `DELETE ${NS}/configmaps/two`,
    {
      body: made("v1", "DeleteOptions", { preconditions: { uid: "00000000-0000-0000-0000-000000000000" } }),
    },
    { status: 409 },
  ),
  ask("Delete", `DELETE ${NS}/configmaps/two`),
  ask("Delete a collection", `DELETE ${NS}/configmaps?labelSelector=app%3Dnone`),
];

const SUBRESOURCES: readonly Feature[] = [
  ask("Status", `GET ${NS}/pods/web/status`),
  ask("Scale", `GET ${DEPLOYMENTS}/idle/scale`),
  ask("Ephemeral containers", `PATCH ${NS}/pods/web/ephemeralcontainers`, {
    ...patch("strategic-merge-patch", { spec: { ephemeralContainers: [{ name: "debug", image: "registry.local/busybox:1.35" }] } }),
  }),
  ask("Resize in place", `PATCH ${NS}/pods/web/resize`, {
    ...patch("strategic-merge-patch", { spec: { containers: [{ name: "web", resources: { requests: { cpu: "20m" } } }] } }),
  }),
  ask("Eviction", `POST ${NS}/pods/web/eviction?dryRun=All`, { body: made("policy/v1", "Eviction", { metadata: { name: "web" } }) }),
  ask("Tokens of service accounts", `POST ${NS}/serviceaccounts/default/token`, {
    body: made("authentication.k8s.io/v1", "TokenRequest", { spec: { audiences: [] } }),
  }),
  ask("Follow a log", `GET ${NS}/pods/talker/log?follow=true`, { until: /hello/ }),
  ask("Logs", `GET ${NS}/pods/talker/log`, {}, { text: /hello/ }),
  socket("Follow a log over a WebSocket", `${NS}/pods/talker/log?follow=true`, "binary.k8s.io"),
  ask("Proxy to a pod", `GET ${NS}/pods/web:8080/proxy/`, {}, { text: /hello/ }),
  ask("Proxy to a Service", `GET ${NS}/services/web:80/proxy/`, {}, { text: /hello/ }),
  ask("Proxy to a kubelet: health", "GET /api/v1/nodes/worker-1/proxy/healthz"),
  ask("Proxy to a kubelet: metrics", "GET /api/v1/nodes/worker-1/proxy/metrics"),
  ask("Proxy to a kubelet: statistics", "GET /api/v1/nodes/worker-1/proxy/stats/summary"),
];

const EXEC = `${NS}/pods/web/exec?command=echo&command=hello&stdout=true`;
const ATTACH = `${NS}/pods/web/attach?stdin=true&stdout=true`;
const FORWARD = `${NS}/pods/web/portforward?ports=8080`;

const STREAMS: readonly Feature[] = [
  socket("Exec over a WebSocket", EXEC, "v5.channel.k8s.io", /hello/),
  socket("Exec over a WebSocket, fourth version", EXEC, "v4.channel.k8s.io", /hello/),
  socket("Exec over a WebSocket, base64", EXEC, "base64.channel.k8s.io"),
  spdy("Exec over SPDY", EXEC, "v4.channel.k8s.io"),
  socket("Attach over a WebSocket", ATTACH, "v5.channel.k8s.io"),
  spdy("Attach over SPDY", ATTACH, "v4.channel.k8s.io"),
  socket("Port-forward over a WebSocket", FORWARD, "v4.channel.k8s.io"),
  socket("Port-forward by SPDY in a WebSocket", FORWARD, "SPDY/3.1+portforward.k8s.io"),
  spdy("Port-forward over SPDY", FORWARD, "portforward.k8s.io"),
];

const DISCOVERY: readonly Feature[] = [
  ask("Aggregated discovery", "GET /apis", accept("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"), {
    text: /GroupDiscoveryList/,
  }),
  ask("OpenAPI v3", "GET /openapi/v3"),
  ask("OpenAPI v2", "GET /openapi/v2", accept("application/json")),
  ask("OpenAPI v2 in protobuf", "GET /openapi/v2", accept("application/com.github.proto-openapi.spec.v2@v1.0+protobuf"), {
    text: /\/api\/v1\/namespaces/,
  }),
  ask("Health", "GET /readyz?verbose=true"),
  ask("Metrics of the API server", "GET /metrics", {}, { text: /^apiserver_/m }),
  ask("Keys of service accounts", "GET /openid/v1/jwks"),
];

const ACCESS: readonly Feature[] = [
  ask("Impersonation", `GET ${NS}/secrets`, { headers: { "impersonate-user": "nobody" } }, { status: 403 }),
  ask("Self subject access review", "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    body: made("authorization.k8s.io/v1", "SelfSubjectAccessReview", { spec: { resourceAttributes: { verb: "get", resource: "pods" } } }),
  }),
  ask("Token review", "POST /apis/authentication.k8s.io/v1/tokenreviews", {
    body: made("authentication.k8s.io/v1", "TokenReview", { spec: { token: "unknown" } }),
  }),
];

const GROUPS: readonly Feature[] = [
  ["HorizontalPodAutoscalers", "autoscaling/v2/horizontalpodautoscalers"],
  ["HorizontalPodAutoscalers, old version", "autoscaling/v1/horizontalpodautoscalers"],
  ["CustomResourceDefinitions", "apiextensions.k8s.io/v1/customresourcedefinitions"],
  ["Aggregated API servers", "apiregistration.k8s.io/v1/apiservices"],
  ["Admission webhooks", "admissionregistration.k8s.io/v1/validatingwebhookconfigurations"],
  ["Validating admission policies", "admissionregistration.k8s.io/v1/validatingadmissionpolicies"],
  ["Certificate signing requests", "certificates.k8s.io/v1/certificatesigningrequests"],
  ["Leases", "coordination.k8s.io/v1/leases"],
  ["Priority and fairness", "flowcontrol.apiserver.k8s.io/v1/flowschemas"],
  ["Disruption budgets", "policy/v1/poddisruptionbudgets"],
  ["Dynamic resource allocation", "resource.k8s.io/v1/resourceclaims"],
  ["Volume attachments", "storage.k8s.io/v1/volumeattachments"],
  ["Resource metrics", "metrics.k8s.io/v1beta1/nodes"],
].map(([name = "", path]) => ask(name, `GET /apis/${path}`));

/** Features by area, in the order of the document. */
export const FEATURES: Readonly<Record<string, readonly Feature[]>> = {
  Reading: READING,
  Watching: WATCHING,
  Writing: WRITING,
  Subresources: SUBRESOURCES,
  Streams: STREAMS,
  Discovery: DISCOVERY,
  Access: ACCESS,
  "API groups": GROUPS,
};
