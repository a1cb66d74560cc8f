import { describe, expect, test } from "vitest";
import { createRng, type Rng } from "#core/rng.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { getObject, listObjects, putObject, removeObject } from "../../apiserver/store/store.ts";
import { readHotelChart } from "../../flow/hotel-chart.cases.ts";
import { createWarmFixture, deletePod, NAMESPACE, podOf, startPod, syncSlices } from "../../flow/hotel-fixture.cases.ts";
import type { World } from "../../kernel/world.ts";
import { appendRow, createShop, MINUTE, NAMESPACE as SHOP } from "../hand-made-world.cases.ts";
import { createWorldSource } from "../metrics/world-series.ts";
import { evaluateInstant } from "../promql/query.ts";
import type { SeriesSource } from "../promql/series.ts";
import type { Sample } from "../promql/value.ts";
import { type AlertRule, alertRules } from "./alert-rules.ts";
import { resultOf } from "./rule-result.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);

/** Result as Prometheus computes it: the expression over all series, and nothing else. */
const evaluated = (world: World, { expr }: AlertRule, atMs: number): readonly Sample[] => {
  const plain: SeriesSource = { select: createWorldSource(world).select };
  const result = evaluateInstant(expr, plain, atMs);
  return result.kind === "vector" ? result.vector : [];
};

const COMPONENTS = ["frontend", "search", "rate", "geo", "profile", "memcached-profile", "mongodb-user", "reservation", "consul"];

const setStatus = (world: World, component: string, status: Partial<NonNullable<Pod["status"]>>): void => {
  const pod = podOf(world, component);
  if (pod !== undefined) putObject<Pod>(world, "pods", { ...pod, status: { ...pod.status, ...status } });
};

const waiting = (reason: string, name = "x") =>
  ({ name, ready: false, restartCount: 1, image: "x", imageID: "", state: { waiting: { reason } } }) as const;

type Trouble = (world: World, component: string, rng: Rng) => void;

const TROUBLES: readonly Trouble[] = [
  (world, component) => deletePod(world, component, "KILL"),
  (world, component) => (podOf(world, component) === undefined ? void startPod(world, component) : deletePod(world, component)),
  (world, component, rng) =>
    setStatus(world, component, {
      phase: rng.pick(["Pending", "Running"]),
      conditions: [
        { type: "PodScheduled", status: rng.pick(["True", "False"]), reason: "Unschedulable" },
        { type: "Ready", status: rng.pick(["True", "False", "Unknown"]) },
      ],
      containerStatuses: rng.pick([[], [waiting("CrashLoopBackOff")], [waiting("ErrImagePull"), waiting("ErrImagePull", "y")]]),
    }),
  (world, component, rng) =>
    setStatus(world, component, { phase: rng.pick(["Failed", "Succeeded", "Running"]), conditions: [{ type: "Ready", status: "False" }] }),
  (world, component, rng) => {
    const deployment = getObject<Deployment>(world, "deployments.apps", NAMESPACE, component) as Deployment;
    const availableReplicas = rng.int(0, 2);
    putObject<Deployment>(world, "deployments.apps", { ...deployment, status: { replicas: 2, availableReplicas } });
  },
  (world, component) => {
    const service = getObject<Service>(world, "services", NAMESPACE, component);
    if (service !== undefined) removeObject(world, "services", NAMESPACE, component);
  },
  (world, component, rng) => {
    const service = getObject<Service>(world, "services", NAMESPACE, component);
    if (service === undefined) return;
    const spec = { ...service.spec, selector: rng.pick([{ nothing: "here" }, { "io.kompose.service": component }]) };
    putObject<Service>(world, "services", { ...service, spec });
    syncSlices(world);
  },
  (world, component, rng) =>
    putObject(world, "networkpolicies.networking.k8s.io", {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: `for-${component}`, namespace: NAMESPACE },
      spec: { podSelector: { matchLabels: { "io.kompose.service": component } }, policyTypes: ["Ingress"], ingress: rng.pick([[], [{}]]) },
    } as never),
];

describe("what a rule finds by its short way is what its expression gives over all series", () => {
  test.each(["1", "2", "3", "4", "5", "6", "7", "8"])("in a world where random things happen, seed %s", (seed) => {
    const rng = createRng(`alerts ${seed}`);
    const world = warm.fork();
    for (const deployment of listObjects<Deployment>(world, "deployments.apps", NAMESPACE))
      putObject<Deployment>(world, "deployments.apps", { ...deployment, status: { availableReplicas: 1 } });
    const rules = alertRules([NAMESPACE]);
    const seen = new Map<string, readonly Sample[]>();
    let found = 0;
    for (let round = 0; round < 6; round++) {
      for (let i = rng.int(0, 2); i > 0; i--) rng.pick(TROUBLES)(world, rng.pick(COMPONENTS), rng);
      world.runUntil(world.nowMs() + rng.int(5, 100) * 1000);
      for (const atMs of [world.nowMs(), world.nowMs() - rng.int(1, 240) * 1000]) {
        for (const rule of rules) {
          const result = evaluated(world, rule, atMs);
          expect(resultOf(world, rule, atMs), `${rule.name} at ${atMs}`).toEqual(result);
          seen.set(`${rule.name} ${atMs}`, result);
          found += result.length;
        }
      }
    }
    expect(found).toBeGreaterThan(0);
    for (const rule of rules) {
      for (const [key, result] of seen) {
        const [name, atMs] = key.split(" ");
        if (name === rule.name) expect(resultOf(world, rule, Number(atMs)), `${key}, asked again later`).toEqual(result);
      }
    }
  });
});

test("chance lifts a share of errors that is just below the bound over it now and then, however steady the traffic", () => {
  const world = createShop();
  const rule = alertRules([SHOP]).find(({ name }) => name === "HighRequestErrorRate") as AlertRule;
  world.runUntil(world.nowMs() + MINUTE);
  appendRow(world, { rate: 20, errors: [{ share: 0.097, cause: "internal", message: "x", afterMs: 1 }] });
  const lengths = new Set<number>();
  for (let minute = 0; minute < 40; minute++) {
    world.runUntil(world.nowMs() + MINUTE);
    const result = resultOf(world, rule, world.nowMs());
    expect(result).toEqual(evaluated(world, rule, world.nowMs()));
    if (minute > 5) lengths.add(Math.min(1, result.length));
  }
  expect(lengths.size).toBe(2);
});
