import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "../../../http/handle.ts";
import { createTestWorld } from "../../../testing/create-test-world.ts";

const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const PATH = (version: string): string => `/apis/autoscaling/${version}/namespaces/shop/horizontalpodautoscalers`;

const createOld = () => {
  const { world } = createTestWorld();
  const send = (method: "GET" | "POST" | "PATCH", path: string, body?: unknown): KubeObject & { readonly spec: object } =>
    handle(world, { method, path, query: {}, user: USER, ...(body !== undefined && { body, patchType: "merge" as const }) }).body as never;
  const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  const created = send("POST", PATH("v1"), {
    apiVersion: "autoscaling/v1",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web" },
    spec: { scaleTargetRef: target, maxReplicas: 5, targetCPUUtilizationPercentage: 70 },
  });
  return { send, created, target };
};

const cpu = (averageUtilization: number) => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

test("an autoscaler of the first version is stored in the newest and shown in both", () => {
  const { send, created, target } = createOld();
  expect(created).toMatchObject({
    apiVersion: "autoscaling/v1",
    spec: { scaleTargetRef: target, minReplicas: 1, maxReplicas: 5, targetCPUUtilizationPercentage: 70 },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  });
  expect(send("GET", `${PATH("v2")}/web`).spec).toEqual({ scaleTargetRef: target, minReplicas: 1, maxReplicas: 5, metrics: [cpu(70)] });
});

test("a patch by the first version changes the metric and leaves alone what that version has no field for", () => {
  const { send } = createOld();
  const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
  const memory = { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 80 } } };
  send("PATCH", `${PATH("v2")}/web`, { spec: { behavior, metrics: [cpu(70), memory] } });
  const before = send("GET", `${PATH("v2")}/web`).spec as { readonly behavior: object };
  send("PATCH", `${PATH("v1")}/web`, { spec: { targetCPUUtilizationPercentage: 55 } });
  const after = send("GET", `${PATH("v2")}/web`);
  expect(after.spec).toMatchObject({ behavior: before.behavior, metrics: [cpu(55), memory] });
  expect(after.metadata).not.toHaveProperty("annotations");
  expect(send("GET", `${PATH("v1")}/web`).metadata.annotations?.["autoscaling.alpha.kubernetes.io/metrics"]).toBe(
    '[{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":80}}]',
  );
});
