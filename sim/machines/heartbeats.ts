import { parseTimestamp, toMicroTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { Lease, Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../kernel/world.ts";
import { kubeletStoppedAtMs } from "./machines.ts";

/**
 * Object with the heartbeat times that its kubelet would have written by now. Kubelets write them every few seconds; here they are computed
 * on reading.
 */
export const withHeartbeats = (world: World, resource: string, object: KubeObject): KubeObject => {
  if (resource === "nodes") return beating(object, lastBeatMs(world, object.metadata.name, object, NODE_PERIOD_MS), withNodeBeat);
  if (resource === LEASES && object.metadata.namespace === "kube-node-lease")
    return beating(object, lastBeatMs(world, object.metadata.name, object, LEASE_PERIOD_MS), withRenewal);
  return object;
};

const LEASES = "leases.coordination.k8s.io";
const LEASE_PERIOD_MS = 10_000;
/** Interval at which an unchanged node status is reported, ms. */
const NODE_PERIOD_MS = 300_000;

/** Each machine beats at its own phase; a stopped kubelet beats no more. */
const lastBeatMs = (world: World, node: string, { metadata }: KubeObject, periodMs: number): number => {
  const phase = Number.parseInt((metadata.uid ?? "0").slice(0, 8), 16) % periodMs;
  const untilMs = kubeletStoppedAtMs(world, node) ?? world.nowMs();
  return Math.floor((untilMs - phase) / periodMs) * periodMs + phase;
};

/** Last view of an object, valid until the next heartbeat. */
const views = new WeakMap<KubeObject, { readonly atMs: number; readonly view: KubeObject }>();

const beating = (object: KubeObject, atMs: number, render: (object: never, atMs: number) => KubeObject): KubeObject => {
  const kept = views.get(object);
  if (kept?.atMs === atMs) return kept.view;
  const view = render(object as never, atMs);
  views.set(object, { atMs, view });
  return view;
};

const withNodeBeat = (node: Node, atMs: number): Node => {
  const { conditions } = node.status ?? {};
  if (conditions === undefined) return node;
  const later = conditions.map((condition) => {
    const storedMs = parseTimestamp(condition.lastHeartbeatTime ?? "");
    return storedMs === undefined || storedMs >= atMs ? condition : { ...condition, lastHeartbeatTime: toTimestamp(atMs) };
  });
  return { ...node, status: { ...node.status, conditions: later } };
};

const withRenewal = (lease: Lease, atMs: number): Lease => {
  const storedMs = parseTimestamp(lease.spec?.renewTime ?? "");
  return storedMs === undefined || storedMs >= atMs ? lease : { ...lease, spec: { ...lease.spec, renewTime: toMicroTimestamp(atMs) } };
};
