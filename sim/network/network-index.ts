import type { Node } from "#kube/types/cluster.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getByKey, listObjects, objectKey, resourceRevision } from "../apiserver/store/store.ts";
import { PROCESSES, type Process } from "../apps/runtime/process.ts";
import { podKeyOf } from "../apps/runtime/process-keys.ts";
import type { ChangeObserver, World } from "../kernel/world.ts";
import { isRecording, recordRead } from "./network-reads.ts";

/** A number that grows whenever an answer of the network could have changed. */
export const networkRevision = (world: World): number =>
  world.map(PROCESSES).revision + world.counter(CHANGES) + world.counter(POD_CHANGES);

/** Revision of the pods as the network sees them: it grows when one is created, deleted or changed. */
export const networkPodRevision = (world: World): number => world.counter(POD_CHANGES);

/** Revision of the rest of the network: it grows with every change of anything but pods, their processes and endpoints. */
export const networkFrameRevision = (world: World): number => world.counter(FRAME_CHANGES);

/** The network's part of the world's observers: it counts the changes that it can see. */
export const networkObservers: readonly ChangeObserver[] = [
  (world, { type, resource, object, previous }) => {
    if (READ_RESOURCES.has(resource)) {
      world.count(CHANGES);
      if (resource !== SLICES) world.count(FRAME_CHANGES);
    } else if (resource === "pods" && (type !== "MODIFIED" || isNewToNetwork(object as Pod, previous as Pod))) world.count(POD_CHANGES);
  },
];

/** Most updates of a pod's status mean nothing to the network. */
export const isNewToNetwork = (pod: Pod, previous: Pod | undefined): boolean =>
  pod.status?.podIP !== previous?.status?.podIP ||
  pod.status?.phase !== previous?.status?.phase ||
  pod.metadata.labels !== previous?.metadata.labels ||
  pod.spec !== previous?.spec;

const CHANGES = "network/changes";
const FRAME_CHANGES = "network/frame-changes";
const POD_CHANGES = "network/pod-changes";

/** The running pod that owns an address of the pod network. */
export const podByIP = (world: World, ip: string): Pod | undefined => {
  const was = podsByIP(world).get(ip);
  if (isRecording()) recordRead({ kind: "pod-at", ip, was });
  return was;
};

/** The running pods by their addresses. */
export const podsByIP = (world: World): ReadonlyMap<string, Pod> =>
  world.memo("network/pods-by-ip", networkPodRevision(world), () => indexPods(listObjects<Pod>(world, "pods")));

/** Pod by name, as the network sees it. */
export const podNamed = (world: World, namespace: string | undefined, name: string): Pod | undefined => {
  const key = objectKey(namespace, name);
  const was = getByKey<Pod>(world, "pods", key);
  if (isRecording()) recordRead({ kind: "pod", key, was });
  return was;
};

/** The node that owns an address. */
export const nodeByIP = (world: World, ip: string): Node | undefined =>
  world.memo("network/nodes-by-ip", resourceRevision(world, "nodes"), () => indexNodes(listObjects<Node>(world, "nodes"))).get(ip);

/** The Service that owns a cluster address. */
export const serviceByIP = (world: World, ip: string): Service | undefined =>
  world
    .memo("network/services-by-ip", resourceRevision(world, "services"), () => indexServices(listObjects<Service>(world, "services")))
    .get(ip);

/** The EndpointSlices of a Service. */
export const slicesOf = (world: World, namespace: string, service: string): readonly EndpointSlice[] => {
  const key = objectKey(namespace, service);
  const was = slicesByService(world).get(key) ?? NO_SLICES;
  if (isRecording()) recordRead({ kind: "slices", key, was });
  return was;
};

export const NO_SLICES: readonly EndpointSlice[] = [];

/** The EndpointSlices of all Services, by `namespace/service`. */
export const slicesByService = (world: World): ReadonlyMap<string, readonly EndpointSlice[]> =>
  world.memo("network/slices", resourceRevision(world, SLICES), () => indexSlices(listObjects<EndpointSlice>(world, SLICES)));

/** The processes of a pod, by `namespace/pod`. */
export const processesOfPod = (world: World, podKey: string): readonly Process[] => {
  const was = processesByPod(world).get(podKey) ?? NO_PROCESSES;
  if (isRecording()) recordRead({ kind: "processes", key: podKey, was });
  return was;
};

export const NO_PROCESSES: readonly Process[] = [];

/** The processes of all pods, by `namespace/pod`. */
export const processesByPod = (world: World): ReadonlyMap<string, readonly Process[]> =>
  world.memo("network/processes", world.map(PROCESSES).revision, () => indexProcesses(world));

const SLICES = "endpointslices.discovery.k8s.io";
const READ_RESOURCES: ReadonlySet<string> = new Set(["services", SLICES, "networkpolicies.networking.k8s.io", "namespaces", "nodes"]);

/** Pods by address; a finished pod keeps its address in its status, but the network has released it. */
const indexPods = (pods: readonly Pod[]): ReadonlyMap<string, Pod> => {
  const index = new Map<string, Pod>();
  for (const pod of pods) {
    const { podIP, phase } = pod.status ?? {};
    if (podIP !== undefined && pod.spec.hostNetwork !== true && phase !== "Succeeded" && phase !== "Failed") index.set(podIP, pod);
  }
  return index;
};

const indexNodes = (nodes: readonly Node[]): ReadonlyMap<string, Node> => {
  const index = new Map<string, Node>();
  for (const node of nodes)
    for (const { type, address } of node.status?.addresses ?? []) if (type === "InternalIP") index.set(address, node);
  return index;
};

const indexServices = (services: readonly Service[]): ReadonlyMap<string, Service> => {
  const index = new Map<string, Service>();
  for (const service of services) {
    const { clusterIP } = service.spec;
    if (clusterIP !== undefined && clusterIP !== "" && clusterIP !== "None") index.set(clusterIP, service);
  }
  return index;
};

const indexSlices = (slices: readonly EndpointSlice[]): ReadonlyMap<string, readonly EndpointSlice[]> => {
  const index = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const service = slice.metadata.labels?.["kubernetes.io/service-name"];
    if (service === undefined) continue;
    const key = objectKey(slice.metadata.namespace, service);
    const known = index.get(key);
    if (known === undefined) index.set(key, [slice]);
    else known.push(slice);
  }
  return index;
};

const indexProcesses = (world: World): ReadonlyMap<string, readonly Process[]> => {
  const map = world.map<Process>(PROCESSES);
  const index = new Map<string, Process[]>();
  for (const process of map.values()) {
    const podKey = podKeyOf(process);
    const known = index.get(podKey);
    if (known === undefined) index.set(podKey, [process]);
    else known.push(process);
  }
  return index;
};
