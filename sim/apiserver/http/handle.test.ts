import { expect, test } from "vitest";
import type { KubeList, KubeObject, Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import type { World } from "../../kernel/world.ts";
import { AUDIT } from "../store/audit.ts";
import { changeLog, storeRevision } from "../store/store.ts";
import { watchEvents } from "../store/watch/watch-events.ts";
import { createTestWorld } from "../testing/create-test-world.ts";
import type { ApiAnswer, ApiRequest } from "./api-request.ts";
import { handle } from "./handle.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const BOB = { username: "bob", groups: ["system:authenticated"] };
const DEPLOYMENTS = "/apis/apps/v1/namespaces/shop/deployments";
const PODS = "/api/v1/namespaces/shop/pods";

const ask = (world: World, method: ApiRequest["method"], path: string, rest: Partial<ApiRequest> = {}): ApiAnswer =>
  handle(world, { method, path, query: {}, user: ADMIN, ...rest });

const message = (answer: ApiAnswer): string => `${answer.status} ${(answer.body as Status).message}`;

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } },
  },
};

const withDeployment = (): World => {
  const { world } = createTestWorld();
  expect(ask(world, "POST", DEPLOYMENTS, { body: deployment }).status).toBe(201);
  return world;
};

test("what was created is found by name, label and field", () => {
  const world = withDeployment();
  expect((ask(world, "GET", `${DEPLOYMENTS}/web`).body as Deployment).metadata.namespace).toBe("shop");
  const names = (query: Record<string, string>) =>
    (ask(world, "GET", "/apis/apps/v1/deployments", { query }).body as KubeList).items.map(({ metadata }) => metadata.name);
  expect(names({ labelSelector: "app=web" })).toEqual(["web"]);
  expect(names({ labelSelector: "app!=web" })).toEqual([]);
  expect(names({ fieldSelector: "metadata.name=web" })).toEqual(["web"]);
});

