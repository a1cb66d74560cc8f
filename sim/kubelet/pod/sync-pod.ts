import type { Pod } from "#kube/types/pod.ts";
import { getByKey } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import { containersToStart } from "../container/containers-to-start.ts";
import { continueStarting } from "../container/start-containers.ts";
import { type ContainerToKill, killForRestart } from "../container/stop-containers.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { drawDelayMs } from "../node/node-time.ts";
import { watchProbes } from "../probes/watch-probes.ts";
import { admitPod } from "./admit-pod.ts";
import { allocatedPod } from "./pod-allocation.ts";
import { hasEnded, lastingContainers } from "./pod-containers.ts";
import { isRunning, type PodRuntime, runtimeOf, saveRuntime } from "./pod-runtime.ts";
import { isBusy, type PodContext, planStep } from "./pod-steps.ts";
import { resizeByRestart, resizeRunning, settleResize } from "./resize-pod.ts";
import { publishStatus } from "./status.ts";
import { forgetPod, terminatePod } from "./terminate-pod.ts";

/** Syncs a pod once: reports its status, then does the next step. */
export const syncPod = (world: World, podKey: string): void => {
  const pod = getByKey<Pod>(world, "pods", podKey);
  const known = runtimeOf(world, podKey);
  if (known !== undefined && pod?.metadata.uid !== known.uid && isKubeletRunning(world, known.node)) forgetPod(world, podKey, known);
  const node = pod?.spec.nodeName;
  if (pod === undefined || node === undefined || !isKubeletRunning(world, node)) return;
  const runtime = runtimeOf(world, podKey) ?? admitPod(world, podKey, pod, node);
  if (runtime === undefined) return;
  const bound = { podKey, pod, runtime };
  if (pod.metadata.deletionTimestamp !== undefined) return terminatePod(world, bound);
  if (runtime.isTornDown || isBusy(world, podKey)) return;
  const context = settleResize(world, bound);
  watchProbes(world, context);
  const seen = publishStatus(world, context.pod, context.runtime);
  advance(world, { ...context, pod: allocatedPod(seen, context.runtime) });
};

const advance = (world: World, context: PodContext): void => {
  const { podKey, pod, runtime } = context;
  if (runtime.sandboxIP === undefined) return planStep(world, podKey, { kind: "set-up" }, drawDelayMs(world, `set-up/${podKey}`, 250, 800));
  if (runtime.verdict !== undefined || hasEnded(pod, runtime))
    return planStep(world, podKey, { kind: "complete" }, drawDelayMs(world, `complete/${podKey}`, 900, 1200));
  const toKill = containersToKill(pod, runtime);
  if (toKill.length > 0) return killForRestart(world, context, toKill);
  const resized = resizeRunning(world, context);
  const names = containersToStart(pod, resized.runtime);
  if (names.length > 0) continueStarting(world, resized, { names });
};

/** A container that a probe gave up, whose image is another by now, or that cannot be resized as it runs. */
const containersToKill = (pod: Pod, { containers }: PodRuntime): readonly ContainerToKill[] =>
  lastingContainers(pod).flatMap((container) => {
    const { name, image = "" } = container;
    const found = containers[name];
    if (found === undefined || !isRunning(found)) return [];
    const reason = found.condemned ?? (found.current.image === image ? resizeByRestart(container, found) : "definition changed");
    return reason === undefined ? [] : [{ name, reason }];
  });

/** Ends a pod at its deadline: it is Failed with reason DeadlineExceeded. */
export const endAtDeadline = (world: World, podKey: string, uid: string): void => {
  const runtime = runtimeOf(world, podKey);
  const pod = getByKey<Pod>(world, "pods", podKey);
  if (runtime === undefined || pod === undefined || runtime.uid !== uid || runtime.isTornDown || !isKubeletRunning(world, runtime.node))
    return;
  const verdict = { reason: "DeadlineExceeded", message: "Pod was active on the node longer than the specified deadline" };
  recordEvent(world, pod, verdict);
  terminatePod(world, { podKey, pod, runtime: saveRuntime(world, podKey, { ...runtime, verdict }) });
};
