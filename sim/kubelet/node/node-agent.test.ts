import { expect, test } from "vitest";
import type { Lease, Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type ClusterFixture, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "../../sim-port.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const read = async <T>(fixture: ClusterFixture, path: string): Promise<T> =>
  (await createSimPort(fixture.world, ADMIN).read({ path })).body as T;

const renewedMs = async (fixture: ClusterFixture): Promise<number> =>
  Date.parse((await read<Lease>(fixture, "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-1")).spec?.renewTime ?? "");

const heardMs = async (fixture: ClusterFixture): Promise<number> =>
  Date.parse((await read<Node>(fixture, "/api/v1/nodes/worker-1")).status?.conditions?.[0]?.lastHeartbeatTime ?? "");

test("leases and heartbeats go on while nothing is written, and stop with the kubelet", async () => {
  const fixture = createFixture();
  fixture.run(4_000);
  const revision = fixture.world.revision();
  expect(fixture.world.nowMs() - (await renewedMs(fixture))).toBeLessThan(10_000);
  expect(fixture.world.nowMs() - (await heardMs(fixture))).toBeLessThan(301_000);
  expect(fixture.world.revision()).toBe(revision);
  const stoppedAtMs = fixture.world.nowMs();
  const port = createSimPort(fixture.world, ADMIN);
  await port.disturb.kubelet("worker-1", "stopped");
  fixture.run(900);
  expect(await renewedMs(fixture)).toBeLessThanOrEqual(stoppedAtMs);
  expect(await heardMs(fixture)).toBeLessThanOrEqual(stoppedAtMs);
  await port.disturb.kubelet("worker-1", "running");
  fixture.run(20);
  expect(fixture.world.nowMs() - (await renewedMs(fixture))).toBeLessThan(10_000);
});

test("a node that is closed and opened says so within ten seconds, once", async () => {
  const fixture = createFixture();
  const said = () =>
    fixture.client
      .list<{ readonly reason?: string; readonly involvedObject: { readonly name?: string } } & Pod>("events", "default")
      .map(({ reason }) => reason);
  const setClosed = (unschedulable: boolean) => {
    const node = fixture.client.get<Node>("nodes", undefined, "worker-2") as Node;
    fixture.client.update<Node>("nodes", { ...node, spec: { ...node.spec, unschedulable } });
  };
  setClosed(true);
  fixture.run(11);
  expect(said()).toEqual(["NodeNotSchedulable"]);
  setClosed(false);
  setClosed(true);
  fixture.run(11);
  expect(said()).toEqual(["NodeNotSchedulable"]);
  setClosed(false);
  fixture.run(11);
  expect(said().sort()).toEqual(["NodeNotSchedulable", "NodeSchedulable"]);
});

test("the control plane runs as pods of its node, and its mirrors come back", () => {
  const fixture = createFixture();
  const pods = () =>
    fixture.client.list<Pod>("pods", "kube-system").filter(({ metadata }) => metadata.labels?.["tier"] === "control-plane");
  expect(pods().map(({ metadata, spec, status }) => [metadata.name, spec.nodeName, status?.phase])).toEqual(
    ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"].map((name) => [
      `${name}-control-plane`,
      "control-plane",
      "Running",
    ]),
  );
  const [etcd] = pods();
  expect(etcd?.metadata).toMatchObject({
    annotations: { "kubernetes.io/config.source": "file" },
    ownerReferences: [{ kind: "Node", name: "control-plane", controller: true }],
  });
  expect(etcd?.spec).toMatchObject({ hostNetwork: true, priority: 2000001000 });
  fixture.client.delete("pods", "kube-system", "etcd-control-plane");
  fixture.run(60);
  const again = pods()[0];
  expect(again?.metadata.uid).not.toBe(etcd?.metadata.uid);
  expect(again?.status?.phase).toBe("Running");
});