test.each([
  ["GET", `${DEPLOYMENTS}/nope`, {}, '404 deployments.apps "nope" not found'],
  ["GET", PODS, { labelSelector: "a b" }, "400 unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ["GET", PODS, { fieldSelector: "spec.foo=bar" }, "400 field label not supported: spec.foo"],
  ["GET", PODS, { fieldSelector: "foo" }, "400 invalid selector: 'foo'; can't understand 'foo'"],
  ["GET", PODS, { limit: "x" }, '400 strconv.ParseInt: parsing "x": invalid syntax'],
  ["GET", "/api/v1/namespaces/shop/foos", {}, "404 the server could not find the requested resource"],
  ["PUT", "/api/v1/namespaces", {}, "405 the server does not allow this method on the requested resource"],
  ["POST", `${PODS}/x`, {}, "405 the server does not allow this method on the requested resource"],
  ["GET", `${DEPLOYMENTS}/web/nope`, {}, "404 the server could not find the requested resource"],
] as const)("%s %s %o answers %s", (method, path, query, expected) => {
  const world = withDeployment();
  expect(message(ask(world, method, path, { query, ...(method !== "GET" && { body: {} }) }))).toBe(expected);
});

test("unknown paths are plain text", () => {
  expect(ask(createTestWorld().world, "GET", "/foo")).toEqual({ status: 404, body: "404 page not found\n" });
});

test.each([
  [
    { ...deployment, spec: { ...deployment.spec, replicas: "a", nope: 1 } },
    {},
    '400 Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
  ],
  [
    { ...deployment, spec: { ...deployment.spec, nope: 1 } },
    { fieldValidation: "Strict" },
    '400 Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.nope"',
  ],
  [
    { ...deployment, spec: { template: { spec: { containers: "x" } } } },
    {},
    '400 Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
  ],
  [
    { ...deployment, metadata: { name: "x", namespace: "other" } },
    {},
    "400 the namespace of the provided object does not match the namespace sent on the request",
  ],
  [
    { apiVersion: "v1", kind: "Pod", metadata: { name: "x" } },
    {},
    '400 Pod in version "v1" cannot be handled as a Deployment: converting (v1.Pod) to (apps.Deployment): unknown conversion',
  ],
  [deployment, {}, '409 deployments.apps "web" already exists'],
] as const)("a bad creation is refused: %#", (body, query, expected) => {
  expect(message(ask(withDeployment(), "POST", DEPLOYMENTS, { body, query: query as Record<string, string> }))).toBe(expected);
});

test("an unknown field is a warning by default", () => {
  const { world } = createTestWorld();
  const answer = ask(world, "POST", DEPLOYMENTS, { body: { ...deployment, spec: { ...deployment.spec, nope: 1 } } });
  expect(answer).toMatchObject({ status: 201, warnings: ['unknown field "spec.nope"'] });
  expect((answer.body as Deployment).spec).not.toHaveProperty("nope");
});

test("the three patch types are applied and defaulted", () => {
  const world = withDeployment();
  const patch = (patchType: ApiRequest["patchType"], body: unknown) =>
    ask(world, "PATCH", `${DEPLOYMENTS}/web`, { patchType: patchType as "json", body });
  expect((patch("merge", { spec: { replicas: 2 } }).body as Deployment).spec.replicas).toBe(2);
  expect((patch("json", [{ op: "replace", path: "/spec/replicas", value: 3 }]).body as Deployment).spec.replicas).toBe(3);
  const image = { spec: { template: { spec: { containers: [{ name: "web", image: "nginx:1.28" }] } } } };
  expect((patch("strategic", image).body as Deployment).spec.template.spec.containers[0]).toMatchObject({
    image: "nginx:1.28",
    imagePullPolicy: "IfNotPresent",
  });
  expect(message(patch("json", [{ op: "remove", path: "/spec/nope" }]))).toBe(
    "422 the server rejected our request due to an error in our request",
  );
  expect(message(patch("strategic", { spec: { template: { spec: { containers: [{ image: "x" }] } } } }))).toBe(
    "500 map: map[image:x] does not contain declared merge key: name",
  );
  expect(message(patch("strategic", { spec: { replicas: "x" } }))).toBe(
    '422  "" is invalid: patch: Invalid value: "map[spec:map[replicas:x]]": unrecognized type: int32',
  );
  expect(message(patch("strategic", { metadata: { name: "other" } }))).toBe(
    "400 the name of the object (other) does not match the name on the URL (web)",
  );
  expect(message(patch("json", [{ op: "remove", path: "/metadata" }]))).toBe(
    "400 the name of the object (web based on URL) was undeterminable: name must be provided",
  );
  expect(message(patch("strategic", { metadata: { resourceVersion: "1" } }))).toContain(
    "409 Operation cannot be fulfilled on deployments.apps",
  );
  expect(message(patch("merge", []))).toBe(
    "400 error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
  );
  expect(message(patch("strategic", { spec: { selector: { matchLabels: { a: "b" } } } }))).toBe(
    '422 Deployment.apps "web" is invalid: [spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`, spec.selector: Invalid value: {"matchLabels":{"a":"b","app":"web"}}: field is immutable]',
  );
});

test("a workload is scaled through its scale", () => {
  const world = withDeployment();
  const scale = `${DEPLOYMENTS}/web/scale`;
  expect(ask(world, "GET", scale).body).toMatchObject({
    kind: "Scale",
    spec: { replicas: 1 },
    status: { replicas: 0, selector: "app=web" },
  });
  expect(ask(world, "PATCH", scale, { patchType: "merge", body: { spec: { replicas: 4 } } }).body).toMatchObject({ spec: { replicas: 4 } });
  expect((ask(world, "GET", `${DEPLOYMENTS}/web`).body as Deployment).spec.replicas).toBe(4);
  expect(message(ask(world, "PATCH", scale, { patchType: "merge", body: { spec: { replicas: -1 } } }))).toBe(
    '422 Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  );
});

test("a dry run changes nothing", () => {
  const world = withDeployment();
  const before = storeRevision(world);
  const query = { dryRun: "All" };
  expect(
    ask(world, "POST", PODS, { query, body: { metadata: { generateName: "x-" }, spec: { containers: [{ name: "c", image: "i" }] } } })
      .status,
  ).toBe(201);
  expect(ask(world, "DELETE", `${DEPLOYMENTS}/web`, { query }).status).toBe(200);
  expect(ask(world, "PATCH", `${DEPLOYMENTS}/web`, { query, patchType: "merge", body: { spec: { replicas: 9 } } }).status).toBe(200);
  expect(storeRevision(world)).toBe(before);
});

test("rights come from bindings, and refusals say what is missing", () => {
  const world = withDeployment();
  const bob = (method: ApiRequest["method"], path: string, body?: unknown) =>
    ask(world, method, path, { user: BOB, ...(body !== undefined && { body }) });
  expect(message(bob("GET", `${PODS}/x`))).toBe(
    '403 pods "x" is forbidden: User "bob" cannot get resource "pods" in API group "" in the namespace "shop"',
  );
  expect(message(bob("GET", "/api/v1/nodes"))).toBe(
    '403 nodes is forbidden: User "bob" cannot list resource "nodes" in API group "" at the cluster scope',
  );
  expect(message(bob("GET", "/metrics"))).toBe('403 forbidden: User "bob" cannot get path "/metrics"');
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/shop";
  const role = { metadata: { name: "reader" }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }] };
  expect(ask(world, "POST", `${rbac}/roles`, { body: role }).status).toBe(201);
  const binding = { metadata: { name: "bob" }, roleRef: { kind: "Role", name: "reader" }, subjects: [{ kind: "User", name: "bob" }] };
  expect(ask(world, "POST", `${rbac}/rolebindings`, { body: binding }).status).toBe(201);
  expect(bob("GET", PODS).status).toBe(200);
  expect(bob("GET", "/api/v1/pods").status).toBe(403);
  const review = { spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "shop" } } };
  expect(bob("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review).body).toMatchObject({
    status: { allowed: true, reason: 'RBAC: allowed by RoleBinding "bob/shop" of Role "reader" to User "bob"' },
  });
});

