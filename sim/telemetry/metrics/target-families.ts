import { matchesLabelSelector } from "#kube/label-selector.ts";
import type { EndpointSlice, NetworkPolicy, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, makeLabels } from "../promql/labels.ts";
import { appTargets } from "./app-families.ts";
import type { ContainerLife } from "./container-lives.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";
import { monitoredNamespaces } from "./monitored-namespaces.ts";
import { addressOf, firstSeenMs, nodeIsUp } from "./node-families.ts";
import { type ObjectVersion, objectHistory, objectsAt, type ResourceHistory, versionAt } from "./object-history.ts";
import { type ProcessLife, processLives } from "./process-history.ts";

const constant = (labels: Readonly<Record<string, string>>, fromMs: number, untilMs?: number): SampledSeries => ({
  labels: makeLabels(Object.entries(labels)),
  fromMs,
  ...(untilMs === undefined ? {} : { untilMs }),
  valueAt: () => 1,
});

const nodeTargets = (world: World, job: string, port: number): readonly SampledSeries[] =>
  [...objectHistory(world, "nodes").entries()].map(([node, newest]) => ({
    labels: makeLabels(Object.entries({ __name__: "up", job, instance: port === 0 ? node : `${addressOf(newest)}:${port}`, node })),
    fromMs: firstSeenMs(newest),
    ...(newest.object === undefined ? { untilMs: newest.fromMs } : {}),
    valueAt: (atMs) => (nodeIsUp(newest, atMs) ? 1 : 0),
  }));

const beginningMs = (world: World): number => {
  let first = Number.POSITIVE_INFINITY;
  for (const newest of objectHistory(world, "nodes").values()) first = Math.min(first, firstSeenMs(newest));
  return Number.isFinite(first) ? first : 0;
};

/** A target is a pod: up while its exporter listens, down while the pod waits for a restart, gone with the pod. */
const appTargetSeries = (world: World): readonly SampledSeries[] => {
  const byPod = new Map<string, { readonly lives: ContainerLife[]; readonly port: number }>();
  for (const { life, port } of appTargets(world)) {
    const known = byPod.get(life.podUid);
    if (known === undefined) byPod.set(life.podUid, { lives: [life], port });
    else known.lives.push(life);
  }
  return [...byPod.values()].map(({ lives, port }) => appTarget(world, lives, port));
};

const appTarget = (world: World, lives: readonly ContainerLife[], port: number): SampledSeries => {
  const first = lives[0] as ContainerLife;
  const newest = objectHistory(world, "pods").get(`${first.namespace}/${first.pod}`);
  const address = first.process.start.pod.status?.podIP ?? first.pod;
  return {
    labels: makeLabels(
      Object.entries({ __name__: "up", job: first.container, instance: `${address}:${port}`, namespace: first.namespace, pod: first.pod }),
    ),
    fromMs: first.startedAtMs,
    valueAt: (atMs) => {
      if (newest !== undefined && versionAt(newest, atMs)?.object?.metadata.uid !== first.podUid) return undefined;
      return lives.some((life) => listens(life, atMs)) ? 1 : 0;
    },
  };
};

const listens = (life: ProcessLife, atMs: number): boolean =>
  life.listeningAtMs !== undefined && life.listeningAtMs <= atMs && (life.endedAtMs === undefined || life.endedAtMs > atMs);

const upSeries = (world: World): readonly SampledSeries[] => [
  constant({ __name__: "up", job: "kube-state-metrics", instance: "kube-state-metrics.observe.svc:8080" }, beginningMs(world)),
  constant({ __name__: "up", job: "otel-collector", instance: "otel-collector.observe.svc:8889" }, beginningMs(world)),
  ...nodeTargets(world, "kubernetes-cadvisor", 0),
  ...nodeTargets(world, "node-exporter", 9100),
  ...appTargetSeries(world),
];

const TCP_PROBE = "probe_success";

/** One TCP probe per Service that ever was: the list of targets is written once, by hand. */
const probeSeries = (world: World): readonly SampledSeries[] => {
  const namespaces = new Set(monitoredNamespaces(world, world.nowMs()));
  const resolves = createResolver(world);
  const result: SampledSeries[] = [];
  for (const newest of objectHistory(world, "services").values()) {
    const target = tcpTargetOf(newest);
    if (target === undefined || !namespaces.has(target.namespace)) continue;
    const { labels, fromMs } = target;
    result.push({ labels, fromMs, valueAt: (atMs) => (resolves(atMs) && accepts(world, target, atMs) ? 1 : 0) });
  }
  return result;
};

interface TcpTarget extends ProbeTarget {
  readonly labels: Labels;
  readonly fromMs: number;
}

