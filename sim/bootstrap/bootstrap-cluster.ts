import { invariant } from "#core/invariant.ts";
import { resourceOfKind } from "#kube/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { UserInfo } from "../apiserver/client.ts";
import { createClient } from "../apiserver/create-client.ts";
import type { World } from "../kernel/world.ts";
import { storeImage } from "../kubelet/images.ts";
import { addMachine } from "../kubelet/kubelet-state.ts";
import { addStaticPod } from "../kubelet/static-pods.ts";
import { apiServerEndpoints } from "./api-server-endpoints.ts";
import { clusterDns } from "./cluster-dns.ts";
import { clusterRoles } from "./cluster-roles.ts";
import { controlPlanePods } from "./control-plane-pods.ts";
import { defaultStorage } from "./default-storage.ts";
import { nodeAgents } from "./node-agents.ts";
import { nodeLeases } from "./node-leases.ts";
import { clusterNodes, NODES } from "./nodes.ts";
import { PRIORITY_CLASSES } from "./priority-classes.ts";

/** Puts a fresh cluster into an empty world: namespaces, nodes, roles, DNS, storage, the agents of its nodes. Controllers do the rest as time passes. */
export const bootstrapCluster = (world: World): void => {
  const nodes = clusterNodes(world);
  for (const { name } of NODES) addMachine(world, name);
  for (const objects of [NAMESPACES, PRIORITY_CLASSES, clusterRoles(), nodes.map(({ status: _status, ...node }) => node)])
    install(world, objects);
  for (const node of nodes) createClient(world, ADMIN).updateStatus("nodes", { ...present(world, node), status: node.status });
  for (const objects of [nodeLeases(world), apiServerEndpoints(), clusterDns(), nodeAgents(), defaultStorage()]) install(world, objects);
  for (const node of NODES.filter(({ isControlPlane }) => isControlPlane))
    for (const pod of controlPlanePods(node)) addStaticPod(world, node.name, pod);
  // Installing a cluster loads the images of its own components onto the nodes.
  for (const { name } of NODES) for (const image of PRELOADED) storeImage(world, name, image);
};

const ADMIN: UserInfo = Object.freeze({
  username: "kubernetes-admin",
  groups: Object.freeze(["kubeadm:cluster-admins", "system:masters", "system:authenticated"]),
});

const NAMESPACES: readonly KubeObject[] = ["default", "kube-node-lease", "kube-public", "kube-system", "local-path-storage"].map(
  (name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }),
);

const PRELOADED: readonly string[] = [
  "docker.io/kindest/kindnetd:v20250512-df8de77b",
  "docker.io/kindest/local-path-provisioner:v20250214-acbabc1a",
  "registry.k8s.io/coredns/coredns:v1.13.1",
  "registry.k8s.io/etcd:3.6.6-0",
  "registry.k8s.io/kube-apiserver:v1.35.4",
  "registry.k8s.io/kube-controller-manager:v1.35.4",
  "registry.k8s.io/kube-proxy:v1.35.4",
  "registry.k8s.io/kube-scheduler:v1.35.4",
  "registry.k8s.io/pause:3.10.1",
];

const install = (world: World, objects: readonly KubeObject[]): void => {
  const client = createClient(world, ADMIN);
  for (const object of objects) {
    const row = resourceOfKind(object.apiVersion, object.kind);
    invariant(row !== undefined, `no resource for ${object.apiVersion} ${object.kind}`);
    const result = client.create(row.resource, object);
    invariant(result.ok, `${object.kind} ${object.metadata.name}: ${result.ok ? "" : result.error.message}`);
  }
};

const present = <T extends KubeObject>(world: World, { metadata }: T): T => {
  const node = createClient(world, ADMIN).get<T>("nodes", undefined, metadata.name);
  invariant(node !== undefined, `node ${metadata.name} was not made`);
  return node;
};
