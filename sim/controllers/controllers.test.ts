import { expect, test } from "vitest";
import type { Namespace, Node, PodDisruptionBudget } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice } from "#kube/types/network.ts";
import type { CronJob, DaemonSet, HorizontalPodAutoscaler, Job, StatefulSet } from "#kube/types/workloads.ts";
import { BUSYBOX, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";

const container = (script: string) => ({ name: "c", image: BUSYBOX, command: ["sh", "-c", script] });
const object = (apiVersion: string, kind: string, name: string, spec: object): KubeObject =>
  ({ apiVersion, kind, metadata: { name, namespace: "shop" }, spec }) as KubeObject;
const service = (name: string, spec: object = {}): KubeObject =>
  object("v1", "Service", name, { selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }], ...spec });

test("endpoint slices follow pods from ready over terminating to gone", () => {
  const fixture = createFixture();
  const slice = () => fixture.client.list<EndpointSlice>("endpointslices.discovery.k8s.io", "shop")[0];
  fixture.create(service("web"), deployment("web", {}, { terminationGracePeriodSeconds: 3 }));
  fixture.run(0.2);
  expect(slice()?.endpoints).toBeNull();
  fixture.run(20);
  expect(slice()?.endpoints?.[0]?.conditions).toEqual({ ready: true, serving: true, terminating: false });
  expect(slice()?.ports).toEqual([{ name: "", protocol: "TCP", port: 8080 }]);
  const [pod] = fixture.pods("web");
  fixture.client.delete("pods", "shop", pod?.metadata.name as string);
  fixture.run(0.5);
  const of = slice()?.endpoints?.find(({ targetRef }) => targetRef?.name === pod?.metadata.name);
  expect(of?.conditions).toEqual({ ready: false, serving: true, terminating: true });
  fixture.run(20);
  expect(slice()?.endpoints).toHaveLength(1);
});

test("a slice that loses its owner or its label is made good", () => {
  const fixture = createFixture();
  const slices = () => fixture.client.list<EndpointSlice>("endpointslices.discovery.k8s.io", "shop");
  const change = (metadata: Partial<EndpointSlice["metadata"]>): void => {
    const [slice] = slices() as readonly [EndpointSlice];
    fixture.client.update("endpointslices.discovery.k8s.io", { ...slice, metadata: { ...slice.metadata, ...metadata } });
    fixture.run(5);
  };
  fixture.create(service("web"), deployment("web", {}));
  fixture.run(20);
  const [owner] = slices()[0]?.metadata.ownerReferences ?? [];
  if (owner === undefined) throw new Error("the slice has no owner");
  change({ ownerReferences: [{ ...owner, name: "other" }] });
  expect(slices().map(({ endpoints }) => endpoints?.length)).toEqual([1]);
  change({ labels: {} });
  expect(slices().filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === "web")).toHaveLength(1);
});

test("a named port leads to where each pod has it, and to nothing where no pod has it", () => {
  const fixture = createFixture();
  fixture.create(
    deployment("web", { ports: [{ name: "http", containerPort: 5000 }] }),
    service("web", {
      ports: [
        { name: "a", port: 80, targetPort: "http" },
        { name: "b", port: 81, targetPort: "nope" },
      ],
    }),
  );
  fixture.run(20);
  expect(fixture.client.list<EndpointSlice>("endpointslices.discovery.k8s.io", "shop")[0]?.ports).toEqual([
    { name: "a", protocol: "TCP", port: 5000 },
  ]);
});

test("deleting a Deployment takes its ReplicaSets and pods along; orphaning leaves them", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }), deployment("left", {}));
  fixture.run(20);
  fixture.client.delete("deployments.apps", "shop", "web", { propagationPolicy: "Foreground" });
  fixture.run(0.1);
  expect(fixture.client.get("deployments.apps", "shop", "web")?.metadata.finalizers).toContain("foregroundDeletion");
  fixture.client.delete("deployments.apps", "shop", "left", { propagationPolicy: "Orphan" });
  fixture.run(10);
  expect(fixture.client.get("deployments.apps", "shop", "web")).toBeUndefined();
  expect(fixture.pods("web")).toHaveLength(0);
  expect(fixture.pods("left")).toHaveLength(1);
});

