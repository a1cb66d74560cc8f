import { invariant } from "#core/invariant.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import type { UserInfo } from "../apiserver/http/client.ts";
import { createClient } from "../apiserver/http/create-client.ts";
import type { World } from "../kernel/world.ts";
import { loadImage } from "../kubelet/container/images.ts";
import { addStaticPod } from "../kubelet/pod/static-pods.ts";
import { addMachine } from "../machines/machines.ts";
import { cutOffRegistries } from "../programs/runtime/process-host.ts";
import { apiServerEndpoints } from "./api-server-endpoints.ts";
import { apiServices } from "./api-services.ts";
import { clusterDns } from "./cluster-dns.ts";
import { type ClusterPlan, fullCluster } from "./cluster-plan.ts";
import { clusterRoles } from "./cluster-roles.ts";
import { controlPlanePods } from "./control-plane-pods.ts";
import { defaultStorage } from "./default-storage.ts";
import { metricsServer } from "./metrics-server.ts";
import { nodeAgents } from "./node-agents.ts";
import { nodeLeases } from "./node-leases.ts";
import { clusterNodes } from "./nodes.ts";
import { OBSERVABILITY_NAMESPACE, observability } from "./observability.ts";
import { priorityAndFairness } from "./priority-and-fairness.ts";
import { PRIORITY_CLASSES } from "./priority-classes.ts";
import { serviceRange } from "./service-range.ts";
import { storageNodes } from "./storage-nodes.ts";

/** Puts a fresh cluster into an empty world: namespaces, nodes, roles, DNS, storage, the agents of its nodes. Controllers do the rest as time passes. */
export const bootstrapCluster = (world: World, plan: ClusterPlan = fullCluster()): void => {
  const nodes = clusterNodes(world, plan.nodes);
  for (const { name, cpu } of plan.nodes) addMachine(world, name, cpu);
  for (const objects of [namespaces(plan), ownObjects(world), PRIORITY_CLASSES, clusterRoles(plan)]) install(world, objects);
  loadImages(world, plan, plan.images);
  for (const node of nodes) join(world, node, plan.paceMs);
  if (plan.hasControlPlanePods)
    for (const node of plan.nodes.filter(({ isControlPlane }) => isControlPlane))
      for (const pod of controlPlanePods(node)) addStaticPod(world, node.name, pod);
  for (const objects of components(world, plan)) {
    // Whoever installs a component brings its images along: the nodes may have no way to a registry.
    loadImages(world, plan, objects.flatMap(imagesOf));
    install(world, objects);
    pass(world, plan.paceMs);
  }
  if (!plan.hasRegistries) cutOffRegistries(world);
};

const loadImages = (world: World, { nodes }: ClusterPlan, images: readonly string[]): void => {
  for (const { name } of nodes) for (const image of images) loadImage(world, name, image);
};

/** Images of the pods that an object's template makes. */
const imagesOf = (object: KubeObject): readonly string[] => {
  const { template } = (object as Partial<Deployment>).spec ?? {};
  const { containers = [], initContainers = [] } = template?.spec ?? {};
  return [...initContainers, ...containers].flatMap(({ image }) => image ?? []);
};

const join = (world: World, node: Node, paceMs: number): void => {
  const { status, ...bare } = node;
  install(world, [bare]);
  createClient(world, ADMIN).updateStatus("nodes", { ...present(world, node), status });
  pass(world, paceMs);
};

const pass = (world: World, ms: number): void => {
  if (ms > 0) world.runUntil(world.nowMs() + ms);
};

/** Objects that the API server creates by itself. */
const ownObjects = (world: World): readonly KubeObject[] => {
  const now = toTimestamp(world.nowMs());
  return [...apiServices(now), ...priorityAndFairness(now), serviceRange(now)];
};

const components = (world: World, plan: ClusterPlan): readonly (readonly KubeObject[])[] => {
  const { nodes, hasAgentPods, hasStorage, hasMetricsServer, hasExporters, dns } = plan;
  const placement = plan.hasControlPlanePods ? ON_CONTROL_PLANE : {};
  return [
    nodeLeases(world, nodes),
    storageNodes(world, nodes),
    apiServerEndpoints(nodes),
    clusterDns(dns),
    ...(hasAgentPods ? [nodeAgents()] : []),
    ...(hasStorage ? [defaultStorage()] : []),
    ...(hasMetricsServer ? [metricsServer(placement)] : []),
    ...(hasExporters ? [observability(placement)] : []),
  ];
};

/** Placement of what watches the cluster: beside its control plane, where it takes no room from applications. */
const ON_CONTROL_PLANE = Object.freeze({
  nodeSelector: { "node-role.kubernetes.io/control-plane": "" },
  tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
});

const ADMIN: UserInfo = Object.freeze({
  username: "kubernetes-admin",
  groups: Object.freeze(["kubeadm:cluster-admins", "system:masters", "system:authenticated"]),
});

const namespaces = ({ hasStorage, hasExporters }: ClusterPlan): readonly KubeObject[] =>
  [
    "default",
    "kube-node-lease",
    "kube-public",
    "kube-system",
    ...(hasStorage ? ["local-path-storage"] : []),
    ...(hasExporters ? [OBSERVABILITY_NAMESPACE] : []),
  ].map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }));

const install = (world: World, objects: readonly KubeObject[]): void => {
  const client = createClient(world, ADMIN);
  for (const object of objects) {
    const row = resourceOfKind(object.apiVersion, object.kind);
    invariant(row !== undefined, `no resource for ${object.apiVersion} ${object.kind}`);
    const result = client.create(row.resource, object);
    if (result.ok && "status" in object) client.updateStatus(row.resource, { ...result.value, status: object.status } as KubeObject);
    invariant(result.ok, `${object.kind} ${object.metadata.name}: ${result.ok ? "" : result.error.message}`);
  }
};

const present = <T extends KubeObject>(world: World, { metadata }: T): T => {
  const node = createClient(world, ADMIN).get<T>("nodes", undefined, metadata.name);
  invariant(node !== undefined, `node ${metadata.name} was not made`);
  return node;
};
