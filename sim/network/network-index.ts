import type { Node } from "#kube/types/cluster.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getByKey, listObjects, objectKey, resourceRevision } from "../apiserver/store/store.ts";
import { isRecording, type RecordedRead, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import { isSameServer } from "../processes/is-same-server.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { podKeyOf } from "../processes/process-keys.ts";
import { isNewToNetwork, networkPodRevision } from "./network-revision.ts";
import { SUBJECTS } from "./network-subjects.ts";
import { looksSame, SLICES } from "./network-view.ts";

/** The running pod that owns an address of the pod network. */
export const podByIP = (world: World, ip: string): Pod | undefined => {
  const was = podsByIP(world).get(ip);
  if (isRecording()) recordRead(podAt(ip, was));
  return was;
};

const podAt = (ip: string, was: Pod | undefined): RecordedRead => ({
  kind: "answer",
  about: SUBJECTS.address(ip),
  holds: (world) => isSamePod(podsByIP(world).get(ip), was),
});

/** The running pods by their addresses. */
const podsByIP = (world: World): ReadonlyMap<string, Pod> =>
  world.memo("network/pods-by-ip", networkPodRevision(world), () => indexPods(listObjects<Pod>(world, "pods")));

/** Pod by name, as the network sees it. */
export const podNamed = (world: World, namespace: string | undefined, name: string): Pod | undefined => {
  const key = objectKey(namespace, name);
  const was = getByKey<Pod>(world, "pods", key);
  if (isRecording()) recordRead(podOf(key, was));
  return was;
};

const podOf = (key: string, was: Pod | undefined): RecordedRead => ({
  kind: "answer",
  about: SUBJECTS.pod(key),
  holds: (world) => isSamePod(getByKey<Pod>(world, "pods", key), was),
});

const isSamePod = (now: Pod | undefined, was: Pod | undefined): boolean =>
  now === was ||
  (now !== undefined &&
    was !== undefined &&
    now.metadata.name === was.metadata.name &&
    now.metadata.namespace === was.metadata.namespace &&
    !isNewToNetwork(now, was));

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
  if (isRecording()) recordRead(slicesAt(key, was));
  return was;
};

const slicesAt = (key: string, was: readonly EndpointSlice[]): RecordedRead => ({
  kind: "answer",
  about: SUBJECTS.slices(key),
  holds: (world) => isSameList(slicesByService(world).get(key) ?? NO_SLICES, was, isSameSlice),
});

const isSameSlice = (a: EndpointSlice, b: EndpointSlice): boolean => looksSame(SLICES, a, b);

const isSameList = <T>(now: readonly T[], was: readonly T[], isSame: (a: T, b: T) => boolean = Object.is): boolean =>
  now === was || (now.length === was.length && now.every((one, i) => isSame(one, was[i] as T)));

const NO_SLICES: readonly EndpointSlice[] = [];

/** The EndpointSlices of all Services, by `namespace/service`. */
export const slicesByService = (world: World): ReadonlyMap<string, readonly EndpointSlice[]> =>
  world.memo("network/slices", resourceRevision(world, SLICES), () => indexSlices(listObjects<EndpointSlice>(world, SLICES)));

/** The processes of a pod, by `namespace/pod`. */
export const processesOfPod = (world: World, podKey: string): readonly Process[] => {
  const was = processesByPod(world).get(podKey) ?? NO_PROCESSES;
  if (isRecording()) recordRead(processesAt(podKey, was));
  return was;
};

const processesAt = (podKey: string, was: readonly Process[]): RecordedRead => ({
  kind: "answer",
  about: SUBJECTS.processes(podKey),
  holds: (world) => isSameList(processesByPod(world).get(podKey) ?? NO_PROCESSES, was, isSameServer),
});

const NO_PROCESSES: readonly Process[] = [];

/** The processes of all pods, by `namespace/pod`. */
export const processesByPod = (world: World): ReadonlyMap<string, readonly Process[]> =>
  world.memo("network/processes", world.map(PROCESSES).revision, () => indexProcesses(world));

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