test("a namespace that is deleted loses its pods first, says what is left and goes when nothing is", () => {
  const fixture = createFixture();
  const held = {
    ...object("v1", "ConfigMap", "held", {}),
    metadata: { name: "held", namespace: "shop", finalizers: ["example.com/wait"] },
  };
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 20 }), service("web"), held as KubeObject);
  fixture.run(20);
  const conditions = () =>
    (fixture.client.get("namespaces", undefined, "shop") as Namespace | undefined)?.status?.conditions?.map(
      ({ type, status }) => `${type} ${status}`,
    );
  const message = (type: string) =>
    (fixture.client.get("namespaces", undefined, "shop") as Namespace | undefined)?.status?.conditions?.find((one) => one.type === type)
      ?.message;
  fixture.client.delete("namespaces", undefined, "shop");
  fixture.run(4);
  expect(conditions()).toBeUndefined();
  fixture.run(2);
  expect(conditions()).toContain("NamespaceContentRemaining False");
  expect(fixture.client.get("deployments.apps", "shop", "web")).toBeDefined();
  fixture.run(40);
  expect(message("NamespaceContentRemaining")).toBe("Some resources are remaining: configmaps. has 1 resource instances");
  expect(message("NamespaceFinalizersRemaining")).toContain("example.com/wait in 1 resource instances");
  expect(fixture.client.list("services", "shop")).toHaveLength(0);
  const { metadata, ...rest } = fixture.client.get("configmaps", "shop", "held") as KubeObject;
  fixture.client.update("configmaps", { ...rest, metadata: { ...metadata, finalizers: [] } } as KubeObject);
  fixture.run(10);
  expect(fixture.client.get("namespaces", undefined, "shop")).toBeUndefined();
});

test("a StatefulSet makes its pods one after the other and ends them from the top", () => {
  const fixture = createFixture();
  fixture.create(
    object("apps/v1", "StatefulSet", "db", {
      serviceName: "db",
      replicas: 3,
      selector: { matchLabels: { app: "db" } },
      template: { metadata: { labels: { app: "db" } }, spec: { terminationGracePeriodSeconds: 1, containers: [container("sleep 10000")] } },
    }),
  );
  fixture.run(1);
  expect(fixture.pods("db").map(({ metadata }) => metadata.name)).toEqual(["db-0"]);
  fixture.run(30);
  expect(fixture.pods("db").map(({ metadata }) => metadata.name)).toEqual(["db-0", "db-1", "db-2"]);
  expect(fixture.pods("db")[1]?.metadata.labels).toMatchObject({
    "apps.kubernetes.io/pod-index": "1",
    "statefulset.kubernetes.io/pod-name": "db-1",
  });
  const set = fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  expect(set.status).toMatchObject({ replicas: 3, readyReplicas: 3, updatedReplicas: 3, availableReplicas: 3 });
  const template = {
    ...set.spec.template,
    spec: { ...set.spec.template.spec, containers: [{ ...container("sleep 10000"), image: "docker.io/library/busybox:1.36" }] },
  };
  fixture.client.update("statefulsets.apps", { ...set, spec: { ...set.spec, template } });
  fixture.run(40);
  expect(fixture.pods("db").map(({ spec }) => spec.containers[0]?.image)).toEqual(Array(3).fill("docker.io/library/busybox:1.36"));
  const later = fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  expect(later.status?.currentRevision).toBe(later.status?.updateRevision);
  fixture.client.update("statefulsets.apps", { ...later, spec: { ...later.spec, replicas: 1 } });
  fixture.run(15);
  expect(fixture.pods("db").map(({ metadata }) => metadata.name)).toEqual(["db-0"]);
  expect(fixture.events("db").some((line) => line.startsWith("SuccessfulDelete: Delete Pod db-2 in StatefulSet db successful"))).toBe(true);
});

