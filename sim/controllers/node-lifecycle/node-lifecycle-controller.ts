import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { findCondition } from "../../controller-runtime/conditions.ts";
import { type Controller, enqueueAfter, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { kubeletStoppedAtMs } from "../../machines/machines.ts";

/** Marks nodes that stopped reporting, and keeps their taints in step with their conditions. */
export const nodeLifecycleController: Controller = {
  name: "node-lifecycle",
  watches: {
    nodes: (_world, { type, key, object, previous }) => {
      const [after, before] = [object as Node, previous as Node | undefined];
      return type === "MODIFIED" && before?.spec === after.spec && before.status?.conditions === after.status?.conditions ? NO_KEYS : [key];
    },
  },
  retry: { firstMs: 5000, lastMs: 5000 },
  reconcile: (world, name) => {
    const node = getObject<Node>(world, "nodes", undefined, name);
    if (node === undefined) return;
    const stoppedAtMs = kubeletStoppedAtMs(world, name);
    const lostAtMs = stoppedAtMs === undefined ? undefined : stoppedAtMs + GRACE_MS;
    if (lostAtMs !== undefined && world.nowMs() < lostAtMs) enqueueAfter(world, "node-lifecycle", name, lostAtMs - world.nowMs());
    const seen = lostAtMs !== undefined && world.nowMs() >= lostAtMs ? markLost(world, node) : node;
    syncTaints(world, seen);
  },
};

/** Time without a heartbeat after which a node is unhealthy, plus the controller's delay in noticing, ms. */
const GRACE_MS = 45_000;
const COMPONENT = "node-controller";

const markLost = (world: World, node: Node): Node => {
  if (findCondition(node.status?.conditions, "Ready")?.status === "Unknown") return node;
  const now = toTimestamp(world.nowMs());
  const conditions = (node.status?.conditions ?? []).map((condition) => ({
    ...condition,
    status: "Unknown" as const,
    lastTransitionTime: now,
    reason: "NodeStatusUnknown",
    message: "Kubelet stopped posting node status.",
  }));
  const client = clientFor(world, "node-controller");
  const result = client.updateStatus<Node>("nodes", { ...node, status: { ...node.status, conditions } });
  const name = node.metadata.name;
  client.event(node, { type: "Normal", reason: "NodeNotReady", message: `Node ${name} status is now: NodeNotReady`, component: COMPONENT });
  for (const pod of listObjects<Pod>(world, "pods")) if (pod.spec.nodeName === name) markPodUnready(world, pod, now);
  return result.ok ? result.value : node;
};

const markPodUnready = (world: World, pod: Pod, now: string): void => {
  if (findCondition(pod.status?.conditions, "Ready")?.status !== "True") return;
  const conditions = (pod.status?.conditions ?? []).map((condition) =>
    condition.type === "Ready" ? { ...condition, status: "False" as const, lastTransitionTime: now } : condition,
  );
  const client = clientFor(world, "node-controller");
  client.updateStatus<Pod>("pods", { ...pod, status: { ...pod.status, conditions } });
  client.event(pod, { type: "Warning", reason: "NodeNotReady", message: "Node is not ready", component: COMPONENT });
};

const UNREACHABLE = "node.kubernetes.io/unreachable";
const NOT_READY = "node.kubernetes.io/not-ready";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
const PRESSURES: Readonly<Record<string, string>> = {
  MemoryPressure: "node.kubernetes.io/memory-pressure",
  DiskPressure: "node.kubernetes.io/disk-pressure",
  PIDPressure: "node.kubernetes.io/pid-pressure",
};
const OWN_TAINTS: readonly string[] = [UNREACHABLE, NOT_READY, UNSCHEDULABLE, ...Object.values(PRESSURES)];

const syncTaints = (world: World, node: Node): void => {
  const wanted = wantedTaints(node);
  const present = node.spec.taints ?? [];
  const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
  const kept = present.filter((taint) => !OWN_TAINTS.includes(taint.key) || wanted.some((other) => isSame(other, taint)));
  const now = toTimestamp(world.nowMs());
  const fresh = wanted.filter((taint) => !present.some((other) => isSame(other, taint))).map((taint) => ({ ...taint, timeAdded: now }));
  const taints = [...kept, ...fresh];
  if (isSameJson(taints, present)) return;
  const { taints: _before, ...spec } = node.spec;
  clientFor(world, "node-controller").update<Node>("nodes", { ...node, spec: taints.length === 0 ? spec : { ...spec, taints } });
};

const wantedTaints = ({ spec, status }: Node): readonly Taint[] => {
  const taints: Taint[] = [];
  const ready = findCondition(status?.conditions, "Ready")?.status;
  const key = ready === "Unknown" ? UNREACHABLE : ready === "False" ? NOT_READY : undefined;
  if (key !== undefined) taints.push({ key, effect: "NoSchedule" }, { key, effect: "NoExecute" });
  if (spec.unschedulable === true) taints.push({ key: UNSCHEDULABLE, effect: "NoSchedule" });
  for (const [type, pressure] of Object.entries(PRESSURES))
    if (findCondition(status?.conditions, type)?.status === "True") taints.push({ key: pressure, effect: "NoSchedule" });
  return taints;
};
