import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment, Job } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterFixture, createFixture, deployment } from "../../../bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "../../../sim-port.ts";
import { handle } from "../../http/handle.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const RULES = "admissionregistration.k8s.io/v1";

interface Rule {
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly apiGroups?: readonly string[];
}

const fullRule = ({ apiGroups = ["*"], ...rule }: Rule) => ({ apiGroups, apiVersions: ["*"], ...rule });

const SHOP = { matchLabels: { "kubernetes.io/metadata.name": "shop" } };

/** Installs a webhook that nobody answers. */
const unreachable = ({ client }: ClusterFixture, rule: Rule, kind = "Validating"): void => {
  const webhook = {
    name: "v.example.com",
    clientConfig: { service: { name: "opa", namespace: "shop" } },
    rules: [fullRule(rule)],
    failurePolicy: "Fail",
    sideEffects: "None",
    namespaceSelector: SHOP,
    admissionReviewVersions: ["v1"],
  };
  const resource = `${kind.toLowerCase()}webhookconfigurations.admissionregistration.k8s.io`;
  const made = client.create(resource, {
    apiVersion: RULES,
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: "v" },
    webhooks: [webhook],
  } as KubeObject);
  expect(made.ok).toBe(true);
};

const reachable = ({ client }: ClusterFixture, kind = "validating"): void =>
  void client.delete(`${kind}webhookconfigurations.admissionregistration.k8s.io`, undefined, "v");

/** Installs a policy that denies what its expression is false for. */
const policy = ({ client }: ClusterFixture, rule: Rule, expression = "false"): void => {
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: { namespaceSelector: SHOP, resourceRules: [fullRule(rule)] },
    validations: [{ expression, message: "not here" }],
  };
  const metadata = { name: "p" };
  client.create("validatingadmissionpolicies.admissionregistration.k8s.io", {
    apiVersion: RULES,
    kind: "ValidatingAdmissionPolicy",
    metadata,
    spec,
  } as KubeObject);
  const binding = { policyName: "p", validationActions: ["Deny"] };
  const made = client.create("validatingadmissionpolicybindings.admissionregistration.k8s.io", {
    apiVersion: RULES,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: binding,
  } as KubeObject);
  expect(made.ok).toBe(true);
};

const withdraw = ({ client }: ClusterFixture): void =>
  void client.delete("validatingadmissionpolicybindings.admissionregistration.k8s.io", undefined, "p");

const DENIED = "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: not here";
const NO_WEBHOOK =
  'Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://opa.shop.svc:443/?timeout=10s": service "opa" not found';

const phases = (fixture: ClusterFixture, name: string): readonly (string | undefined)[] =>
  fixture.pods(name).map(({ status }) => status?.phase);

const send = ({ world }: ClusterFixture, method: "POST" | "PUT" | "PATCH" | "GET", path: string, body?: unknown) => {
  const patch = method === "PATCH" ? ({ patchType: "merge" } as const) : {};
  const { status, body: given } = handle(world, { method, path: `/${path}`, query: {}, body, user: ADMIN, ...patch });
  return { status, message: (given as { readonly message?: string }).message };
};

test("a rule on updates of pods says nothing about their status", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["UPDATE"], resources: ["pods"], apiGroups: [""] });
  fixture.create(deployment("web", {}));
  fixture.run(20);
  expect(phases(fixture, "web")).toEqual(["Running"]);
});

test("a policy on Deployments and ReplicaSets says nothing about their status", () => {
  const fixture = createFixture();
  policy(fixture, { operations: ["UPDATE"], resources: ["deployments", "replicasets"] });
  fixture.create(deployment("web", {}, {}, { replicas: 2 }));
  fixture.run(20);
  expect(fixture.client.get<Deployment>("deployments.apps", "shop", "web")?.status).toMatchObject({ replicas: 2, readyReplicas: 2 });
});

test.each(["pods/status", "pods/*", "*/status", "*/*"])("a kubelet reports again what %s kept it from reporting", (resource) => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(0.02);
  unreachable(fixture, { operations: ["UPDATE"], resources: [resource] });
  fixture.run(40);
  expect(phases(fixture, "web").filter((phase) => phase !== "Pending")).toEqual([]);
  reachable(fixture);
  fixture.run(30);
  expect(phases(fixture, "web")).toEqual(["Running"]);
  expect(fixture.client.get<Deployment>("deployments.apps", "shop", "web")?.status?.readyReplicas).toBe(1);
});