test("nobody gives away more than he has", () => {
  const world = withDeployment();
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/shop";
  const body = {
    metadata: { name: "author" },
    rules: [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["create"] }],
  };
  ask(world, "POST", `${rbac}/roles`, { body });
  ask(world, "POST", `${rbac}/rolebindings`, {
    body: { metadata: { name: "b" }, roleRef: { kind: "Role", name: "author" }, subjects: [{ kind: "User", name: "bob" }] },
  });
  const greedy = { metadata: { name: "more" }, rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] };
  expect(message(ask(world, "POST", `${rbac}/roles`, { user: BOB, body: greedy }))).toBe(
    '403 roles.rbac.authorization.k8s.io "more" is forbidden: user "bob" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
  );
});

test("writes are kept in the audit log, reads are not", () => {
  const world = withDeployment();
  ask(world, "GET", PODS);
  ask(world, "DELETE", `${DEPLOYMENTS}/nope`);
  expect([...world.log(AUDIT).from(0)]).toMatchObject([
    { verb: "create", user: "kubernetes-admin", resource: "deployments.apps", namespace: "shop", name: "web", status: 201, dryRun: false },
    { verb: "delete", resource: "deployments.apps", name: "nope", status: 404 },
  ]);
});

test("a watch sees what begins and what stops to match", () => {
  const world = withDeployment();
  const since = storeRevision(world);
  const relabel = (labels: Record<string, string | null>) =>
    ask(world, "PATCH", `${DEPLOYMENTS}/web`, { patchType: "merge", body: { metadata: { labels } } });
  relabel({ tier: "front" });
  relabel({ app: "other" });
  relabel({ app: "web" });
  ask(world, "DELETE", `${DEPLOYMENTS}/web`);
  const request = { method: "GET", path: DEPLOYMENTS, query: { labelSelector: "app=web" }, user: ADMIN } as const;
  const events = watchEvents(world, request, since);
  expect(events.ok && events.value.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED", "ADDED", "DELETED"]);
});

test("pages go on where the last one ended", () => {
  const { world } = createTestWorld();
  for (const name of ["a", "b", "c"]) ask(world, "POST", "/api/v1/namespaces/shop/configmaps", { body: { metadata: { name } } });
  const page = (query: Record<string, string>) => ask(world, "GET", "/api/v1/namespaces/shop/configmaps", { query }).body as KubeList;
  const first = page({ limit: "2" });
  expect(first.metadata).toMatchObject({ remainingItemCount: 1 });
  const second = page({ limit: "2", continue: first.metadata.continue ?? "" });
  expect([...first.items, ...second.items].map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
  expect(second.metadata.continue).toBeUndefined();
});

test("an eviction asks the disruption budget", () => {
  const { world, client } = createTestWorld();
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "shop", labels: { app: "web" } },
    spec: { containers: [{ name: "c", image: "i" }] },
  };
  const created = client.create("pods", pod as Pod);
  if (!created.ok) throw new Error("no pod");
  client.updateStatus("pods", { ...created.value, status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } } as Pod);
  const budget = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "b", namespace: "shop" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  };
  const kept = client.create("poddisruptionbudgets.policy", budget as KubeObject);
  if (!kept.ok) throw new Error("no budget");
  const status = { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };
  client.updateStatus("poddisruptionbudgets.policy", { ...kept.value, status } as KubeObject);
  const evict = () => ask(world, "POST", `${PODS}/p/eviction`, { body: { metadata: { name: "p" } } });
  expect(evict()).toMatchObject({
    status: 429,
    body: { details: { causes: [{ message: "The disruption budget b needs 1 healthy pods and has 1 currently" }] } },
  });
  client.updateStatus("poddisruptionbudgets.policy", {
    ...kept.value,
    metadata: { name: "b", namespace: "shop" },
    status: { ...status, disruptionsAllowed: 1 },
  } as KubeObject);
  expect(client.get("pods", "shop", "p")).toBeDefined();
  expect(changeLog(world).length).toBeGreaterThan(0);
});

test("discovery lists what is served", () => {
  const { world } = createTestWorld();
  expect(ask(world, "GET", "/version").body).toMatchObject({ gitVersion: "v1.35.4" });
  const list = ask(world, "GET", "/apis/apps/v1", { user: BOB }).body as { resources: { name: string }[] };
  expect(list.resources.map(({ name }) => name)).toContain("deployments/scale");
});
