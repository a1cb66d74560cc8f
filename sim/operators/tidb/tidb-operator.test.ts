import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { execInContainer } from "../../kubelet/exec/exec-in-container.ts";
import { createTidbFixture, type TidbFixture } from "./tidb-fixture.cases.ts";

const definition = parse(readFileSync(new URL("../../../charts/fleetcast/crds/tidbclusters.yaml", import.meta.url), "utf8")) as KubeObject;

let ready: TidbFixture | undefined;

/** A cluster that is up; each test has a fork of its own. */
const readyCluster = (): TidbFixture => {
  ready ??= createTidbFixture(definition);
  if (readyOf(ready)?.status !== "True") ready.run(120);
  return ready.fork();
};

const readyOf = (fixture: TidbFixture) => fixture.cluster().status?.conditions?.find(({ type }) => type === "Ready");

const operatorLog = (fixture: TidbFixture): string =>
  fixture.log(fixture.pods("tidb-controller-manager")[0]?.metadata.name ?? "", "c").join("\n");

const sql = (fixture: TidbFixture, statement: string, timeoutMs = 60_000) => {
  const command = ["mysql", "-h", "basic-tidb", "-P", "4000", "-u", "root", "-N", "-e", statement];
  const { stdout, stderr } = execInContainer(fixture.world, { namespace: "shop", pod: "client", command, timeoutMs });
  return `${stdout}${stderr}`.trim();
};

test("a TidbCluster becomes a PD, a TiKV and a TiDB, each when the one before is there", () => {
  const fixture = createTidbFixture(definition);
  fixture.run(20);
  expect(fixture.set("basic-pd")).toBeDefined();
  expect(fixture.set("basic-tikv")).toBeUndefined();
  expect(readyOf(fixture)).toMatchObject({ status: "False", reason: "PDUnhealthy" });
  fixture.run(100);
  expect(readyOf(fixture)).toMatchObject({ status: "True", reason: "Ready", message: "TiDB cluster is fully up and running" });
  expect(fixture.cluster().status).toMatchObject({
    pd: { phase: "Normal", synced: true, members: { "basic-pd-0": { health: true } } },
    tikv: { stores: { "1": { podName: "basic-tikv-0", state: "Up" } } },
    tidb: { members: { "basic-tidb-0": { health: true } } },
  });
  const names = fixture.client.list("services", "shop").map(({ metadata }) => metadata.name);
  expect(names).toEqual(["basic-discovery", "basic-pd", "basic-pd-peer", "basic-tidb", "basic-tidb-peer", "basic-tikv-peer"]);
});

test("a TiDB keeps its tables in TiKV, which outlive its pod and TiKV's", () => {
  const fixture = readyCluster();
  expect(sql(fixture, "CREATE TABLE test.t (id INT PRIMARY KEY); INSERT INTO test.t VALUES (7); SELECT VERSION()")).toBe(
    "8.0.11-TiDB-v8.1.0",
  );
  fixture.client.delete("pods", "shop", "basic-tidb-0");
  fixture.client.delete("pods", "shop", "basic-tikv-0");
  fixture.run(90);
  expect(sql(fixture, "SELECT id FROM test.t")).toBe("7");
});

test("without its PD a statement waits, and fails with PD server timeout", () => {
  const fixture = readyCluster();
  fixture.client.delete("deployments.apps", "shop", "tidb-controller-manager");
  fixture.run(5);
  fixture.client.delete("statefulsets.apps", "shop", "basic-pd");
  fixture.run(40);
  expect(sql(fixture, "SELECT 1")).toBe("ERROR 9001 (HY000): PD server timeout");
});

test("without its TiKV a statement waits, and fails with Region is unavailable", () => {
  const fixture = readyCluster();
  fixture.client.delete("deployments.apps", "shop", "tidb-controller-manager");
  fixture.run(5);
  fixture.client.delete("statefulsets.apps", "shop", "basic-tikv");
  fixture.run(40);
  expect(sql(fixture, "SELECT 1")).toBe("ERROR 9005 (HY000): Region is unavailable");
});

test("a field that the API server refuses keeps the old pods, and the reason is in the operator's log", () => {
  const fixture = readyCluster();
  const before = fixture.pods("basic-tidb").map(({ metadata }) => metadata.uid);
  fixture.patch({
    spec: { tidb: { tolerations: [{ key: "test-keys", operator: "Equal", value: "test-value", effect: "TAKE_SOME_EFFECT" }] } },
  });
  fixture.run(60);
  expect(operatorLog(fixture)).toContain(
    'TidbCluster: shop/basic, sync failed StatefulSet.apps "basic-tidb" is invalid: spec.template.spec.tolerations[0].effect: Unsupported value: "TAKE_SOME_EFFECT": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute", requeuing',
  );
  expect(fixture.pods("basic-tidb").map(({ metadata }) => metadata.uid)).toEqual(before);
  fixture.patch({ spec: { tidb: { tolerations: null, podSecurityContext: { runAsUser: -1 } } } });
  fixture.run(60);
  expect(operatorLog(fixture)).toContain("runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive");
});

