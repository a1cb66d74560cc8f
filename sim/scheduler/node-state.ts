import { keepFor } from "#core/keep-for.ts";
import { hostPorts } from "#kube/objects/host-ports.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects, resourceRevision } from "../apiserver/store/store.ts";
import { splitKey } from "../controller-runtime/controller.ts";
import type { World } from "../kernel/world.ts";
import { type Amounts, parseAmounts, requestsOnNode } from "./pod-requests.ts";

/** A node with the pods that hold a place on it, those that are only assumed to be bound soon included. */
export interface NodeState {
  readonly node: Node;
  readonly name: string;
  readonly pods: readonly Pod[];
  /** Those of them that have a say on the company of others. */
  readonly withAffinity: readonly Pod[];
  readonly allocatable: Amounts;
  readonly requested: Amounts;
  readonly hostPorts: ReadonlySet<string>;
}

/** Pod key → node that it will be bound to once its volumes are. */
export const ASSUMED = "scheduler/assumed";

/** All nodes as the scheduler sees them, sorted by name. */
export const nodeStates = (world: World): readonly NodeState[] => {
  const assumed = world.map<string>(ASSUMED);
  const revision = resourceRevision(world, "pods") + resourceRevision(world, "nodes") + assumed.revision;
  return world.memo("scheduler/nodes", revision, () => {
    const byNode = new Map<string, Pod[]>();
    const place = (node: string, pod: Pod): void => void (byNode.get(node)?.push(pod) ?? byNode.set(node, [pod]));
    for (const pod of listObjects<Pod>(world, "pods")) if (pod.spec.nodeName !== undefined && !isOver(pod)) place(pod.spec.nodeName, pod);
    for (const key of assumed.keys()) {
      const { namespace, name } = splitKey(key);
      const pod = getObject<Pod>(world, "pods", namespace, name);
      if (pod !== undefined && pod.spec.nodeName === undefined) place(assumed.get(key) as string, pod);
    }
    return listObjects<Node>(world, "nodes").map((node) => nodeStateOf(node, byNode.get(node.metadata.name) ?? []));
  });
};

/**
 * All nodes as the scheduler sees them for a pod: with those that wait for the place that was made for them, unless the pod
 * is more important.
 */
export const nodeStatesFor = (world: World, pod: Pod): readonly NodeState[] => {
  const states = nodeStates(world);
  const nominated = nominatedPods(world).filter(
    (other) => other.metadata.uid !== pod.metadata.uid && (other.spec.priority ?? 0) >= (pod.spec.priority ?? 0),
  );
  if (nominated.length === 0) return states;
  return states.map((state) => {
    const coming = nominated.filter(({ status }) => status?.nominatedNodeName === state.name);
    return coming.length === 0 ? state : nodeStateOf(state.node, [...state.pods, ...coming]);
  });
};

/** Nominated pods: those that preempted others, until they are bound. */
const nominatedPods = (world: World): readonly Pod[] =>
  world.memo("scheduler/nominated", resourceRevision(world, "pods"), () =>
    listObjects<Pod>(world, "pods").filter(({ spec, status }) => status?.nominatedNodeName !== undefined && spec.nodeName === undefined),
  );

/** A node with these pods on it. */
export const nodeStateOf = (node: Node, pods: readonly Pod[]): NodeState => {
  const requested: Record<string, number> = {};
  const ports = new Set<string>();
  for (const pod of pods) {
    for (const [resource, amount] of Object.entries(requestsOnNode(pod))) requested[resource] = (requested[resource] ?? 0) + amount;
    for (const port of hostPorts(pod.spec)) ports.add(port);
  }
  const withAffinity = pods.filter(({ spec }) => spec.affinity?.podAffinity !== undefined || spec.affinity?.podAntiAffinity !== undefined);
  return { node, name: node.metadata.name, pods, withAffinity, allocatable: allocatableOf(node), requested, hostPorts: ports };
};

const allocatableOf = ({ status }: Node): Amounts => (status?.allocatable === undefined ? {} : amountsOf(status.allocatable));

const amountsOf = keepFor(parseAmounts);

const isOver = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";
