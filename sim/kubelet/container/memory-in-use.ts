import { unitValue } from "#kube/objects/quantity.ts";
import type { Container, ResourceRequirements } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { memoryOf } from "../../processes/process-memory.ts";
import { lastingContainers } from "../pod/pod-containers.ts";
import { containerKey } from "../pod/pod-runtime.ts";
import type { PodContext } from "../pod/pod-steps.ts";

/**
 * Error of lowering the memory limit below the usage; undefined when the limit fits. The pod's limit is the sum of its containers' where
 * all have one.
 */
export const tooLittleMemory = (world: World, { podKey, pod, runtime }: PodContext, outdated: readonly Container[]): string | undefined => {
  const lasting = lastingContainers(pod);
  const used = (names: readonly Container[]): number => names.reduce((sum, { name }) => sum + usedBytes(world, podKey, name), 0);
  const inUse = used(lasting);
  const before = lasting.map(({ name, resources }) => memoryLimit(runtime.containers[name]?.current.resources ?? resources));
  const after = lasting.map(({ resources }) => memoryLimit(resources));
  const problems = outdated
    .filter(({ name, resources }) => isLess(memoryLimit(resources), memoryLimit(runtime.containers[name]?.current.resources)))
    .filter((container) => used([container]) >= (memoryLimit(container.resources) as number))
    .map(({ name, resources }) => `attempting to set container "${name}" ${belowUse(memoryLimit(resources), inUse)}`);
  const podLimit = total(after);
  if (isLess(podLimit, total(before)) && inUse >= (podLimit as number))
    problems.unshift(`attempting to set pod ${belowUse(podLimit, inUse)}`);
  if (problems.length === 0) return undefined;
  return `cannot decrease memory limits: ${problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`}`;
};

const usedBytes = (world: World, podKey: string, name: string): number => {
  const process = findProcess(world, containerKey(podKey, name));
  return process === undefined ? 0 : Math.round(memoryOf(world, process) * 2 ** 20);
};

const memoryLimit = (resources: ResourceRequirements | undefined): number | undefined => {
  const text = resources?.limits?.["memory"];
  return text === undefined ? undefined : unitValue(text);
};

const isLess = (after: number | undefined, before: number | undefined): boolean =>
  after !== undefined && (before === undefined || after < before);

const total = (limits: readonly (number | undefined)[]): number | undefined =>
  limits.reduce((sum, limit) => (sum === undefined || limit === undefined ? undefined : sum + limit), 0);

const belowUse = (limit: number | undefined, inUse: number): string => `memory limit (${limit}) below current usage (${inUse})`;