/** What is probed of a Service, if anything; the same object for all its versions. */
const tcpTargetOf = (newest: ObjectVersion): TcpTarget | undefined => {
  const first = firstVersion(newest);
  let target = tcpTargets.get(first);
  if (target === undefined) {
    target = createTcpTarget(first) ?? "none";
    tcpTargets.set(first, target);
  }
  return target === "none" ? undefined : target;
};

const tcpTargets = new WeakMap<ObjectVersion, TcpTarget | "none">();

const createTcpTarget = (first: ObjectVersion): TcpTarget | undefined => {
  if (first.object === undefined) return undefined;
  const { metadata, spec } = first.object as Service;
  const { name, namespace = "" } = metadata;
  if (spec.selector === undefined || spec.clusterIP === "None") return undefined;
  const port = spec.ports?.find(({ protocol }) => (protocol ?? "TCP") === "TCP")?.port;
  if (port === undefined) return undefined;
  const instance = `${name}.${namespace}:${port}`;
  const labels = makeLabels(Object.entries({ __name__: TCP_PROBE, job: `blackbox-${namespace}`, instance, namespace }));
  return { namespace, name, port, protocol: "TCP", labels, fromMs: first.fromMs };
};

const firstVersion = (newest: ObjectVersion): ObjectVersion => {
  let version = newest;
  while (version.previous !== undefined) version = version.previous;
  return version;
};

/** Whether the cluster's name server answered the prober at an instant; each is looked up once for all targets. */
const createResolver = (world: World): ((atMs: number) => boolean) => {
  const known = new Map<number, boolean>();
  // A cluster that never had a name server of its own resolves elsewhere.
  if (!objectHistory(world, "services").has(`${NAME_SERVER.namespace}/${NAME_SERVER.name}`)) return () => true;
  return (atMs) => {
    let answers = known.get(atMs);
    if (answers === undefined) {
      answers = accepts(world, NAME_SERVER, atMs);
      known.set(atMs, answers);
    }
    return answers;
  };
};

interface ProbeTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
}

const NAME_SERVER: ProbeTarget = { namespace: "kube-system", name: "kube-dns", port: 53, protocol: "UDP" };

/** Whether a connection to the Service would have been accepted at an instant. */
const accepts = (world: World, target: ProbeTarget, atMs: number): boolean => {
  const service = versionAt(objectHistory(world, "services").get(`${target.namespace}/${target.name}`), atMs)?.object as
    | Service
    | undefined;
  const servicePort = service?.spec.ports?.find(({ port, protocol = "TCP" }) => port === target.port && protocol === target.protocol);
  if (service === undefined || servicePort === undefined) return false;
  const slices = slicesAt(world, target, atMs);
  const portOfSlice = ({ ports }: EndpointSlice): number | undefined =>
    service.spec.clusterIP === "None" ? target.port : ports?.find(({ name }) => (name ?? "") === (servicePort.name ?? ""))?.port;
  const endpoints = slices.flatMap((slice) => slice.endpoints.map((endpoint) => ({ ...endpoint, port: portOfSlice(slice) })));
  const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false);
  // Where nothing is ready, what ends but still serves is used.
  const used =
    ready.length > 0 ? ready : endpoints.filter(({ conditions }) => conditions?.serving === true && conditions.terminating === true);
  return used.some(
    ({ addresses, port }) =>
      port !== undefined && addresses.some((address) => addressAccepts(world, { address, port, protocol: target.protocol }, atMs)),
  );
};

const SLICES = "endpointslices.discovery.k8s.io";

const slicesAt = (world: World, { namespace, name }: ProbeTarget, atMs: number): readonly EndpointSlice[] =>
  (slicesByService(objectHistory(world, SLICES)).get(`${namespace}/${name}`) ?? []).flatMap((newest) => {
    const version = versionAt(newest, atMs);
    return version === undefined ? [] : [version.object as EndpointSlice];
  });

/** The slices of each Service that ever were; a slice keeps its Service for life. */
const slicesByService = (history: ResourceHistory): ReadonlyMap<string, readonly ObjectVersion[]> => {
  let index = sliceIndexes.get(history);
  if (index === undefined) {
    const built = new Map<string, ObjectVersion[]>();
    for (const newest of history.values()) {
      const slice = (newest.object ?? newest.previous?.object) as EndpointSlice | undefined;
      if (slice === undefined) continue;
      const { metadata } = slice;
      const key = `${metadata.namespace}/${metadata.labels?.["kubernetes.io/service-name"] ?? ""}`;
      const known = built.get(key);
      if (known === undefined) built.set(key, [newest]);
      else known.push(newest);
    }
    index = built;
    sliceIndexes.set(history, index);
  }
  return index;
};