test("a pod that may not be deleted stays until it may, and then goes by itself", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }));
  fixture.run(20);
  const [pod] = fixture.pods("web");
  policy(fixture, { operations: ["DELETE"], resources: ["pods"] }, "request.userInfo.username == 'kubernetes-admin'");
  expect(fixture.client.delete("pods", "shop", pod?.metadata.name ?? "").ok).toBe(true);
  fixture.run(60);
  expect(fixture.pods("web").filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length).toBe(1);
  withdraw(fixture);
  fixture.run(15);
  expect(fixture.pods("web").filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length).toBe(0);
});

test("controllers try refused writes again, each with its own back-off", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["UPDATE"], resources: ["*/status"], apiGroups: ["apps", "batch"] });
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "once", namespace: "shop" },
    spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: BUSYBOX, command: ["true"] }] } } },
  } as KubeObject;
  fixture.create(deployment("web", {}), job);
  fixture.run(60);
  expect(fixture.client.get<Deployment>("deployments.apps", "shop", "web")?.status?.readyReplicas).toBeUndefined();
  reachable(fixture);
  fixture.run(100);
  expect(fixture.client.get<Deployment>("deployments.apps", "shop", "web")?.status?.readyReplicas).toBe(1);
  const done = fixture.client.get<Job>("jobs.batch", "shop", "once");
  expect(done?.status).toMatchObject({ succeeded: 1, uncountedTerminatedPods: {} });
  expect(done?.status?.conditions?.map(({ type }) => type)).toEqual(["SuccessCriteriaMet", "Complete"]);
  expect(fixture.pods("once").length).toBe(1);
});

test("slices that may not be written are told of, and written later", () => {
  const fixture = createFixture();
  policy(fixture, { operations: ["CREATE", "UPDATE"], resources: ["endpointslices"] });
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", namespace: "shop" },
    spec: { selector: { app: "s" }, ports: [{ port: 80 }] },
  };
  fixture.create(deployment("s", {}), service as KubeObject);
  fixture.run(10);
  const told = fixture.events("s").filter((text) => text.startsWith("FailedToUpdateEndpointSlices"));
  const about = "EndpointSlice for Service shop/s";
  expect(told[0]).toMatch(
    new RegExp(
      `^FailedToUpdateEndpointSlices: Error updating Endpoint Slices for Service shop/s: failed to create ${about}: endpointslices.discovery.k8s.io "s-[a-z0-9]{5}" is forbidden: ${DENIED}$`,
    ),
  );
  withdraw(fixture);
  fixture.run(20);
  expect(fixture.client.list("endpointslices.discovery.k8s.io", "shop").length).toBe(1);
});

test("a ReplicaSet says why it cannot delete a pod, and deletes it later", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }, { replicas: 2 }));
  fixture.run(20);
  policy(fixture, { operations: ["DELETE"], resources: ["pods"] });
  send(fixture, "PATCH", "apis/apps/v1/namespaces/shop/deployments/web/scale", { spec: { replicas: 1 } });
  fixture.run(10);
  expect(fixture.events("web").find((text) => text.startsWith("FailedDelete"))).toMatch(
    new RegExp(`^FailedDelete: Error deleting: pods "web-[a-z0-9-]+" is forbidden: ${DENIED}`),
  );
  withdraw(fixture);
  fixture.run(30);
  expect(fixture.pods("web").length).toBe(1);
});

test("a Deployment is dropped after fifteen tries, until it changes", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["CREATE"], resources: ["replicasets"] });
  fixture.create(deployment("web", {}));
  fixture.run(300);
  reachable(fixture);
  fixture.run(600);
  expect(fixture.pods("web")).toEqual([]);
  expect(fixture.events("web").join()).toContain(`ReplicaSetCreateError: Failed to create new replica set "web-`);
  const present = fixture.client.get<Deployment>("deployments.apps", "shop", "web") as Deployment;
  fixture.client.update("deployments.apps", { ...present, metadata: { ...present.metadata, annotations: { touched: "yes" } } });
  fixture.run(20);
  expect(phases(fixture, "web")).toEqual(["Running"]);
});