test("a new version is rolled out one component after the other, one pod at a time", () => {
  const fixture = readyCluster();
  fixture.patch({ spec: { version: "v8.1.2" } });
  fixture.run(4);
  expect(fixture.cluster().status).toMatchObject({ pd: { phase: "Upgrade" }, tidb: { phase: "Normal" } });
  expect(readyOf(fixture)).toMatchObject({ status: "False", reason: "StatefulSetNotUpToDate" });
  fixture.run(300);
  expect(readyOf(fixture)).toMatchObject({ status: "True" });
  for (const member of ["pd", "tikv", "tidb"])
    expect(fixture.pods(`basic-${member}`).map(({ spec }) => spec.containers[0]?.image)).toEqual([`pingcap/${member}:v8.1.2`]);
});

test("it puts back what others change on its objects, and what they delete", () => {
  const fixture = readyCluster();
  const { client } = fixture;
  const set = fixture.set("basic-tidb") as StatefulSet;
  client.update("statefulsets.apps", { ...set, spec: { ...set.spec, replicas: 0 } });
  client.delete("services", "shop", "basic-tidb");
  fixture.run(90);
  expect(fixture.set("basic-tidb")?.spec.replicas).toBe(1);
  expect(client.get("services", "shop", "basic-tidb")).toBeDefined();
  expect(readyOf(fixture)).toMatchObject({ status: "True" });
});

test("nothing is reconciled while no pod of the operator is ready", () => {
  const fixture = readyCluster();
  const operator = fixture.client.get<Deployment>("deployments.apps", "shop", "tidb-controller-manager") as Deployment;
  fixture.client.update("deployments.apps", { ...operator, spec: { ...operator.spec, replicas: 0 } });
  fixture.run(20);
  fixture.patch({ spec: { tidb: { replicas: 2 } } });
  fixture.run(120);
  expect(fixture.set("basic-tidb")?.spec.replicas).toBe(1);
  const stopped = fixture.client.get<Deployment>("deployments.apps", "shop", "tidb-controller-manager") as Deployment;
  fixture.client.update("deployments.apps", { ...stopped, spec: { ...stopped.spec, replicas: 1 } });
  fixture.run(90);
  expect(fixture.set("basic-tidb")?.status?.readyReplicas).toBe(2);
});

test("an operator whose service account may not do something says so and stops there", () => {
  const fixture = readyCluster();
  fixture.client.delete("rolebindings.rbac.authorization.k8s.io", "shop", "tidb-controller-manager");
  fixture.run(60);
  expect(operatorLog(fixture)).toContain(
    'tidbclusters.pingcap.com is forbidden: User "system:serviceaccount:shop:tidb-controller-manager" cannot list resource "tidbclusters" in API group "pingcap.com" in the namespace "shop"',
  );
});

test("a class of storage that does not exist leaves a PD without its volume once its set is made anew", () => {
  const fixture = readyCluster();
  fixture.patch({ spec: { pd: { storageClassName: "nonexistent" } } });
  fixture.client.delete("statefulsets.apps", "shop", "basic-pd");
  fixture.client.delete("persistentvolumeclaims", "shop", "pd-basic-pd-0");
  fixture.run(90);
  expect(fixture.events("pd-basic-pd-0").join("\n")).toContain('storageclass.storage.k8s.io "nonexistent" not found');
  expect(fixture.pods("basic-pd-0")[0]?.status?.phase).toBe("Pending");
});

test("a PD's set that is deleted without its pods is made anew and takes them over, and further members join once their class is there", () => {
  const fixture = readyCluster();
  fixture.patch({ spec: { pd: { storageClassName: "nonexistent" } } });
  fixture.orphan("statefulsets", "basic-pd");
  fixture.patch({ spec: { pd: { replicas: 3 } } });
  fixture.run(60);
  expect(fixture.set("basic-pd")?.status).toMatchObject({ replicas: 3, readyReplicas: 1 });
  expect(fixture.pods("basic-pd").map(({ status }) => status?.phase)).toEqual(["Running", "Pending", "Pending"]);
  expect(fixture.events("pd-basic-pd-1").join("\n")).toContain('storageclass.storage.k8s.io "nonexistent" not found');
  fixture.patch({ spec: { pd: { storageClassName: null } } });
  fixture.orphan("statefulsets", "basic-pd");
  for (const ordinal of [1, 2]) {
    fixture.client.delete("persistentvolumeclaims", "shop", `pd-basic-pd-${ordinal}`);
    fixture.client.delete("pods", "shop", `basic-pd-${ordinal}`);
  }
  fixture.run(90);
  expect(Object.values(fixture.cluster().status?.pd?.members ?? {}).map(({ health }) => health)).toEqual([true, true, true]);
  expect(readyOf(fixture)).toMatchObject({ status: "True" });
});
