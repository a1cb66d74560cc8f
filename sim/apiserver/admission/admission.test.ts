import { expect, test } from "vitest";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createTestWorld } from "../testing/create-test-world.ts";

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
