import { parseTimestamp } from "#core/timestamp.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import { type ContainerInstance, runtimesOn } from "../kubelet/pod/pod-runtime.ts";
import { kubeletFailure, kubeletStoppedAtMs } from "../machines/machines.ts";
import { unitChanges } from "../machines/unit-log.ts";
import { hashOf } from "../telemetry/metrics/number-hash.ts";

/** A container that the runtime of a node knows, running or dead. */
export interface HostContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly container: string;
  readonly instance: ContainerInstance;
  /** Number of its first process; undefined for one that does not run. */
  readonly pid: number | undefined;
}

/** The object of a machine. */
export const nodeOf = (world: World, node: string): Node => getObject<Node>(world, "nodes", undefined, node) as Node;

/** Virtual time at which a machine was switched on, ms. */
export const bootMs = (world: World, node: string): number =>
  (parseTimestamp(nodeOf(world, node).metadata.creationTimestamp ?? "") ?? world.nowMs()) - BOOT_MS;

/** Time from the start of a machine until it is a node, ms. */
const BOOT_MS = 60_000;

/** Containers that the runtime of a node knows, the newest first. */
export const containersOn = (world: World, node: string): readonly HostContainer[] =>
  runtimesOn(world, node)
    .flatMap(([key, runtime]) => {
      const [namespace = "", pod = ""] = key.split("/");
      return Object.entries(runtime.containers).flatMap(([container, { current, previous }]) =>
        [current, ...(previous === undefined ? [] : [previous])].map((instance): HostContainer => {
          const runs = instance.startedAtMs !== undefined && instance.exit === undefined;
          return { namespace, pod, podUid: runtime.uid, container, instance, pid: runs ? pidOf(instance.id) : undefined };
        }),
      );
    })
    .sort((a, b) => (b.instance.startedAtMs ?? 0) - (a.instance.startedAtMs ?? 0));

/** Number of a process of a machine, from whatever names it. */
export const pidOf = (name: string): number => 2_000 + (hashOf(`pid/${name}`) % 60_000);

/** Virtual time of the last start of a node's kubelet, ms. */
export const kubeletStartMs = (world: World, node: string): number =>
  unitChanges(world, node).findLast(({ change }) => change === "started")?.atMs ?? bootMs(world, node) + BOOT_MS / 2;

/** Number of the kubelet's process, the last one if it does not run. */
export const kubeletPid = (world: World, node: string): number => {
  const startMs = kubeletStartMs(world, node);
  return startMs < bootMs(world, node) + BOOT_MS ? 600 + (hashOf(`pid/${node}`) % 300) : pidOf(`kubelet/${node}/${startMs}`);
};

/** State of a node's kubelet for its service manager. */
export const kubeletState = (world: World, node: string): "running" | "stopped" | "failing" =>
  kubeletStoppedAtMs(world, node) === undefined ? "running" : kubeletFailure(world, node) === undefined ? "stopped" : "failing";

/** Cores of a machine. */
export const coresOf = (world: World, node: string): number => unitValue(nodeOf(world, node).status?.capacity?.["cpu"]);

/** Memory of a machine, KiB. */
export const memoryKi = (world: World, node: string): number =>
  Math.round(unitValue(nodeOf(world, node).status?.capacity?.["memory"]) / 1024);

/** A machine's own address. */
export const addressOfNode = (world: World, node: string): string =>
  nodeOf(world, node).status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "";