test("a finished pod whose finalizer may not be taken counts once, and later", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["UPDATE"], resources: ["pods"], apiGroups: [""] });
  fixture.create({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "once", namespace: "shop" },
    spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: BUSYBOX, command: ["true"] }] } } },
  } as KubeObject);
  fixture.run(60);
  const waiting = fixture.client.get<Job>("jobs.batch", "shop", "once")?.status;
  expect(waiting?.uncountedTerminatedPods?.["succeeded"]?.length).toBe(1);
  expect(waiting?.succeeded).toBeUndefined();
  expect(waiting?.conditions?.map(({ type }) => type)).toEqual(["SuccessCriteriaMet"]);
  reachable(fixture);
  fixture.run(100);
  expect(fixture.client.get<Job>("jobs.batch", "shop", "once")?.status).toMatchObject({ succeeded: 1, uncountedTerminatedPods: {} });
  expect(fixture.pods("once").length).toBe(1);
});

test("a run of a CronJob that was refused stays due", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["CREATE"], resources: ["jobs"] });
  const containers = [{ name: "c", image: BUSYBOX, command: ["true"] }];
  const jobTemplate = { spec: { template: { spec: { restartPolicy: "Never", containers } } } };
  fixture.create({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "tick", namespace: "shop" },
    spec: { schedule: "* * * * *", jobTemplate },
  } as KubeObject);
  fixture.run(65);
  expect(fixture.events("tick").join()).toContain(`FailedCreate: Error creating job: ${NO_WEBHOOK}`);
  reachable(fixture);
  fixture.run(50);
  expect(fixture.client.list("jobs.batch", "shop").length).toBeGreaterThan(0);
});

test("a binding that is refused is tried again after the pod's back-off", () => {
  const fixture = createFixture();
  policy(
    fixture,
    { operations: ["CREATE"], resources: ["pods/binding"] },
    "object.target.name != 'worker-1' && object.target.name != 'worker-2'",
  );
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const [pod] = fixture.pods("web");
  const message = `running Bind plugin "DefaultBinder": pods "${pod?.metadata.name}" is forbidden: ${DENIED}`;
  expect(fixture.events("web-").join()).toContain(`FailedScheduling: ${message}`);
  expect(pod?.status?.conditions?.[0]).toMatchObject({ type: "PodScheduled", status: "False", reason: "SchedulerError", message });
  withdraw(fixture);
  fixture.run(30);
  expect(phases(fixture, "web")).toEqual(["Running"]);
});

test("an eviction is asked about as such, and not as a deletion", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const name = fixture.pods("web")[0]?.metadata.name ?? "";
  const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "shop" } };
  policy(fixture, { operations: ["CREATE"], resources: ["pods/eviction"] }, "request.kind.kind != 'Eviction'");
  const path = `api/v1/namespaces/shop/pods/${name}/eviction`;
  expect(send(fixture, "POST", path, body)).toEqual({ status: 422, message: `pods "${name}" is forbidden: ${DENIED}` });
  withdraw(fixture);
  unreachable(fixture, { operations: ["DELETE"], resources: ["pods"] });
  expect(send(fixture, "POST", path, body).status).toBe(201);
});

test("a rule on scales sees a Scale, whoever sends it", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(5);
  policy(fixture, { operations: ["UPDATE"], resources: ["deployments/scale"] }, "object.spec.replicas <= oldObject.spec.replicas + 1");
  const path = "apis/apps/v1/namespaces/shop/deployments/web/scale";
  expect(send(fixture, "PATCH", path, { spec: { replicas: 5 } })).toEqual({
    status: 422,
    message: `deployments.apps "web" is forbidden: ${DENIED}`,
  });
  expect(send(fixture, "PATCH", path, { spec: { replicas: 2 } }).status).toBe(200);
  expect(send(fixture, "PATCH", "apis/apps/v1/namespaces/shop/deployments/web", { spec: { replicas: 9 } }).status).toBe(200);
});

test("an autoscaler says that it may not scale, and does so when it may", () => {
  const fixture = createFixture();
  policy(fixture, { operations: ["UPDATE"], resources: ["deployments/scale"] });
  const spec = { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, minReplicas: 3, maxReplicas: 5 };
  fixture.create(deployment("web", {}), {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "scaler", namespace: "shop" },
    spec,
  } as KubeObject);
  fixture.run(20);
  const problem = `deployments.apps "web" is forbidden: ${DENIED}`;
  expect(fixture.events("scaler")).toEqual([
    `FailedRescale: New size: 3; reason: Current number of replicas below Spec.MinReplicas; error: ${problem}`,
  ]);
  withdraw(fixture);
  fixture.run(20);
  expect(fixture.client.get<Deployment>("deployments.apps", "shop", "web")?.spec.replicas).toBe(3);
});