const sliceIndexes = new WeakMap<ResourceHistory, ReadonlyMap<string, readonly ObjectVersion[]>>();

/** Packets go where the address leads, whichever pod the slice says it belongs to. */
const addressAccepts = (world: World, socket: Socket, atMs: number): boolean => {
  const podKey = podsByAddress(objectHistory(world, "pods"), atMs).get(socket.address);
  return podKey !== undefined && podAccepts(world, podKey, socket, atMs);
};

interface Socket {
  readonly address: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
}

/** Pods by their address at an instant; a pod that has ended has given its address back. */
const podsByAddress = (history: ResourceHistory, atMs: number): ReadonlyMap<string, string> => {
  const kept = addressIndexes.get(history);
  if (kept?.atMs === atMs) return kept.index;
  const index = new Map<string, string>();
  for (const [key, newest] of history) {
    const pod = versionAt(newest, atMs)?.object as Pod | undefined;
    const { podIP, phase } = pod?.status ?? {};
    if (podIP !== undefined && phase !== "Succeeded" && phase !== "Failed") index.set(podIP, key);
  }
  addressIndexes.set(history, { atMs, index });
  return index;
};

const addressIndexes = new WeakMap<ResourceHistory, { readonly atMs: number; readonly index: ReadonlyMap<string, string> }>();

const podAccepts = (world: World, podKey: string, socket: Socket, atMs: number): boolean => {
  const lives = livesByPod(world).get(podKey) ?? [];
  return (
    lives.some(
      (life) => listens(life, atMs) && life.process.ports.some((open) => open.port === socket.port && open.protocol === socket.protocol),
    ) && isOpenToProbes(world, podKey, socket, atMs)
  );
};

const livesByPod = (world: World): ReadonlyMap<string, readonly ProcessLife[]> => {
  const lives = processLives(world);
  let index = indexes.get(lives);
  if (index === undefined) {
    const built = new Map<string, ProcessLife[]>();
    for (const life of lives) {
      const key = `${life.namespace}/${life.pod}`;
      const known = built.get(key);
      if (known === undefined) built.set(key, [life]);
      else known.push(life);
    }
    index = built;
    indexes.set(lives, index);
  }
  return index;
};

const indexes = new WeakMap<readonly ProcessLife[], ReadonlyMap<string, readonly ProcessLife[]>>();

/** The prober runs in a namespace of its own: a policy that isolates the pod must let it in. */
const isOpenToProbes = (world: World, podKey: string, socket: Socket, atMs: number): boolean => {
  const pod = versionAt(objectHistory(world, "pods").get(podKey), atMs)?.object as Pod | undefined;
  const policies = objectsAt<NetworkPolicy>(world, "networkpolicies.networking.k8s.io", atMs).filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod?.metadata.namespace &&
      matchesLabelSelector(spec.podSelector, pod?.metadata.labels ?? {}) &&
      (spec.policyTypes ?? ["Ingress"]).includes("Ingress"),
  );
  return policies.length === 0 || policies.some(({ spec }) => (spec.ingress ?? []).some((rule) => letsProberIn(rule, socket, pod)));
};

type IngressRule = NonNullable<NetworkPolicy["spec"]["ingress"]>[number];

const PROBER_NAMESPACE_LABELS = { "kubernetes.io/metadata.name": "observe" };

const letsProberIn = ({ from = [], ports = [] }: IngressRule, { port, protocol }: Socket, pod: Pod | undefined): boolean => {
  const fromHere =
    from.length === 0 ||
    from.some(
      ({ namespaceSelector, podSelector }) =>
        namespaceSelector !== undefined &&
        matchesLabelSelector(namespaceSelector, PROBER_NAMESPACE_LABELS) &&
        (podSelector === undefined || matchesLabelSelector(podSelector, {})),
    );
  const isNamed = (name: string): boolean =>
    pod?.spec.containers.some((container) => container.ports?.some((open) => open.name === name && open.containerPort === port)) === true;
  const toPort = ports.some(
    (allowed) =>
      (allowed.protocol ?? "TCP") === protocol &&
      (allowed.port === undefined ||
        (typeof allowed.port === "string" ? isNamed(allowed.port) : allowed.port <= port && port <= (allowed.endPort ?? allowed.port))),
  );
  return fromHere && (ports.length === 0 || toPort);
};

/** Metrics about targets: whether scrapes and probes succeed. */
export const TARGET_FAMILIES: readonly SampledFamily[] = [
  { name: "up", type: "gauge", help: "Whether the last scrape of the target succeeded.", job: "node-exporter", series: upSeries },
  { name: TCP_PROBE, type: "gauge", help: "Displays whether or not the probe was a success", job: "blackbox", series: probeSeries },
];
