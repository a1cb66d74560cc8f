import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { storeDigest } from "#sim/apiserver/store/store-digest.ts";
import { userTraffic } from "#sim/flow/user-traffic.ts";
import { nativeHash } from "../../native-digest.ts";
import { bootWithPast } from "./boot-with-past.ts";
import { recordSimBaseline } from "./record-sim-baseline.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation");
if (app === undefined) throw new Error("there is a chart");
const { namespace } = app.record;
const boot = (age: number) => bootWithPast(app, { seed: `past ${age}`, age });

test.each([0, 1, 2])("a world with a past is healthy at its end: age %i", async (age) => {
  const world = await boot(age);
  for (const { metadata, spec, status } of listObjects<Deployment>(world, "deployments.apps", namespace))
    expect([metadata.name, status?.readyReplicas, status?.updatedReplicas]).toEqual([metadata.name, spec.replicas, spec.replicas]);
  expect(recordSimBaseline(world, app.record).alerts).toEqual([]);
  const { requests, errors } = userTraffic(world, world.nowMs() - 600_000, world.nowMs());
  expect(requests).toBeGreaterThan(1000);
  expect(errors / requests).toBeLessThan(0.001);
});

test("its workloads differ in generation, and most keep revisions of different ages", async () => {
  const world = await boot(0);
  const deployments = listObjects<Deployment>(world, "deployments.apps", namespace);
  expect(new Set(deployments.map(({ metadata }) => metadata.generation)).size).toBeGreaterThan(4);
  const old = listObjects<ReplicaSet>(world, "replicasets.apps", namespace).filter(({ spec }) => spec.replicas === 0);
  expect(old.length).toBeGreaterThan(deployments.length / 4);
  expect(new Set(old.map(({ metadata }) => metadata.creationTimestamp)).size).toBeGreaterThan(4);
  for (const resource of [
    "networkpolicies.networking.k8s.io",
    "poddisruptionbudgets.policy",
    "resourcequotas",
    "limitranges",
    "jobs.batch",
  ])
    expect(listObjects(world, resource, namespace).length, resource).toBeGreaterThan(0);
});

test("one seed is the same world each time, and another is another", async () => {
  const digest = async (age: number) => storeDigest(await boot(age), nativeHash);
  expect(await digest(0)).toEqual(await digest(0));
  expect(await digest(0)).not.toEqual(await digest(1));
});
