import { keepFor } from "#core/keep-for.ts";
import { keepWhile } from "#core/keep-while.ts";
import type { EndpointSlice, Service, ServicePort } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, objectKey } from "../../apiserver/store/store.ts";
import { hex64 } from "../../kernel/hex64.ts";
import { recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import { corefileOf } from "../names/name-server.ts";
import { HOST_RESOLVER, type ReachServer, type Resolution, resolveHost as resolveWith } from "../names/resolve-host.ts";
import { nodeByIP, podByIP, processesOfPod, serviceByIP, slicesOf } from "../network-index.ts";
import type { Caller, ConnectionOutcome, ConnectionTarget } from "./connection.ts";
import { policiesAllow } from "./network-policy.ts";
import { rememberConnection } from "./remember-connection.ts";

export type Protocol = "TCP" | "UDP";

/**
 * Targets of a connection from a caller to `host:port`; the shares sum to 1. Kept until something in the cluster's network changes, so that
 * a steady world answers from memory.
 */
export const connect = (
  world: World,
  caller: Caller,
  host: string,
  port: number,
  protocol: Protocol = "TCP",
): readonly ConnectionTarget[] =>
  rememberConnection(
    world,
    { caller: identityOf(caller), destination: `${host}:${port}/${protocol}`, details: { caller, host, port, protocol } },
    findTargets,
  );

interface Dial extends Destination {
  readonly caller: Caller;
}

/** All that the network sees of a caller, as text: equal callers get the same answers. */
const identityOf = keepFor(({ namespace, labels, podName, podIP, node, fromHost }: Caller): string =>
  JSON.stringify([namespace, labels, podName, podIP, node, fromHost]),
);

/** Resolves a host name for a caller, through the name server that it can reach. */
export const resolveHost = (world: World, caller: Caller, host: string): Resolution =>
  resolveWith(world, caller, host, serverReach(world, caller));

/** The caller that a pod is; the same object while nothing changes that the network sees of the pod. */
export const callerOf = (pod: Pod): Caller => callers(pod.spec, pod);

/** Callers by spec; fields from the spec need no comparison. */
const callers = keepWhile(
  (_spec: Pod["spec"], pod: Pod): Caller => createCaller(pod),
  (before, now) =>
    before.metadata.namespace === now.metadata.namespace &&
    before.metadata.labels === now.metadata.labels &&
    before.metadata.name === now.metadata.name &&
    before.status?.podIP === now.status?.podIP,
);

const NO_LABELS: Caller["labels"] = Object.freeze({});

const createCaller = ({ metadata, spec, status }: Pod): Caller => ({
  namespace: metadata.namespace ?? "default",
  labels: metadata.labels ?? NO_LABELS,
  podName: metadata.name,
  ...(status?.podIP === undefined ? {} : { podIP: status.podIP }),
  ...(spec.nodeName === undefined ? {} : { node: spec.nodeName }),
  ...(spec.hostNetwork === true ? { fromHost: true } : {}),
});

interface Destination {
  readonly host: string;
  readonly port: number;
  readonly protocol: Protocol;
}

const findTargets = (world: World, { caller, host, port, protocol }: Dial): readonly ConnectionTarget[] => {
  const resolution = resolveHost(world, caller, host);
  if (resolution.kind === "failed") {
    const { why, server } = resolution;
    return [{ share: 1, outcome: { kind: "no-such-host", host, why, ...(server === undefined ? {} : { server }) } }];
  }
  const share = 1 / resolution.addresses.length;
  return merge(resolution.addresses.flatMap((address) => scale(connectAddress(world, caller, { host: address, port, protocol }), share)));
};

const serverReach =
  (world: World, caller: Caller): ReachServer =>
  (server) => {
    if (server === HOST_RESOLVER || PUBLIC_RESOLVERS.has(server)) return { kind: "answers" };
    const outcomes = connect(world, caller, server, 53, "UDP").map(({ outcome }) => outcome);
    const reached = outcomes.find((outcome) => outcome.kind === "connected");
    if (reached !== undefined) return { kind: "answers", corefile: corefileOf(world, reached.process) };
    return { kind: outcomes.some(({ kind }) => kind === "refused") ? "server-refused" : "server-timeout" };
  };

/** Resolvers outside the cluster that can be reached from it; any other address outside swallows packets. */
const PUBLIC_RESOLVERS = new Set(["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"]);

const connectAddress = (world: World, caller: Caller, destination: Destination): readonly ConnectionTarget[] => {
  const { host: ip, port } = destination;
  if (ip.startsWith("127.")) return connectLoopback(world, caller, destination);
  const service = serviceByIP(world, ip);
  if (service !== undefined) return connectService(world, caller, service, destination);
  const pod = podByIP(world, ip);
  if (pod !== undefined) return [{ share: 1, outcome: connectPod(world, caller, pod, destination) }];
  const node = nodeByIP(world, ip);
  if (node !== undefined) return connectNode(world, caller, node.metadata.name, destination);
  return [{ share: 1, outcome: { kind: "dropped", address: `${ip}:${port}` } }];
};

const connectLoopback = (world: World, caller: Caller, { port, protocol }: Destination): readonly ConnectionTarget[] => {
  const outcome =
    caller.podName === undefined ? undefined : listener(world, objectKey(caller.namespace, caller.podName), "127.0.0.1", port, protocol);
  return [{ share: 1, outcome: outcome ?? { kind: "refused", address: `127.0.0.1:${port}` } }];
};

/** Connects to a Service; unknown ports and Services without endpoints are rejected at once. */
const connectService = (world: World, caller: Caller, service: Service, destination: Destination): readonly ConnectionTarget[] => {
  const { host: ip, port, protocol } = destination;
  const servicePort = service.spec.ports?.find((candidate) => candidate.port === port && (candidate.protocol ?? "TCP") === protocol);
  if (servicePort === undefined) return [{ share: 1, outcome: { kind: "refused", address: `${ip}:${port}` } }];
  return connectServicePort(world, caller, service, servicePort, destination);
};

const connectServicePort = (
  world: World,
  caller: Caller,
  service: Service,
  servicePort: ServicePort,
  { host: ip, port, protocol }: Destination,
): readonly ConnectionTarget[] => {
  const namespace = service.metadata.namespace ?? "default";
  const all = readyEndpoints(slicesOf(world, namespace, service.metadata.name), servicePort);
  if (all.length === 0) return [{ share: 1, outcome: { kind: "refused", address: `${ip}:${port}` } }];
  const local =
    service.spec.internalTrafficPolicy === "Local" && caller.node !== undefined ? all.filter(({ node }) => node === caller.node) : all;
  if (local.length === 0) return [{ share: 1, outcome: { kind: "dropped", address: `${ip}:${port}` } }];
  const chosen = service.spec.sessionAffinity === "ClientIP" ? stickTo(world, caller, service, local) : local;
  const share = 1 / chosen.length;
  return merge(
    chosen.flatMap((endpoint) =>
      scale(connectEndpoint(world, caller, endpoint.address, endpoint.port, protocol), share).map((target) =>
        asDialled(target, `${ip}:${port}`),
      ),
    ),
  );
};

/** The endpoint that one address always comes to, as long as it is there; people outside have many addresses. */
const stickTo = (world: World, { podIP }: Caller, { metadata }: Service, endpoints: readonly Endpoint[]): readonly Endpoint[] => {
  if (podIP === undefined) return endpoints;
  const rank = ({ address }: Endpoint): string => hex64(world, `network/affinity/${metadata.uid}/${podIP}/${address}`);
  const [first, ...others] = endpoints.map((endpoint) => ({ endpoint, rank: rank(endpoint) }));
  return first === undefined ? [] : [others.reduce((best, other) => (other.rank > best.rank ? other : best), first).endpoint];
};

/** Packets are translated on the way, in both directions: a caller whose connection fails has seen the address that it dialled, and no pod's. */
const asDialled = (target: ConnectionTarget, address: string): ConnectionTarget =>
  target.outcome.kind === "refused" || target.outcome.kind === "dropped"
    ? { ...target, outcome: { kind: target.outcome.kind, address } }
    : target;

const connectEndpoint = (world: World, caller: Caller, ip: string, port: number, protocol: Protocol): readonly ConnectionTarget[] => {
  const pod = podByIP(world, ip);
  if (pod !== undefined) return [{ share: 1, outcome: connectPod(world, caller, pod, { host: ip, port, protocol }) }];
  const node = nodeByIP(world, ip);
  if (node !== undefined) return [{ share: 1, outcome: connectHostPort(world, node.metadata.name, { host: ip, port, protocol }) }];
  return [{ share: 1, outcome: { kind: "dropped", address: `${ip}:${port}` } }];
};

interface Endpoint {
  readonly address: string;
  readonly port: number;
  readonly node: string | undefined;
}

/** Ready endpoints; where there are none, those that end but still serve. */
const readyEndpoints = (slices: readonly EndpointSlice[], servicePort: ServicePort): readonly Endpoint[] => {
  const ready: Endpoint[] = [];
  const ending: Endpoint[] = [];
  for (const slice of slices) {
    const port = slice.ports?.find(
      (candidate) =>
        (candidate.name ?? "") === (servicePort.name ?? "") && (candidate.protocol ?? "TCP") === (servicePort.protocol ?? "TCP"),
    )?.port;
    if (port === undefined) continue;
    for (const { addresses, conditions, nodeName } of slice.endpoints ?? []) {
      const list =
        conditions?.ready !== false ? ready : conditions.serving === true && conditions.terminating === true ? ending : undefined;
      for (const address of addresses) list?.push({ address, port, node: nodeName });
    }
  }
  return ready.length > 0 ? ready : ending;
};

const connectPod = (world: World, caller: Caller, pod: Pod, { host: ip, port, protocol }: Destination): ConnectionOutcome => {
  const address = `${ip}:${port}`;
  const namespace = pod.metadata.namespace ?? "default";
  const isSelf = caller.podName === pod.metadata.name && caller.namespace === namespace;
  if (caller.fromHost !== true && !isSelf) {
    const from = { labels: caller.labels, ip: caller.podIP, ...(caller.namespace === "" ? {} : { namespace: caller.namespace }) };
    if (!policiesAllow(world, from, { namespace, labels: pod.metadata.labels ?? {}, ip, port, protocol, pod }))
      return { kind: "dropped", address };
  }
  return listener(world, objectKey(namespace, pod.metadata.name), ip, port, protocol) ?? { kind: "refused", address };
};

const listener = (world: World, podKey: string, podIP: string, port: number, protocol: Protocol): ConnectionOutcome | undefined => {
  for (const process of processesOfPod(world, podKey)) {
    const socket = process.ports.find((candidate) => candidate.port === port && candidate.protocol === protocol);
    if (socket !== undefined) return { kind: "connected", process: process.key, podIP, port, serves: socket.serves };
  }
  return undefined;
};

/** A node's address: a NodePort of a Service, else a process of the host or of a pod in the host's network. */
const connectNode = (world: World, caller: Caller, node: string, destination: Destination): readonly ConnectionTarget[] => {
  for (const service of listObjects<Service>(world, "services")) {
    const port = service.spec.ports?.find(
      (candidate) => candidate.nodePort === destination.port && (candidate.protocol ?? "TCP") === destination.protocol,
    );
    if (port !== undefined) return connectServicePort(world, { ...caller, fromHost: true }, service, port, destination);
  }
  return [{ share: 1, outcome: connectHostPort(world, node, destination) }];
};

const connectHostPort = (world: World, node: string, { host: ip, port, protocol }: Destination): ConnectionOutcome => {
  const serves = protocol === "TCP" ? HOST_SERVERS[port] : undefined;
  if (serves !== undefined) return { kind: "connected", process: `host/${node}/${serves}`, podIP: ip, port, serves };
  recordRead({ kind: "untracked" });
  for (const pod of listObjects<Pod>(world, "pods")) {
    if (pod.spec.hostNetwork !== true || pod.spec.nodeName !== node) continue;
    const outcome = listener(world, objectKey(pod.metadata.namespace, pod.metadata.name), ip, port, protocol);
    if (outcome !== undefined) return outcome;
  }
  return { kind: "refused", address: `${ip}:${port}` };
};

/** Servers on a node that are no pods of this model: the API server (through its Service alone) and the kubelet. */
const HOST_SERVERS: Readonly<Record<number, string>> = { 6443: "https/kube-apiserver", 10250: "https/kubelet" };

const scale = (targets: readonly ConnectionTarget[], factor: number): readonly ConnectionTarget[] =>
  factor === 1 ? targets : targets.map(({ share, outcome }) => ({ share: share * factor, outcome }));

/** Equal outcomes become one. */
const merge = (targets: readonly ConnectionTarget[]): readonly ConnectionTarget[] => {
  if (targets.length < 2) return targets;
  const merged = new Map<string, ConnectionTarget>();
  for (const target of targets) {
    const key = outcomeKey(target.outcome);
    const known = merged.get(key);
    merged.set(key, known === undefined ? target : { share: known.share + target.share, outcome: target.outcome });
  }
  return [...merged.values()];
};

const outcomeKey = (outcome: ConnectionOutcome): string => {
  if (outcome.kind === "connected") return `connected ${outcome.process} ${outcome.podIP}:${outcome.port}`;
  return outcome.kind === "no-such-host" ? `no-such-host ${outcome.host}` : `${outcome.kind} ${outcome.address}`;
};