test("containers that are added to debug a pod are asked about apart from its updates", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const name = fixture.pods("web")[0]?.metadata.name ?? "";
  const path = `api/v1/namespaces/shop/pods/${name}`;
  const added = { spec: { ephemeralContainers: [{ name: "look", image: BUSYBOX, command: ["sleep", "9"] }] } };
  unreachable(fixture, { operations: ["UPDATE"], resources: ["pods"], apiGroups: [""] });
  policy(fixture, { operations: ["UPDATE"], resources: ["pods/ephemeralcontainers"] });
  expect(send(fixture, "PATCH", `${path}/ephemeralcontainers`, added).message).toBe(`pods "${name}" is forbidden: ${DENIED}`);
  withdraw(fixture);
  expect(send(fixture, "PATCH", `${path}/ephemeralcontainers`, added).status).toBe(200);
  expect(send(fixture, "PATCH", path, { metadata: { labels: { a: "b" } } })).toEqual({ status: 500, message: NO_WEBHOOK });
});

test("connections into pods and through proxies pass admission with their options", async () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const pod = fixture.pods("web")[0] as Pod;
  policy(fixture, { operations: ["CONNECT"], resources: ["pods/exec", "pods/proxy"] }, "!has(object.command) || object.command[0] != 'sh'");
  const port = createSimPort(fixture.world, ADMIN);
  const exec = (...command: readonly string[]) => port.exec({ namespace: "shop", pod: pod.metadata.name, command });
  expect(await exec("sh", "-c", "true")).toMatchObject({ exitCode: undefined, status: { code: 422, reason: "Invalid" } });
  expect((await exec("true")).exitCode).toBe(0);
  unreachable(fixture, { operations: ["CONNECT"], resources: ["pods/proxy"] });
  expect(send(fixture, "GET", `api/v1/namespaces/shop/pods/${pod.metadata.name}/proxy/`)).toEqual({ status: 500, message: NO_WEBHOOK });
});

test("events that a rule refuses are lost, and nobody waits for them", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["CREATE"], resources: ["events"] });
  fixture.create(deployment("web", {}));
  fixture.run(20);
  expect(phases(fixture, "web")).toEqual(["Running"]);
  expect(fixture.events("web")).toEqual([]);
});

test("a quota is counted when its status may be written again", () => {
  const fixture = createFixture();
  unreachable(fixture, { operations: ["UPDATE"], resources: ["resourcequotas/status"], apiGroups: [""] });
  const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q", namespace: "shop" }, spec: { hard: { pods: "5" } } };
  fixture.create(quota as KubeObject);
  fixture.run(10);
  const statusOf = () => fixture.client.get<KubeObject & { readonly status?: unknown }>("resourcequotas", "shop", "q")?.status;
  expect(statusOf()).toEqual({});
  reachable(fixture);
  fixture.run(30);
  expect(statusOf()).toEqual({ hard: { pods: "5" }, used: { pods: "0" } });
});

test("a change that changes nothing is asked about, too", () => {
  const fixture = createFixture();
  fixture.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "shop" }, data: { a: "b" } } as KubeObject);
  policy(fixture, { operations: ["UPDATE"], resources: ["configmaps"] });
  const answer = send(fixture, "PATCH", "api/v1/namespaces/shop/configmaps/c", { data: { a: "b" } });
  expect(answer).toEqual({ status: 422, message: `configmaps "c" is forbidden: ${DENIED}` });
});

test("a namespace that ends takes no bindings and evictions", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 30 }));
  fixture.run(20);
  const name = fixture.pods("web")[0]?.metadata.name ?? "";
  fixture.client.delete("namespaces", undefined, "shop");
  const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "shop" } };
  expect(send(fixture, "POST", `api/v1/namespaces/shop/pods/${name}/eviction`, body)).toEqual({
    status: 403,
    message: `pods "${name}" is forbidden: unable to create new content in namespace shop because it is being terminated`,
  });
});
