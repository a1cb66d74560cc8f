import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { createTestWorld } from "../../apiserver/testing/create-test-world.ts";
import { controllerObserver, controllerTimers } from "../../controller-runtime/controller.ts";
import { horizontalAutoscaler } from "./horizontal-autoscaler.ts";
import { limitReplicas, recordScaling } from "./limit-replicas.ts";

const autoscaler = (spec: Partial<HorizontalPodAutoscaler["spec"]>): HorizontalPodAutoscaler => ({
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web", namespace: "shop", uid: "u" },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, minReplicas: 1, maxReplicas: 20, ...spec },
});

const limiter = (spec: Partial<HorizontalPodAutoscaler["spec"]>) => {
  const { world } = createTestWorld();
  const one = autoscaler(spec);
  return {
    limit: (current: number, proposed: number) => {
      const { replicas, able, bounds } = limitReplicas(world, one, current, proposed);
      if (replicas !== current) recordScaling(world, one, replicas - current);
      return [replicas, able[2], bounds[2]];
    },
    pass: (seconds: number) => world.runUntil(world.nowMs() + seconds * 1000),
  };
};

test("without a behaviour the way up doubles at most and the way down waits five minutes", () => {
  const { limit, pass } = limiter({});
  expect(limit(3, 15)).toEqual([6, "ReadyForNewScale", "ScaleUpLimit"]);
  expect(limit(6, 2)).toEqual([12, "ScaleDownStabilized", "ScaleUpLimit"]);
  pass(301);
  expect(limit(12, 2)).toEqual([2, "ReadyForNewScale", "DesiredWithinRange"]);
  expect(limit(15, 40)).toEqual([20, "ReadyForNewScale", "TooManyReplicas"]);
});

test("policies of a behaviour limit the rate both ways", () => {
  const { limit, pass } = limiter({
    behavior: {
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: [{ type: "Pods", value: 2, periodSeconds: 60 }] },
      scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: [{ type: "Percent", value: 50, periodSeconds: 60 }] },
    },
  });
  expect(limit(4, 10)).toEqual([6, "ReadyForNewScale", "ScaleUpLimit"]);
  expect(limit(6, 10)).toEqual([6, "ReadyForNewScale", "ScaleUpLimit"]);
  pass(61);
  expect(limit(6, 10)).toEqual([8, "ReadyForNewScale", "ScaleUpLimit"]);
  pass(61);
  expect(limit(8, 1)).toEqual([4, "ReadyForNewScale", "ScaleDownLimit"]);
});

test("a direction can be switched off, and a window holds back", () => {
  const off = limiter({ behavior: { scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: "Disabled", policies: [] } } });
  expect(off.limit(5, 1)).toEqual([5, "ReadyForNewScale", "ScaleDownLimit"]);
  const calm = limiter({
    behavior: {
      scaleUp: { stabilizationWindowSeconds: 60, selectPolicy: "Max", policies: [{ type: "Percent", value: 900, periodSeconds: 15 }] },
      scaleDown: { stabilizationWindowSeconds: 300, selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
    },
  });
  expect(calm.limit(3, 3)).toEqual([3, "ReadyForNewScale", "DesiredWithinRange"]);
  expect(calm.limit(3, 9)).toEqual([3, "ScaleUpStabilized", "DesiredWithinRange"]);
  calm.pass(61);
  expect(calm.limit(3, 9)).toEqual([9, "ReadyForNewScale", "DesiredWithinRange"]);
});

test("metrics that nobody serves are told one by one, and bounds are kept without any", () => {
  const controllers = [horizontalAutoscaler];
  const { world, client } = createTestWorld({ timers: controllerTimers(controllers), observers: [controllerObserver(controllers)] });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "busybox:1" }] } };
  client.create("deployments.apps", {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  } as KubeObject);
  const metrics = [
    { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 50 } } },
    { type: "Pods", pods: { metric: { name: "packets" }, target: { type: "AverageValue", averageValue: "10" } } },
  ];
  const { uid: _uid, ...metadata } = autoscaler({}).metadata;
  client.create("horizontalpodautoscalers.autoscaling", { ...autoscaler({ minReplicas: 2, metrics }), metadata });
  world.runUntil(world.nowMs() + 10_000);
  expect(client.list("events", "shop")).toEqual([]);
  world.runUntil(world.nowMs() + 25_000);
  const events = client
    .list<KubeObject & { reason: string; message: string }>("events", "shop")
    .map(({ reason, message }) => `${reason}: ${message}`);
  const memory =
    "failed to get memory utilization: unable to get metrics for resource memory: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)";
  expect([...events].sort()).toEqual([
    `FailedComputeMetricsReplicas: invalid metrics (2 invalid out of 2), first error is: failed to get memory resource metric value: ${memory}`,
    "FailedGetPodsMetric: unable to get metric packets: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered",
    `FailedGetResourceMetric: ${memory}`,
    "SuccessfulRescale: New size: 2; reason: Current number of replicas below Spec.MinReplicas",
  ]);
  expect(client.get<HorizontalPodAutoscaler>("horizontalpodautoscalers.autoscaling", "shop", "web")?.status).toMatchObject({
    currentReplicas: 2,
    desiredReplicas: 2,
    currentMetrics: [{ type: "" }, { type: "" }],
  });
});
