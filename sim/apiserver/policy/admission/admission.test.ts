import { expect, test } from "vitest";
import type { Node, ResourceQuota } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";

const pod = (name: string, resources?: object): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop" },
  spec: { containers: [{ name: "app", image: "busybox:1", ...(resources && { resources }) }] },
});

const withQuota = (hard: Record<string, string>) => {
  const made = createTestWorld();
  made.client.create("resourcequotas", {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "compute", namespace: "shop" },
    spec: { hard },
  } as ResourceQuota);
  made.world.runUntil(made.world.nowMs() + 100);
  const create = (given: Pod): string => {
    const result = made.client.create("pods", given);
    return result.ok ? "ok" : (result.error.message ?? "");
  };
  const used = () => made.client.get<ResourceQuota>("resourcequotas", "shop", "compute")?.status?.used;
  return { ...made, create, used };
};

test("a quota counts what is there and refuses what is too much", () => {
  const { create, used } = withQuota({ "requests.cpu": "1", pods: "10" });
  expect(used()).toEqual({ "requests.cpu": "0", pods: "0" });
  expect(create(pod("a", { requests: { cpu: "600m" } }))).toBe("ok");
  expect(used()).toEqual({ "requests.cpu": "600m", pods: "1" });
  expect(create(pod("b", { requests: { cpu: "500m" } }))).toBe(
    'pods "b" is forbidden: exceeded quota: compute, requested: requests.cpu=500m, used: requests.cpu=600m, limited: requests.cpu=1',
  );
});

test("a quota on compute makes every container name its amounts", () => {
  const { create } = withQuota({ "limits.cpu": "1", "limits.memory": "1Gi" });
  expect(create(pod("a"))).toBe('pods "a" is forbidden: failed quota: compute: must specify limits.cpu for: app; limits.memory for: app');
});

test("what goes away is given back", () => {
  const { world, client, create, used } = withQuota({ pods: "1" });
  expect(create(pod("a"))).toBe("ok");
  expect(create(pod("b"))).toContain("exceeded quota: compute, requested: pods=1, used: pods=1, limited: pods=1");
  client.delete("pods", "shop", "a");
  world.runUntil(world.nowMs() + 100);
  expect(used()).toEqual({ pods: "0" });
  expect(create(pod("b"))).toBe("ok");
});

const withRange = (limits: readonly object[]) => {
  const { client } = createTestWorld();
  client.create("limitranges", {
    apiVersion: "v1",
    kind: "LimitRange",
    metadata: { name: "r", namespace: "shop" },
    spec: { limits },
  } as never);
  return (given: Pod) => client.create("pods", given);
};

test("a limit range fills in and bounds", () => {
  const create = withRange([
    { type: "Container", max: { cpu: "800m" }, min: { memory: "64Mi" }, default: { cpu: "500m", memory: "128Mi" } },
  ]);
  const filled = create(pod("a"));
  if (!filled.ok) throw new Error(filled.error.message);
  expect(filled.value.spec.containers[0]?.resources).toEqual({
    limits: { cpu: "500m", memory: "128Mi" },
    requests: { cpu: "500m", memory: "128Mi" },
  });
  expect(filled.value.metadata.annotations?.["kubernetes.io/limit-ranger"]).toBe(
    "LimitRanger plugin set: cpu, memory request for container app; cpu, memory limit for container app",
  );
  const refused = create(pod("b", { limits: { cpu: "1600m" }, requests: { memory: "10Mi" } }));
  expect(refused.ok ? "" : refused.error.message).toBe(
    'pods "b" is forbidden: [minimum memory usage per Container is 64Mi, but request is 10Mi, maximum cpu usage per Container is 800m, but limit is 1600m]',
  );
});

test("a missing service account or priority class is named", () => {
  const { client } = createTestWorld();
  const refusal = (spec: object): string => {
    const result = client.create("pods", { ...pod("a"), spec: { ...pod("a").spec, ...spec } });
    return result.ok ? "ok" : (result.error.message ?? "");
  };
  expect(refusal({ serviceAccountName: "sa" })).toBe(
    'pods "a" is forbidden: error looking up service account shop/sa: serviceaccount "sa" not found',
  );
  expect(refusal({ priorityClassName: "foo" })).toBe('pods "a" is forbidden: no PriorityClass with name foo was found');
});

test("a pod costs what its runtime class says, and runs where that one runs", () => {
  const { client } = createTestWorld();
  client.create("runtimeclasses.node.k8s.io", {
    apiVersion: "node.k8s.io/v1",
    kind: "RuntimeClass",
    metadata: { name: "heavy" },
    handler: "heavy",
    overhead: { podFixed: { cpu: "250m" } },
    scheduling: { nodeSelector: { runtime: "heavy" } },
  } as KubeObject);
  const create = (name: string, more: object) => {
    const made = client.create<Pod>("pods", { ...pod(name), spec: { ...pod(name).spec, ...more } });
    return made.ok ? made.value.spec : made.error.message;
  };
  expect(create("a", { runtimeClassName: "heavy" })).toMatchObject({ overhead: { cpu: "250m" }, nodeSelector: { runtime: "heavy" } });
  const refused = (name: string, why: string): string => `pods "${name}" is forbidden: ${why}`;
  expect(create("b", { runtimeClassName: "none" })).toBe(refused("b", 'pod rejected: RuntimeClass "none" not found'));
  expect(create("c", { runtimeClassName: "heavy", overhead: { cpu: "1m" } })).toBe(
    refused("c", "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"),
  );
  expect(create("d", { overhead: { cpu: "1m" } })).toBe(
    refused("d", "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"),
  );
  expect(create("e", { runtimeClassName: "heavy", nodeSelector: { runtime: "light" } })).toBe(
    refused("e", "conflict: runtimeClass.scheduling.nodeSelector[runtime] = heavy; pod.spec.nodeSelector[runtime] = light"),
  );
});

test("a node is born with the taint of one that is not ready", () => {
  const made = createTestWorld().client.create<Node>("nodes", { apiVersion: "v1", kind: "Node", metadata: { name: "new" }, spec: {} });
  expect(made.ok && made.value.spec.taints).toEqual([{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }]);
});