test("a DaemonSet has one pod on every node that it tolerates and rolls node by node", () => {
  const fixture = createFixture();
  fixture.create(
    object("apps/v1", "DaemonSet", "agent", {
      selector: { matchLabels: { app: "agent" } },
      template: {
        metadata: { labels: { app: "agent" } },
        spec: { terminationGracePeriodSeconds: 1, containers: [container("sleep 10000")] },
      },
    }),
  );
  fixture.run(20);
  expect(
    fixture
      .pods("agent")
      .map(({ spec }) => spec.nodeName)
      .sort(),
  ).toEqual(["worker-1", "worker-2", "worker-3"]);
  const set = fixture.client.get<DaemonSet>("daemonsets.apps", "shop", "agent") as DaemonSet;
  expect(set.status).toMatchObject({ desiredNumberScheduled: 3, numberReady: 3, updatedNumberScheduled: 3 });
  const template = { ...set.spec.template, spec: { ...set.spec.template.spec, containers: [container("sleep 20000")] } };
  fixture.client.update("daemonsets.apps", { ...set, spec: { ...set.spec, template } });
  fixture.run(40);
  expect(fixture.client.get<DaemonSet>("daemonsets.apps", "shop", "agent")?.status).toMatchObject({
    numberReady: 3,
    updatedNumberScheduled: 3,
  });
});

test("a Job counts its successes, and one that fails too often is given up", () => {
  const fixture = createFixture();
  fixture.create(
    object("batch/v1", "Job", "good", {
      completions: 2,
      template: { spec: { restartPolicy: "Never", containers: [container("sleep 2")] } },
    }),
    object("batch/v1", "Job", "bad", {
      backoffLimit: 1,
      template: { spec: { restartPolicy: "Never", containers: [container("exit 4")] } },
    }),
  );
  fixture.run(60);
  expect(fixture.client.get<Job>("jobs.batch", "shop", "good")?.status).toMatchObject({
    succeeded: 2,
    conditions: [{ type: "SuccessCriteriaMet" }, { type: "Complete", reason: "CompletionsReached" }],
  });
  expect(fixture.client.get<Job>("jobs.batch", "shop", "bad")?.status).toMatchObject({
    failed: 2,
    conditions: [{ type: "FailureTarget" }, { type: "Failed", reason: "BackoffLimitExceeded" }],
  });
  expect(fixture.events("good").filter((line) => line === "Completed: Job completed")).toHaveLength(1);
  expect(fixture.pods("good")[0]?.status?.phase).toBe("Succeeded");
});

test("a pod that its Job left behind can be deleted, whether it still ran or a Job of that name is there again", () => {
  const fixture = createFixture();
  const job = object("batch/v1", "Job", "work", {
    template: { spec: { restartPolicy: "Never", terminationGracePeriodSeconds: 0, containers: [container("sleep 600")] } },
  });
  fixture.create(job);
  fixture.run(5);
  const [orphan] = fixture.pods("work");
  fixture.client.delete("jobs.batch", "shop", "work", { propagationPolicy: "Orphan" });
  fixture.run(5);
  fixture.create(job);
  fixture.run(5);
  expect(
    fixture
      .pods("work")
      .map(({ metadata }) => metadata.finalizers?.length ?? 0)
      .sort(),
  ).toEqual([0, 1]);
  fixture.client.delete("pods", "shop", orphan?.metadata.name ?? "");
  fixture.run(5);
  expect(fixture.pods("work")).toHaveLength(1);
});

