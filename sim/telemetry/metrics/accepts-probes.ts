import { keepFor } from "#core/keep-for.ts";
import { keepWhile } from "#core/keep-while.ts";
import type { EndpointSlice, NetworkPolicy, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { ingressAllows } from "../../network/connections/network-policy.ts";
import { type ObjectVersion, objectHistory, objectsAt, type ResourceHistory, versionAt } from "./history/object-history.ts";
import { type ProcessLife, portsAt, processLives } from "./history/process-history.ts";

/** A port of a Service. */
export interface ProbeTarget {
  /** `namespace/name`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
}

/** Creates a function for the pod that would have accepted a connection to a Service at an instant, `namespace/name`; undefined: none. */
export const createProber = (world: World): ((target: ProbeTarget, atMs: number) => string | undefined) => {
  const history = {
    services: objectHistory(world, "services"),
    slices: slicesByService(objectHistory(world, "endpointslices.discovery.k8s.io")),
    pods: objectHistory(world, "pods"),
    lives: livesByPod(processLives(world)),
  };
  let state: ClusterState | undefined;
  return (target, atMs) => {
    if (state?.atMs !== atMs)
      state = {
        ...history,
        atMs,
        addresses: podsByAddress(history.pods, atMs),
        policies: objectsAt<NetworkPolicy>(world, "networkpolicies.networking.k8s.io", atMs),
      };
    return acceptor(state, target);
  };
};

/** State of the cluster at an instant. */
interface ClusterState {
  readonly atMs: number;
  readonly services: ResourceHistory;
  readonly slices: ReadonlyMap<string, readonly ObjectVersion[]>;
  readonly pods: ResourceHistory;
  readonly lives: ReadonlyMap<string, readonly ProcessLife[]>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly policies: readonly NetworkPolicy[];
}

const acceptor = (state: ClusterState, target: ProbeTarget): string | undefined => {
  const service = versionAt(state.services.get(target.key), state.atMs)?.object as Service | undefined;
  const servicePort = service?.spec.ports?.find(({ port, protocol = "TCP" }) => port === target.port && protocol === target.protocol);
  if (service === undefined || servicePort === undefined) return undefined;
  // Where nothing is ready, what ends but still serves is used.
  return (
    (firstAcceptor(state, target, service, servicePort, READY) ?? firstAcceptor(state, target, service, servicePort, ENDING)) || undefined
  );
};

type Endpoint = NonNullable<EndpointSlice["endpoints"]>[number];

const READY = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;
const ENDING = ({ conditions }: Endpoint): boolean => conditions?.serving === true && conditions.terminating === true;

type Port = NonNullable<Service["spec"]["ports"]>[number];

/** Finds the first of the wanted endpoints that accepts; empty: none does, undefined: there are none. */
const firstAcceptor = (
  state: ClusterState,
  { key, port: ownPort, protocol }: ProbeTarget,
  service: Service,
  { name = "" }: Port,
  isWanted: (endpoint: Endpoint) => boolean,
): string | undefined => {
  let found: string | undefined;
  for (const newest of state.slices.get(key) ?? []) {
    const slice = versionAt(newest, state.atMs)?.object as EndpointSlice | undefined;
    if (slice === undefined) continue;
    const port = service.spec.clusterIP === "None" ? ownPort : portNamed(slice, name);
    for (const endpoint of slice.endpoints ?? []) {
      if (!isWanted(endpoint)) continue;
      found = "";
      if (port === undefined) continue;
      for (const address of endpoint.addresses) {
        const pod = podAccepting(state, { address, port, protocol });
        if (pod !== undefined) return pod;
      }
    }
  }
  return found;
};

const portNamed = ({ ports }: EndpointSlice, wanted: string): number | undefined =>
  ports?.find(({ name }) => (name ?? "") === wanted)?.port;

/** Packets go where the address leads, whichever pod the slice says it belongs to. */
const podAccepting = (state: ClusterState, socket: Socket): string | undefined => {
  const podKey = state.addresses.get(socket.address);
  return podKey !== undefined && podListens(state, podKey, socket) && isOpenToProbes(state, podKey, socket) ? podKey : undefined;
};

interface Socket {
  readonly address: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
}

/** Pods by their address at an instant; a pod that has ended has given its address back. */
const podsByAddress = keepWhile((history: ResourceHistory, atMs: number): ReadonlyMap<string, string> => {
  const index = new Map<string, string>();
  for (const [key, newest] of history) {
    const pod = versionAt(newest, atMs)?.object as Pod | undefined;
    const { podIP, phase } = pod?.status ?? {};
    if (podIP !== undefined && phase !== "Succeeded" && phase !== "Failed") index.set(podIP, key);
  }
  return index;
});

const podListens = ({ lives, atMs }: ClusterState, podKey: string, { port, protocol }: Socket): boolean => {
  for (const life of lives.get(podKey) ?? [])
    if (portsAt(life, atMs)?.some((open) => open.port === port && open.protocol === protocol)) return true;
  return false;
};

/** The prober runs in a namespace of its own: a policy that isolates the pod must let it in. */
const isOpenToProbes = ({ pods, policies, atMs }: ClusterState, podKey: string, socket: Socket): boolean => {
  if (policies.length === 0) return true;
  const pod = versionAt(pods.get(podKey), atMs)?.object as Pod | undefined;
  if (pod === undefined) return true;
  const { namespace, labels = {} } = pod.metadata;
  const to = { ...(namespace !== undefined && { namespace }), labels, ip: socket.address, ...socket, pod };
  return ingressAllows({ policies, namespaceLabels: () => PROBER_NAMESPACE_LABELS }, PROBER, to);
};

const PROBER = { namespace: "observe", labels: {}, ip: undefined };
const PROBER_NAMESPACE_LABELS = { "kubernetes.io/metadata.name": PROBER.namespace };

/** The slices of each Service that ever were; a slice keeps its Service for life. */
const slicesByService = keepFor((history: ResourceHistory): ReadonlyMap<string, readonly ObjectVersion[]> => {
  const index = new Map<string, ObjectVersion[]>();
  for (const newest of history.values()) {
    const slice = (newest.object ?? newest.previous?.object) as EndpointSlice | undefined;
    if (slice === undefined) continue;
    const { metadata } = slice;
    const key = `${metadata.namespace}/${metadata.labels?.["kubernetes.io/service-name"] ?? ""}`;
    const known = index.get(key);
    if (known === undefined) index.set(key, [newest]);
    else known.push(newest);
  }
  return index;
});

const livesByPod = keepFor(
  (lives: readonly ProcessLife[]): ReadonlyMap<string, readonly ProcessLife[]> =>
    Map.groupBy(lives, ({ namespace, pod }) => `${namespace}/${pod}`),
);
