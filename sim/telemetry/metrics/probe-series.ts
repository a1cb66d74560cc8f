import type { Service } from "#kube/types/network.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, makeLabels } from "../promql/labels.ts";
import { createProber, type ProbeTarget } from "./accepts-probes.ts";
import { type ObjectVersion, objectHistory } from "./history/object-history.ts";
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
  const accepts = createProber(world);
  const resolved = new Map<number, boolean>();
  // A cluster that never had a name server of its own resolves elsewhere.
  const hasNameServer = objectHistory(world, "services").has(NAME_SERVER.key);
  const resolves = (atMs: number): boolean => {
    let answers = resolved.get(atMs);
    if (answers === undefined) {
      answers = !hasNameServer || accepts(NAME_SERVER, atMs);
      resolved.set(atMs, answers);
    }
    return answers;
  };
  return (target, atMs) => resolves(atMs) && accepts(target, atMs);
};

const NAME_SERVER: ProbeTarget = { key: "kube-system/kube-dns", namespace: "kube-system", name: "kube-dns", port: 53, protocol: "UDP" };

/** TCP probe target of a Service; undefined when it has none. The same object for all its versions. */
const tcpTargetOf = (newest: ObjectVersion): TcpTarget | undefined => {
  const first = firstVersion(newest);
  let target = targets.get(first);
  if (target === undefined) {
    target = createTcpTarget(first) ?? "none";
    targets.set(first, target);
  }
  return target === "none" ? undefined : target;
};

const targets = new WeakMap<ObjectVersion, TcpTarget | "none">();

const createTcpTarget = (first: ObjectVersion): TcpTarget | undefined => {
  const target = first.object === undefined ? undefined : probeTargetOf(first.object as Service);
  return target && { ...target, fromMs: first.fromMs };
};

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