test("a CronJob starts a Job at each full minute and keeps three of them", () => {
  const fixture = createFixture();
  fixture.create(
    object("batch/v1", "CronJob", "tick", {
      schedule: "* * * * *",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [container("exit 0")] } } } },
    }),
  );
  fixture.run(330);
  const jobs = fixture.client.list<Job>("jobs.batch", "shop");
  expect(jobs.length).toBeGreaterThanOrEqual(3);
  expect(jobs.length).toBeLessThanOrEqual(4);
  expect(fixture.client.get<CronJob>("cronjobs.batch", "shop", "tick")?.status?.lastSuccessfulTime).toBeDefined();
  expect(fixture.events("tick").some((line) => /^SawCompletedJob: Saw completed job: tick-\d+, condition: Complete$/.test(line))).toBe(
    true,
  );
});

test("a NoExecute taint ends the pods that do not tolerate it", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }));
  fixture.run(20);
  const [pod] = fixture.pods("web");
  const node = fixture.client.get<Node>("nodes", undefined, pod?.spec.nodeName as string) as Node;
  fixture.client.update("nodes", { ...node, spec: { ...node.spec, taints: [{ key: "out", effect: "NoExecute" }] } });
  fixture.run(20);
  expect(fixture.pods("web")).toHaveLength(1);
  expect(fixture.pods("web")[0]?.spec.nodeName).not.toBe(pod?.spec.nodeName);
  expect(fixture.events(pod?.metadata.name as string)).toContain(
    `TaintManagerEviction: Marking for deletion Pod shop/${pod?.metadata.name}`,
  );
});

test("a budget counts how many pods may be evicted, and an autoscaler without requests says why it cannot count", () => {
  const fixture = createFixture();
  fixture.create(
    deployment("web", {}, {}, { replicas: 3 }),
    object("policy/v1", "PodDisruptionBudget", "web", { minAvailable: 2, selector: { matchLabels: { app: "web" } } }),
  );
  fixture.create(
    object("autoscaling/v2", "HorizontalPodAutoscaler", "web", {
      maxReplicas: 5,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    }),
  );
  fixture.run(40);
  expect(fixture.client.get<PodDisruptionBudget>("poddisruptionbudgets.policy", "shop", "web")?.status).toMatchObject({
    disruptionsAllowed: 1,
    currentHealthy: 3,
    desiredHealthy: 2,
    expectedPods: 3,
  });
  const conditions = fixture.client.get<HorizontalPodAutoscaler>("horizontalpodautoscalers.autoscaling", "shop", "web")?.status?.conditions;
  expect(conditions?.find(({ type }) => type === "ScalingActive")?.message).toMatch(
    /^the HPA was unable to compute the replica count: failed to get cpu utilization: missing request for cpu in container c of Pod web-/,
  );
});

test("every namespace has its default ServiceAccount and the cluster's certificate, and gets them back", () => {
  const fixture = createFixture();
  fixture.client.delete("configmaps", "shop", "kube-root-ca.crt");
  fixture.client.delete("serviceaccounts", "shop", "default");
  fixture.run(2);
  expect(fixture.client.get("configmaps", "shop", "kube-root-ca.crt")).toBeDefined();
  expect(fixture.client.get("serviceaccounts", "shop", "default")).toBeDefined();
});

test("a pod bears a taint that does not say since when it is there as long as it tolerates it", () => {
  const fixture = createFixture();
  const tolerations = [{ key: "broken", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 } as const];
  fixture.create(deployment("web", {}, { tolerations, terminationGracePeriodSeconds: 0 }));
  fixture.run(10);
  const [pod] = fixture.pods("web");
  const node = fixture.client.get("nodes", undefined, pod?.spec.nodeName ?? "") as Node;
  fixture.client.update("nodes", {
    ...node,
    spec: { ...node.spec, taints: [...(node.spec.taints ?? []), { key: "broken", effect: "NoExecute" }] },
  } as Node);
  fixture.run(4);
  expect(fixture.pods("web").map(({ metadata }) => metadata.uid)).toContain(pod?.metadata.uid);
  fixture.run(4);
  expect(fixture.pods("web").map(({ metadata }) => metadata.uid)).not.toContain(pod?.metadata.uid);
});
