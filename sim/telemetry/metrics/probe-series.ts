import { keepFor } from "#core/keep-for.ts";
import type { Service } from "#kube/types/network.ts";
import type { World } from "../../kernel/world.ts";
import { type Corefile, deniesName } from "../../network/names/corefile.ts";
import { corefileIn } from "../../network/names/name-server.ts";
import { type Labels, makeLabels } from "../promql/labels.ts";
import { createProber, type ProbeTarget } from "./accepts-probes.ts";
import { type ObjectVersion, objectHistory } from "./history/object-history.ts";
import { filesAt, processLives } from "./history/process-history.ts";
import type { SampledSeries } from "./metric-family.ts";
import { monitoredNamespaces } from "./monitored-namespaces.ts";

/** Metric that is 1 when a probe succeeded. */
export const TCP_PROBE = "probe_success";

/** One TCP probe per Service that ever was: the list of targets is written once, by hand. */
export const probeSeries = (world: World): readonly SampledSeries[] => {
  const succeeds = createTcpProber(world);
  return tcpTargets(world, monitoredNamespaces(world, world.nowMs())).map((target) => ({
    labels: target.labels,
    fromMs: target.fromMs,
    valueAt: (atMs) => (succeeds(target, atMs) ? 1 : 0),
  }));
};

/** Probed Service, since an instant. */
export interface TcpTarget extends ProbeTarget {
  readonly labels: Labels;
  readonly fromMs: number;
}

/** TCP probe targets of some namespaces, in the order of the Services' first appearance. */
export const tcpTargets = (world: World, namespaces: readonly string[]): readonly TcpTarget[] => {
  const result: TcpTarget[] = [];
  for (const newest of objectHistory(world, "services").values()) {
    const target = tcpTargetOf(newest);
    if (target !== undefined && namespaces.includes(target.namespace)) result.push(target);
  }
  return result;
};

/** Creates a function that says whether a probe succeeded at an instant: it looks up the name first, then it connects. */
export const createTcpProber = (world: World): ((target: TcpTarget, atMs: number) => boolean) => {
  const acceptor = createProber(world);
  const servers = new Map<number, NameServer | undefined>();
  // A cluster that never had a name server of its own resolves elsewhere.
  const hasNameServer = objectHistory(world, "services").has(NAME_SERVER.key);
  const serverAt = (atMs: number): NameServer | undefined => {
    if (!hasNameServer) return {};
    if (!servers.has(atMs)) {
      const pod = acceptor(NAME_SERVER, atMs);
      servers.set(atMs, pod === undefined ? undefined : nameServerIn(world, pod, atMs));
    }
    return servers.get(atMs);
  };
  return (target, atMs) => resolves(serverAt(atMs), target) && acceptor(target, atMs) !== undefined;
};

/** A name server that answers. */
interface NameServer {
  /** Missing: it denies nothing. */
  readonly corefile?: Corefile | undefined;
}

const nameServerIn = (world: World, pod: string, atMs: number): NameServer => {
  for (const life of processLives(world)) {
    const files = `${life.namespace}/${life.pod}` === pod ? filesAt(life, atMs) : undefined;
    if (files !== undefined) return { corefile: corefileIn(files) };
  }
  return {};
};

const resolves = (server: NameServer | undefined, { name, namespace }: TcpTarget): boolean =>
  server !== undefined && (server.corefile === undefined || !deniesName(server.corefile, `${name}.${namespace}.svc.cluster.local`));

const NAME_SERVER: ProbeTarget = { key: "kube-system/kube-dns", namespace: "kube-system", name: "kube-dns", port: 53, protocol: "UDP" };

/** TCP probe target of a Service; undefined when it has none. The same object for all its versions. */
const tcpTargetOf = (newest: ObjectVersion): TcpTarget | undefined => tcpTarget(firstVersion(newest));

const tcpTarget = keepFor((first: ObjectVersion): TcpTarget | undefined => {
  const target = first.object === undefined ? undefined : probeTargetOf(first.object as Service);
  return target && { ...target, fromMs: first.fromMs };
});

/** TCP probe target of a Service: its first TCP port; undefined when it has none. */
export const probeTargetOf = ({ metadata, spec }: Service): Omit<TcpTarget, "fromMs"> | undefined => {
  const { name, namespace = "" } = metadata;
  if (spec.selector === undefined || spec.clusterIP === "None") return undefined;
  const port = spec.ports?.find(({ protocol }) => (protocol ?? "TCP") === "TCP")?.port;
  if (port === undefined) return undefined;
  const instance = `${name}.${namespace}:${port}`;
  const labels = makeLabels(Object.entries({ __name__: TCP_PROBE, job: `blackbox-${namespace}`, instance, namespace }));
  return { key: `${namespace}/${name}`, namespace, name, port, protocol: "TCP", labels };
};

const firstVersion = (newest: ObjectVersion): ObjectVersion => {
  let version = newest;
  while (version.previous !== undefined) version = version.previous;
  return version;
};
