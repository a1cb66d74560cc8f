import { toTimestamp } from "#core/timestamp.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, objectKey } from "../../apiserver/store/store.ts";
import { splitKey } from "../../controller-runtime/controller.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { type NodeState, nodeStateOf } from "../../scheduler/node-state.ts";
import { nodeAffinity } from "../../scheduler/plugins/node-affinity.ts";
import { nodePorts } from "../../scheduler/plugins/node-ports.ts";
import { podRequests } from "../../scheduler/pod-requests.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { DEADLINE, syncNoLaterThan } from "../node/kubelet-timers.ts";
import { allocatedPod, allocationOf } from "./pod-allocation.ts";
import { type PodRuntime, runtimesOn, saveRuntime } from "./pod-runtime.ts";

/**
 * Admits a pod that was bound to a node.
 * @returns its state in the kubelet; undefined for one that had ended before or that was rejected
 */
export const admitPod = (world: World, podKey: string, pod: Pod, node: string): PodRuntime | undefined => {
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return undefined;
  const rejection = findRejection(world, pod, node);
  if (rejection !== undefined) return reject(world, pod, node, rejection);
  const { activeDeadlineSeconds } = pod.spec;
  if (activeDeadlineSeconds !== undefined) world.setTimer(DEADLINE, podKey, world.nowMs() + activeDeadlineSeconds * 1000, pod.metadata.uid);
  return saveRuntime(world, podKey, {
    uid: pod.metadata.uid as string,
    node,
    admittedAtMs: world.nowMs(),
    sandboxIP: undefined,
    isTornDown: false,
    mounts: {},
    containers: {},
    allocated: allocationOf(pod),
    reasons: {},
    restartBackoffs: {},
    imageBackoffs: {},
  });
};

interface Rejection {
  /** `OutOfcpu`, `NodeAffinity`, …. */
  readonly reason: string;
  readonly message: string;
}

/**
 * Reason for which a node cannot admit a pod beside the others. A kubelet repeats the scheduler's checks, since a pod may name its node
 * itself.
 */
export const findRejection = (world: World, pod: Pod, name: string): Rejection | undefined => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined) return undefined;
  const others = podsInCare(world, name).filter(({ metadata }) => metadata.uid !== pod.metadata.uid);
  const state = nodeStateOf(node, others);
  return findShortage(pod, state) ?? findMismatch(world, pod, state);
};

const podsInCare = (world: World, node: string): readonly Pod[] =>
  runtimesOn(world, node).flatMap(([podKey, runtime]) => {
    const { namespace, name } = splitKey(podKey);
    const pod = runtime.isTornDown ? undefined : getObject<Pod>(world, "pods", namespace, name);
    return pod?.metadata.uid === runtime.uid ? [allocatedPod(pod, runtime)] : [];
  });

const findShortage = ({ spec }: Pod, { pods, allocatable, requested }: NodeState): Rejection | undefined => {
  const wanted: Readonly<Record<string, number>> = { pods: 1, ...podRequests(spec) };
  const used: Readonly<Record<string, number>> = { ...requested, pods: pods.length };
  for (const resource of Object.keys(wanted).sort(byRank)) {
    const [amount = 0, taken = 0, capacity = 0] = [wanted[resource], used[resource], allocatable[resource]];
    if (amount === 0 || amount <= capacity - taken) continue;
    const message = `Node didn't have enough resource: ${resource}, requested: ${amount}, used: ${taken}, capacity: ${capacity}`;
    return { reason: `OutOf${resource}`, message };
  }
  return undefined;
};

const RANK: readonly string[] = ["pods", "cpu", "memory", "ephemeral-storage"];

const byRank = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

const rankOf = (resource: string): number => (RANK.includes(resource) ? RANK.indexOf(resource) : RANK.length);

const findMismatch = (world: World, pod: Pod, node: NodeState): Rejection | undefined => {
  for (const { name, filter } of [nodeAffinity, nodePorts]) {
    const why = filter({ world, pod, nodes: [node] }, node)?.reasons[0];
    if (why !== undefined) return { reason: name, message: `Predicate ${name} failed: ${why}` };
  }
  const evicting = (node.node.spec.taints ?? []).filter(({ effect }) => effect === "NoExecute");
  if (evicting.every((taint) => tolerates(pod.spec.tolerations, taint))) return undefined;
  return { reason: "TaintToleration", message: "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate" };
};

/** Fails a pod that was rejected and never ran. */
const reject = (world: World, pod: Pod, node: string, { reason, message }: Rejection): undefined => {
  recordEvent(world, pod, { type: "Warning", reason, message });
  const { qosClass } = pod.status ?? {};
  const told = clientForNode(world, node).updateStatus<Pod>("pods", {
    ...pod,
    status: {
      observedGeneration: pod.metadata.generation ?? 1,
      phase: "Failed",
      message: `Pod was rejected: ${message}`,
      reason,
      startTime: toTimestamp(world.nowMs()),
      ...(qosClass === undefined ? {} : { qosClass }),
    },
  });
  if (!told.ok) syncNoLaterThan(world, objectKey(pod.metadata.namespace, pod.metadata.name), world.nowMs() + TELL_AGAIN_MS);
};

const TELL_AGAIN_MS = 10_000;
