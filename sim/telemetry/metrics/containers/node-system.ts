import { unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { World } from "../../../kernel/world.ts";
import { fractionOf, hashOf } from "../number-hash.ts";
import { flowIndex, loadAt } from "../traffic/flow-index.ts";
import { machineAt } from "../traffic/machine-loads.ts";
import { type ContainerLife, containerLives } from "./container-lives.ts";
import { workingSet } from "./container-values.ts";

/** Resource usage on a node. */
export interface NodeUse {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Usage of a node at an instant, by its containers and its own programs. */
export const nodeUseAt = (world: World, node: Node, atMs: number): NodeUse => {
  const { loads, machines } = flowIndex(world);
  let { cores, memoryBytes } = nodeSystemAt(node.metadata.name, isControlPlane(node), atMs);
  cores += machineAt(machines.get(node.metadata.name), atMs)?.cores ?? 0;
  for (const life of containerLives(world)) {
    if (life.node !== node.metadata.name || !runsAt(life, atMs)) continue;
    const load = loads.get(life.key);
    cores += loadAt(load, atMs)?.cores ?? 0;
    memoryBytes += workingSet(life, atMs, load, world) ?? 0;
  }
  return { cores: atMost(node, cores), memoryBytes };
};

/** Programs of a node that run or wait for a core, on the average of the last minute. */
export const loadAverage = (world: World, node: Node, atMs: number): number => {
  const waiting = machineAt(flowIndex(world).machines.get(node.metadata.name), atMs)?.waiting ?? 0;
  return Math.round((0.05 + 1.1 * nodeUseAt(world, node, atMs).cores + waiting) * 100) / 100;
};

/** Cores of a node. */
export const coresOf = ({ status }: Node): number => unitValue(status?.capacity?.["cpu"]);

/** Cores in use: never more than the node has, if that is known. */
export const atMost = (node: Node, cores: number): number => Math.min(cores, coresOf(node) || Number.POSITIVE_INFINITY);

/** Tells nodes of the control plane. */
export const isControlPlane = ({ metadata }: Node): boolean => metadata.labels?.["node-role.kubernetes.io/control-plane"] !== undefined;

/** Tells whether a container runs at an instant. */
export const runsAt = ({ startedAtMs, endedAtMs }: ContainerLife, atMs: number): boolean =>
  startedAtMs <= atMs && (endedAtMs === undefined || endedAtMs > atMs);

/** Usage of a node's own programs (kubelet, container runtime, the system) at an instant, besides all containers. */
export const nodeSystemAt = (node: string, runsCluster: boolean, atMs: number): NodeUse => {
  const hash = hashOf(`system/${node}`);
  const jitter = fractionOf(hash, Math.floor(atMs / JITTER_MS)) - 0.5;
  return {
    cores: (CORES + (runsCluster ? CONTROL_PLANE_CORES : 0)) * (0.8 + 0.4 * fractionOf(hash, 1)) * (1 + 0.2 * jitter),
    memoryBytes:
      Math.round((MIB * (MEMORY_MIB + (runsCluster ? CONTROL_PLANE_MIB : 0) + 90 * fractionOf(hash, 2) + 6 * jitter)) / 4096) * 4096,
  };
};

const JITTER_MS = 15_000;
const CORES = 0.055;
const MEMORY_MIB = 410;
/** API server, store, scheduler and controllers run outside of pods here. */
const CONTROL_PLANE_CORES = 0.115;
const CONTROL_PLANE_MIB = 690;
const MIB = 1_048_576;
