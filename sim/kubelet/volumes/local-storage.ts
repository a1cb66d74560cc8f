import { unitValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { writtenBytes } from "../../processes/container-files.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { instanceOf } from "../../processes/process-keys.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { containerKey, saveRuntime } from "../pod/pod-runtime.ts";
import { type PodContext, podContext } from "../pod/pod-steps.ts";
import { terminatePod } from "../pod/terminate-pod.ts";

/** Timer at which a kubelet measures the ephemeral storage of a pod with limits. */
export const LOCAL_STORAGE = "kubelet/local-storage";

/** Begins to measure a pod, where it has a limit. */
export const watchLocalStorage = (world: World, podKey: string, pod: Pod): void => {
  if (hasLimit(pod)) world.setTimer(LOCAL_STORAGE, podKey, world.nowMs() + PERIOD_MS, pod.metadata.uid);
};

/** Evicts a pod that has written more than its limit; checks others again later. */
export const checkLocalStorage = (world: World, podKey: string, uid: string): void => {
  const context = podContext(world, podKey, uid);
  if (context === undefined || context.runtime.isTornDown || context.runtime.verdict !== undefined) return;
  const excess = findExcess(world, context);
  if (excess === undefined) return world.setTimer(LOCAL_STORAGE, podKey, world.nowMs() + PERIOD_MS, uid);
  const verdict = { reason: "Evicted", message: excess };
  recordEvent(world, context.pod, { type: "Warning", ...verdict });
  // An eviction leaves the containers a second.
  const pod = { ...context.pod, metadata: { ...context.pod.metadata, deletionGracePeriodSeconds: 1 } };
  terminatePod(world, { ...context, pod, runtime: saveRuntime(world, podKey, { ...context.runtime, verdict }) });
};

const PERIOD_MS = 10_000;
const STORAGE = "ephemeral-storage";

const hasLimit = ({ spec }: Pod): boolean =>
  spec.volumes?.some((volume) => sizeLimit(volume) !== undefined) === true ||
  spec.containers.some(({ resources }) => resources?.limits?.[STORAGE] !== undefined);

type Volume = NonNullable<Pod["spec"]["volumes"]>[number];

/** Size limit of an emptyDir that counts for eviction; one in memory cannot exceed its limit. */
const sizeLimit = ({ emptyDir }: Volume): string | undefined => {
  const { medium, sizeLimit: limit } = (emptyDir ?? {}) as { readonly medium?: string; readonly sizeLimit?: string };
  return medium === "Memory" ? undefined : limit;
};

const findExcess = (world: World, { podKey, pod }: PodContext): string | undefined => {
  const volumes = pod.spec.volumes ?? [];
  const volumeBytes = (volume: Volume): number =>
    volume.emptyDir === undefined ? 0 : writtenBytes(world, `emptydir:${pod.metadata.uid}/${volume.name}`);
  for (const volume of volumes) {
    const limit = sizeLimit(volume);
    if (limit !== undefined && volumeBytes(volume) > unitValue(limit))
      return `Usage of EmptyDir volume "${volume.name}" exceeds the limit "${limit}". `;
  }
  const containerBytes = (name: string): number => {
    const process = world.map<Process>(PROCESSES).get(containerKey(podKey, name));
    return process === undefined ? 0 : writtenBytes(world, instanceOf(process));
  };
  const limits = pod.spec.containers.map(({ name, resources }) => ({ name, limit: resources?.limits?.[STORAGE] }));
  const total = limits.reduce((sum, { limit }) => sum + unitValue(limit ?? "0"), 0);
  const used =
    volumes.reduce((sum, volume) => sum + volumeBytes(volume), 0) + limits.reduce((sum, { name }) => sum + containerBytes(name), 0);
  const isLimited = limits.every(({ limit }) => limit !== undefined);
  if (isLimited && used > total)
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${limits.length === 1 ? limits[0]?.limit : total}. `;
  const over = limits.find(({ name, limit }) => limit !== undefined && containerBytes(name) > unitValue(limit));
  return over === undefined ? undefined : `Container ${over.name} exceeded its local ephemeral storage limit "${over.limit}". `;
};
