import { keepFor } from "#core/keep-for.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { World } from "../../kernel/world.ts";
import { type ContainerLife, containerLives } from "../metrics/containers/container-lives.ts";
import { cpuSeconds, workingSet } from "../metrics/containers/container-values.ts";
import { atMost, isControlPlane, nodeSystemAt, runsAt } from "../metrics/containers/node-system.ts";
import { fractionOf, hashOf } from "../metrics/number-hash.ts";
import { type FlowIndex, flowIndex } from "../metrics/traffic/flow-index.ts";
import { machineCoreSeconds } from "../metrics/traffic/machine-loads.ts";

/** Usage that a metrics server measures between two scrapes of a kubelet. */
export interface Usage {
  /** Instant of the later look. */
  readonly atMs: number;
  readonly windowMs: number;
  /** Billionths of a core. */
  readonly nanoCores: number;
  readonly memoryBytes: number;
}

/** Interval between scrapes of the kubelets, ms. */
const RESOLUTION_MS = 15_000;
/** Least age at which a container has a rate, ms. */
const FRESH_MS = 10_000;
/** Delay between a scrape and its result, ms. */
const STORED_AFTER_MS = 1_200;

/** The two newest looks at something that are stored by an instant; each thing is looked at in its own rhythm. */
const looksOf = (name: string, nowMs: number): readonly [beforeMs: number, lastMs: number] => {
  const hash = hashOf(`look/${name}`);
  const offset = hash % RESOLUTION_MS;
  const newest = Math.floor((nowMs - STORED_AFTER_MS - offset) / RESOLUTION_MS);
  const instant = (k: number): number => k * RESOLUTION_MS + offset + Math.floor(fractionOf(hash, k) * 900) - 450;
  const last = instant(newest) <= nowMs - STORED_AFTER_MS ? newest : newest - 1;
  return [instant(last - 1), instant(last)];
};

/** Use of each running container of a pod by name, or undefined while the pod has not been seen long enough. */
export const podUsage = (world: World, podUid: string): ReadonlyMap<string, Usage> | undefined => {
  const [beforeMs, lastMs] = looksOf(podUid, world.nowMs());
  const running =
    livesByUid(world)
      .get(podUid)
      ?.filter((life) => runsAt(life, lastMs)) ?? [];
  if (running.length === 0) return undefined;
  const usage = new Map<string, Usage>();
  for (const life of running) {
    const fromMs = Math.max(beforeMs, life.startedAtMs);
    if (lastMs - fromMs < FRESH_MS) return undefined;
    usage.set(life.container, usageBetween(world, flowIndex(world), life, fromMs, lastMs));
  }
  return usage;
};

/** Usage of a node: its containers and its other programs. */
export const nodeUsage = (world: World, host: Node): Usage => {
  const node = host.metadata.name;
  const [beforeMs, lastMs] = looksOf(node, world.nowMs());
  const index = flowIndex(world);
  const system = nodeSystemAt(node, isControlPlane(host), lastMs);
  const own = index.machines.get(node);
  const ownSeconds = machineCoreSeconds(own, lastMs) - machineCoreSeconds(own, beforeMs);
  let nanoCores = (system.cores + (ownSeconds * 1000) / (lastMs - beforeMs)) * 1e9;
  let memoryBytes = system.memoryBytes;
  for (const life of containerLives(world)) {
    if (life.node !== node || !runsAt(life, lastMs) || life.startedAtMs >= lastMs) continue;
    const usage = usageBetween(world, index, life, Math.max(beforeMs, life.startedAtMs), lastMs);
    nanoCores += (usage.nanoCores * usage.windowMs) / (lastMs - beforeMs);
    memoryBytes += usage.memoryBytes;
  }
  return {
    atMs: lastMs,
    windowMs: lastMs - beforeMs,
    nanoCores: Math.round(Math.min(nanoCores, atMost(host, Number.POSITIVE_INFINITY) * 1e9)),
    memoryBytes,
  };
};

const usageBetween = (world: World, { loads }: FlowIndex, life: ContainerLife, fromMs: number, toMs: number): Usage => {
  const load = loads.get(life.key);
  const used = (cpuSeconds(life, toMs, load, world) ?? 0) - (cpuSeconds(life, fromMs, load, world) ?? 0);
  return {
    atMs: toMs,
    windowMs: toMs - fromMs,
    nanoCores: Math.max(0, Math.round((used / (toMs - fromMs)) * 1e12)),
    memoryBytes: workingSet(life, toMs, load, world) ?? 0,
  };
};

const livesByUid = (world: World): ReadonlyMap<string, readonly ContainerLife[]> => indexOf(containerLives(world));

const indexOf = keepFor((lives: readonly ContainerLife[]) => Map.groupBy(lives, ({ podUid }) => podUid));
