import { expect, test } from "vitest";
import type { Lease, Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type ClusterBed, createBed } from "../../bootstrap/cluster-bed.cases.ts";
import { createSimPort } from "../../sim-port.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const read = async <T>(bed: ClusterBed, path: string): Promise<T> => (await createSimPort(bed.world, ADMIN).read({ path })).body as T;

const renewedMs = async (bed: ClusterBed): Promise<number> =>
  Date.parse((await read<Lease>(bed, "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-1")).spec?.renewTime ?? "");

const heardMs = async (bed: ClusterBed): Promise<number> =>
  Date.parse((await read<Node>(bed, "/api/v1/nodes/worker-1")).status?.conditions?.[0]?.lastHeartbeatTime ?? "");

test("leases and heartbeats go on while nothing is written, and stop with the kubelet", async () => {
  const bed = createBed();
  bed.run(4_000);
  const revision = bed.world.revision();
  expect(bed.world.nowMs() - (await renewedMs(bed))).toBeLessThan(10_000);
  expect(bed.world.nowMs() - (await heardMs(bed))).toBeLessThan(301_000);
  expect(bed.world.revision()).toBe(revision);
  const stoppedAtMs = bed.world.nowMs();
  const port = createSimPort(bed.world, ADMIN);
  await port.disturb.kubelet("worker-1", "stopped");
  bed.run(900);
  expect(await renewedMs(bed)).toBeLessThanOrEqual(stoppedAtMs);
  expect(await heardMs(bed)).toBeLessThanOrEqual(stoppedAtMs);
  await port.disturb.kubelet("worker-1", "running");
  bed.run(20);
  expect(bed.world.nowMs() - (await renewedMs(bed))).toBeLessThan(10_000);
});

test("a node that is closed and opened says so within ten seconds, once", async () => {
  const bed = createBed();
  const said = () =>
    bed.client
      .list<{ readonly reason?: string; readonly involvedObject: { readonly name?: string } } & Pod>("events", "default")
      .map(({ reason }) => reason);
  const setClosed = (unschedulable: boolean) => {
    const node = bed.client.get<Node>("nodes", undefined, "worker-2") as Node;
    bed.client.update<Node>("nodes", { ...node, spec: { ...node.spec, unschedulable } });
  };
  setClosed(true);
  bed.run(11);
  expect(said()).toEqual(["NodeNotSchedulable"]);
  setClosed(false);
  setClosed(true);
  bed.run(11);
  expect(said()).toEqual(["NodeNotSchedulable"]);
  setClosed(false);
  bed.run(11);
  expect(said().sort()).toEqual(["NodeNotSchedulable", "NodeSchedulable"]);
});

test("the control plane runs as pods of its node, and its mirrors come back", () => {
  const bed = createBed();
  const pods = () => bed.client.list<Pod>("pods", "kube-system").filter(({ metadata }) => metadata.labels?.["tier"] === "control-plane");
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
  bed.client.delete("pods", "kube-system", "etcd-control-plane");
  bed.run(60);
  const again = pods()[0];
  expect(again?.metadata.uid).not.toBe(etcd?.metadata.uid);
  expect(again?.status?.phase).toBe("Running");
});
