import { type BadRequest, configMap, DEPLOYMENTS, NAMESPACE, PODS } from "../request.ts";

const MERGE = "application/merge-patch+json";
const ACCOUNTS = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;
const TOKEN = `${ACCOUNTS}/default/token`;
const SCALE = `${DEPLOYMENTS}/web/scale`;

const send = (title: string, method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, type?: string): BadRequest => ({
  title,
  method,
  path,
  body,
  ...(type !== undefined && { type }),
});
const patch = (title: string, path: string, body: unknown, type = MERGE): BadRequest => ({ title, method: "PATCH", path, type, body });
const eviction = (more: object = {}): object => ({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "nothing" }, ...more });
const binding = (more: object = {}): object => ({ apiVersion: "v1", kind: "Binding", metadata: { name: "waiting" }, ...more });
const tokenRequest = (spec: unknown): object => ({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec });
const scale = (more: object = {}): object => ({ apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, ...more });
const options = (more: object): object => ({ apiVersion: "v1", kind: "DeleteOptions", ...more });
const review = (kind: string, spec?: unknown): object => ({
  apiVersion: "authorization.k8s.io/v1",
  kind,
  ...(spec !== undefined && { spec }),
});
const REVIEWS = "/apis/authorization.k8s.io/v1";

/** Bodies of subresources and reviews that do not fit, and options of deletions. */
export const SUBRESOURCES: readonly BadRequest[] = [
  send("an eviction without a body", "POST", `${PODS}/nothing/eviction`, undefined, "application/json"),
  send("an eviction that is a word", "POST", `${PODS}/nothing/eviction`, "word"),
  send("an eviction of nothing said", "POST", `${PODS}/nothing/eviction`, {}),
  send("an eviction of the version that is gone", "POST", `${PODS}/nothing/eviction`, eviction({ apiVersion: "policy/v1beta1" })),
  send("an eviction of an unknown version", "POST", `${PODS}/nothing/eviction`, eviction({ apiVersion: "policy/v9" })),
  send("an eviction with options that are text", "POST", `${PODS}/nothing/eviction`, eviction({ deleteOptions: "now" })),
  send(
    "an eviction with an odd propagation policy",
    "POST",
    `${PODS}/two/eviction`,
    eviction({ metadata: { name: "two" }, deleteOptions: { propagationPolicy: "Odd" } }),
  ),
  send(
    "an eviction with an odd dry run",
    "POST",
    `${PODS}/two/eviction`,
    eviction({ metadata: { name: "two" }, deleteOptions: { dryRun: ["Odd"] } }),
  ),
  send(
    "an eviction of another uid",
    "POST",
    `${PODS}/two/eviction`,
    eviction({ metadata: { name: "two" }, deleteOptions: { preconditions: { uid: "abc" } } }),
  ),
  send("an eviction of a deployment", "POST", `${DEPLOYMENTS}/web/eviction`, eviction()),
  send("a binding without a body", "POST", `${PODS}/waiting/binding`, undefined, "application/json"),
  send("a binding that is a list", "POST", `${PODS}/waiting/binding`, "[]"),
  send(
    "a binding of another name",
    "POST",
    `${PODS}/waiting/binding`,
    binding({ metadata: { name: "x" }, target: { kind: "Node", name: "n" } }),
  ),
  send(
    "a binding of a pod that is not there",
    "POST",
    `${PODS}/nothing/binding`,
    binding({ metadata: { name: "nothing" }, target: { kind: "Node", name: "n" } }),
  ),
  send("a binding to a node without a name", "POST", `${PODS}/waiting/binding`, binding({ target: { kind: "Node" } })),
  send("a binding to a text", "POST", `${PODS}/waiting/binding`, binding({ target: "node" })),
  send("a binding of another kind", "POST", `${PODS}/waiting/binding`, configMap("waiting")),
  send("a binding of an unknown version", "POST", `${PODS}/waiting/binding`, binding({ apiVersion: "v2" })),
  send(
    "a binding by its own resource of nothing",
    "POST",
    `/api/v1/namespaces/${NAMESPACE}/bindings`,
    binding({ metadata: { name: "nothing" }, target: { name: "n" } }),
  ),
  send("a token without a body", "POST", TOKEN, undefined, "application/json"),
  send("a token that is a word", "POST", TOKEN, "word"),
  send("a token of another kind", "POST", TOKEN, configMap("x")),
  send("a token of an unknown version", "POST", TOKEN, { ...tokenRequest({}), apiVersion: "authentication.k8s.io/v9" }),
  send("a token that lives for a word", "POST", TOKEN, tokenRequest({ expirationSeconds: "long" })),
  send("a token that lives for ever", "POST", TOKEN, tokenRequest({ expirationSeconds: 5_000_000_000 })),
  send("a token of audiences that are text", "POST", TOKEN, tokenRequest({ audiences: "me" })),
  send("a token bound to an odd kind", "POST", TOKEN, tokenRequest({ boundObjectRef: { kind: "Service", apiVersion: "v1", name: "web" } })),
  send(
    "a token bound to a pod of another uid",
    "POST",
    TOKEN,
    tokenRequest({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "two", uid: "abc" } }),
  ),
  send(
    "a token bound to a pod of another account",
    "POST",
    `${ACCOUNTS}/nothing/token`,
    tokenRequest({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "two" } }),
  ),
  send("a token bound to a pod without a name", "POST", TOKEN, tokenRequest({ boundObjectRef: { kind: "Pod", apiVersion: "v1" } })),
  send("a token of another name", "POST", TOKEN, { ...tokenRequest({}), metadata: { name: "other" } }),
  send("a scale without a body", "PUT", SCALE, undefined, "application/json"),
  send("a scale that is a word", "PUT", SCALE, "word"),
  send("a scale of nothing said", "PUT", SCALE, {}),
  send("a scale of an unknown version", "PUT", SCALE, scale({ apiVersion: "autoscaling/v9" })),
  send("a scale of many by a word", "PUT", SCALE, scale({ spec: { replicas: "many" } })),
  send("a scale of an old version of it", "PUT", SCALE, scale({ metadata: { name: "web", resourceVersion: "1" }, spec: { replicas: 0 } })),
  send(
    "a scale of more than a number holds",
    "PUT",
    SCALE,
    '{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"web"},"spec":{"replicas":3000000000}}',
  ),
  patch("a scale patched below zero", SCALE, { spec: { replicas: -3 } }),
  patch("a scale patched by a list", SCALE, []),
  patch("a scale patched by YAML", SCALE, "spec: {}", "application/yaml"),
  patch("a scale patched by an unknown operation", SCALE, [{ op: "double", path: "/spec/replicas" }], "application/json-patch+json"),
  patch("a status patched to a word", `${DEPLOYMENTS}/web/status`, { status: { replicas: "some" } }),
  patch("a status patched below zero", `${DEPLOYMENTS}/web/status`, { status: { replicas: -1 } }),
  patch("a status of a pod patched to an odd phase", `${PODS}/two/status?dryRun=All`, { status: { phase: "Odd" } }),
  patch("ephemeral containers patched to one without a name", `${PODS}/two/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ image: "i" }] },
  }),
  patch("ephemeral containers patched to one that aims at nothing", `${PODS}/two/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "e", image: "i", targetContainerName: "none" }] },
  }),
  patch("ephemeral containers patched to one with ports and probes", `${PODS}/two/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "e", image: "i", ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: 80 } } }] },
  }),
  patch(
    "a pod resized to a word",
    `${PODS}/two/resize`,
    { spec: { containers: [{ name: "app", resources: { limits: { cpu: "lots" } } }] } },
    "application/strategic-merge-patch+json",
  ),
  patch(
    "a pod resized in what is no size",
    `${PODS}/two/resize`,
    { spec: { containers: [{ name: "app", image: "other" }] } },
    "application/strategic-merge-patch+json",
  ),
  send("delete options without a kind", "DELETE", `${PODS}/nothing`, { gracePeriodSeconds: 0 }),
  send("delete options with a negative grace period", "DELETE", `${PODS}/nothing`, options({ gracePeriodSeconds: -10 })),
  send("delete options of a group that is served", "DELETE", `${PODS}/nothing`, { apiVersion: "apps/v1", kind: "DeleteOptions" }),
  send("delete options with a number for a policy", "DELETE", `${PODS}/nothing`, options({ propagationPolicy: 3 })),
  send("delete options with a text for preconditions", "DELETE", `${PODS}/nothing`, options({ preconditions: "x" })),
  send("delete options with dry runs that are text", "DELETE", `${PODS}/nothing`, options({ dryRun: "All" })),
  send("delete options in YAML that is broken", "DELETE", `${PODS}/nothing`, "a: [", "application/yaml"),
  send("delete options in broken protobuf", "DELETE", `${PODS}/nothing`, "nonsense", "application/vnd.kubernetes.protobuf"),
  send("an access review without a spec", "POST", `${REVIEWS}/subjectaccessreviews`, review("SubjectAccessReview")),
  send(
    "an access review of nobody",
    "POST",
    `${REVIEWS}/subjectaccessreviews`,
    review("SubjectAccessReview", { resourceAttributes: { verb: "get" } }),
  ),
  send(
    "an access review of both attributes",
    "POST",
    `${REVIEWS}/selfsubjectaccessreviews`,
    review("SelfSubjectAccessReview", { resourceAttributes: { verb: "get" }, nonResourceAttributes: { verb: "get", path: "/" } }),
  ),
  send("an access review of neither attribute", "POST", `${REVIEWS}/selfsubjectaccessreviews`, review("SelfSubjectAccessReview", {})),
  send("an access review of a text", "POST", `${REVIEWS}/selfsubjectaccessreviews`, review("SelfSubjectAccessReview", "x")),
  send("an access review with a name", "POST", `${REVIEWS}/selfsubjectaccessreviews`, {
    ...review("SelfSubjectAccessReview", { resourceAttributes: { verb: "get" } }),
    metadata: { name: "x" },
  }),
  send(
    "an access review of another namespace",
    "POST",
    `${REVIEWS}/namespaces/${NAMESPACE}/localsubjectaccessreviews`,
    review("LocalSubjectAccessReview", { user: "jane", resourceAttributes: { verb: "get", resource: "pods", namespace: "other" } }),
  ),
  send("a rules review without a namespace", "POST", `${REVIEWS}/selfsubjectrulesreviews`, review("SelfSubjectRulesReview", {})),
  send("a token review without a token", "POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenReview",
    spec: {},
  }),
  send("a token review of nonsense", "POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenReview",
    spec: { token: "nonsense" },
  }),
  send("an approval of no request", "PUT", "/apis/certificates.k8s.io/v1/certificatesigningrequests/nothing/approval", {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "nothing" },
    spec: { request: "eA==", signerName: "a/b", usages: ["client auth"] },
  }),
  send("a request to sign that is none", "POST", "/apis/certificates.k8s.io/v1/certificatesigningrequests", {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "x" },
    spec: { request: "eA==", signerName: "nobody", usages: ["odd"] },
  }),
  send("a namespace finalized by another", "PUT", `/api/v1/namespaces/${NAMESPACE}/finalize`, {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "other" },
  }),
];
