import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment, HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { createTestWorld } from "../../apiserver/testing/create-test-world.ts";
import { controllerObserver, controllerTimers } from "../../controller-runtime/controller.ts";
import { horizontalAutoscaler } from "./horizontal-autoscaler.ts";
import { limitReplicas, recordScaling, rememberFirst } from "./limit-replicas.ts";

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

const sceneOf = (...targets: readonly (readonly [name: string, kind: string, min: number, max: number])[]) => {
  const controllers = [horizontalAutoscaler];
  const { world, client } = createTestWorld({ timers: controllerTimers(controllers), observers: [controllerObserver(controllers)] });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "busybox:1" }] } };
  const selector = { matchLabels: { a: "b" } };
  const apps = (kind: string, spec: object): KubeObject =>
    ({ apiVersion: "apps/v1", kind, metadata: { name: "web", namespace: "shop" }, spec: { selector, template, ...spec } }) as KubeObject;
  client.create("deployments.apps", apps("Deployment", { replicas: 3 }));
  client.create("daemonsets.apps", apps("DaemonSet", {}));
  client.create("pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web-1", namespace: "shop", labels: { a: "b" } },
    spec: template.spec,
  } as KubeObject);
  const create = ([name, kind, minReplicas, maxReplicas]: (typeof targets)[number]): void => {
    const metrics = [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } }];
    const spec = { scaleTargetRef: { apiVersion: "apps/v1", kind, name: "web" }, minReplicas, maxReplicas, metrics };
    client.create(AUTOSCALERS, {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name, namespace: "shop" },
      spec,
    } as KubeObject);
  };
  targets.forEach(create);
  const run = (seconds: number): void => world.runUntil(world.nowMs() + seconds * 1000);
  const conditions = (name: string) =>
    client
      .get<HorizontalPodAutoscaler>(AUTOSCALERS, "shop", name)
      ?.status?.conditions?.map(({ type, status, reason, message }) => [type, status, reason, message]);
  const events = (name: string) =>
    client
      .list<KubeObject & { reason: string; message: string; involvedObject: { name: string } }>("events", "shop")
      .filter(({ involvedObject }) => involvedObject.name === name)
      .map(({ reason, message }) => `${reason}: ${message}`);
  const replicas = (): number | undefined => client.get<Deployment>("deployments.apps", "shop", "web")?.spec.replicas;
  return { client, create, run, conditions, events, replicas };
};

const AUTOSCALERS = "horizontalpodautoscalers.autoscaling";
const FOUND = ["AbleToScale", "True", "SucceededGetScale", "the HPA controller was able to get the target's current scale"];

test("two autoscalers of the same pods do nothing but say so, until one of them is gone", () => {
  const { client, create, run, conditions, events, replicas } = sceneOf(["d", "Deployment", 3, 5]);
  run(20);
  create(["d2", "Deployment", 4, 6]);
  run(60);
  const problem = "pods by selector a=b are controlled by multiple HPAs: [shop/d shop/d2]";
  expect(conditions("d")).toEqual([FOUND, ["ScalingActive", "False", "AmbiguousSelector", problem]]);
  expect(conditions("d2")?.slice(1)).toEqual([["ScalingActive", "False", "AmbiguousSelector", problem]]);
  expect(events("d2").sort()).toEqual([
    `AmbiguousSelector: ${problem}`,
    `FailedComputeMetricsReplicas: ${problem}`,
    "SuccessfulRescale: New size: 4; reason: Current number of replicas below Spec.MinReplicas",
  ]);
  expect(replicas()).toBe(4);
  client.delete(AUTOSCALERS, "shop", "d2");
  run(20);
  expect(conditions("d")?.[1]?.[2]).toBe("FailedGetResourceMetric");
});

test("what has no scale cannot be scaled", () => {
  const { run, conditions, events } = sceneOf(["ds", "DaemonSet", 1, 3]);
  run(20);
  const problem = "the server could not find the requested resource";
  expect(events("ds")).toEqual([`FailedGetScale: ${problem}`]);
  expect(conditions("ds")).toEqual([
    ["AbleToScale", "False", "FailedGetScale", `the HPA controller was unable to get the target's current scale: ${problem}`],
  ]);
});

test("an autoscaler that loses its workload says so, and keeps what it knew", () => {
  const { client, run, conditions } = sceneOf(["d", "Deployment", 3, 5]);
  const statusOf = () => client.get<HorizontalPodAutoscaler>(AUTOSCALERS, "shop", "d")?.status;
  run(20);
  const before = statusOf();
  const present = client.get<HorizontalPodAutoscaler>(AUTOSCALERS, "shop", "d") as HorizontalPodAutoscaler;
  const scaleTargetRef = { ...present.spec.scaleTargetRef, name: "web-v2" };
  client.update(AUTOSCALERS, { ...present, spec: { ...present.spec, scaleTargetRef } } as KubeObject);
  run(20);
  const problem = 'deployments.apps "web-v2" not found';
  const message = `the HPA controller was unable to get the target's current scale: ${problem}`;
  expect(conditions("d")?.[0]).toEqual(["AbleToScale", "False", "FailedGetScale", message]);
  expect(before?.currentReplicas).toBe(3);
  expect(statusOf()).toMatchObject({
    currentReplicas: 3,
    desiredReplicas: before?.desiredReplicas,
    currentMetrics: before?.currentMetrics,
  });
});

test("a new autoscaler waits before it scales down what it found", () => {
  const { world } = createTestWorld();
  const one = autoscaler({});
  rememberFirst(world, one, 5);
  expect(limitReplicas(world, one, 5, 1).replicas).toBe(5);
  world.runUntil(world.nowMs() + 301_000);
  expect(limitReplicas(world, one, 5, 1).replicas).toBe(1);
});
