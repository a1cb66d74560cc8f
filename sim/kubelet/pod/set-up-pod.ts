import { unitValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import { hex64 } from "../../kernel/hex64.ts";
import type { World } from "../../kernel/world.ts";
import { containersToStart } from "../container/containers-to-start.ts";
import { continueStarting } from "../container/start-containers.ts";
import { allocateAddress } from "../node/addresses.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { syncNoLaterThan } from "../node/kubelet-timers.ts";
import { nextRelistMs, retryAtMs } from "../node/node-time.ts";
import { watchLocalStorage } from "../volumes/local-storage.ts";
import { type MountFailure, mountFailures } from "../volumes/volumes.ts";
import { type MountRetry, type PodRuntime, saveRuntime } from "./pod-runtime.ts";
import { type PodContext, planStep } from "./pod-steps.ts";
import { nodeAddress } from "./status.ts";

/** Mounts a pod's volumes and creates its sandbox, then starts the first containers. */
export const setUpPod = (world: World, context: PodContext): void => {
  const failures = mountFailures(world, context.pod);
  if (failures.length > 0) return retryMounts(world, context, failures);
  const problem = sandboxProblem(world, context);
  if (problem !== undefined) {
    recordEvent(world, context.pod, {
      type: "Warning",
      reason: "FailedCreatePodSandBox",
      message: `Failed to create pod sandbox: ${problem}`,
    });
    return syncNoLaterThan(world, context.podKey, retryAtMs(world, context.runtime.node, context.podKey, 10_000));
  }
  const runtime = makeSandbox(world, context);
  if (runtime === undefined) return;
  watchLocalStorage(world, context.podKey, context.pod);
  const names = containersToStart(context.pod, runtime);
  // The relist notices the new sandbox even when none of its containers can start.
  if (names.length > 0) continueStarting(world, { ...context, runtime }, { names, hasStarted: true });
  else syncNoLaterThan(world, context.podKey, nextRelistMs(world, runtime.node));
};

/** Plans retries of volumes, each with its own delay that doubles from 500 ms to 2 min 2 s. */
const retryMounts = (world: World, context: PodContext, failures: readonly MountFailure[]): void => {
  const now = world.nowMs();
  const mounts: Record<string, MountRetry> = {};
  for (const { volume, message } of failures) {
    const before = context.runtime.mounts[volume];
    if (before !== undefined && before.retryAtMs > now) {
      mounts[volume] = before;
      continue;
    }
    if (message !== undefined) recordEvent(world, context.pod, { type: "Warning", reason: "FailedMount", message });
    const count = before?.failures ?? 0;
    mounts[volume] = { failures: count + 1, retryAtMs: now + Math.min(MOUNT_RETRY_MIN_MS * 2 ** count, MOUNT_RETRY_MAX_MS) };
  }
  saveRuntime(world, context.podKey, { ...context.runtime, mounts });
  const nextMs = Math.min(...Object.values(mounts).map(({ retryAtMs: atMs }) => atMs));
  planStep(world, context.podKey, { kind: "set-up" }, nextMs - now);
};

const MOUNT_RETRY_MIN_MS = 500;
const MOUNT_RETRY_MAX_MS = 122_000;

/** The pause process of a sandbox needs room within the pod's memory limit. */
const sandboxProblem = (world: World, { podKey, pod, runtime }: PodContext): string | undefined => {
  const limit = podMemoryLimit(pod);
  if (limit === undefined || limit >= SANDBOX_MEMORY_MIN_BYTES) return undefined;
  if (
    limit <= SANDBOX_START_MIN_BYTES ||
    world.rng(`kubelet/sandbox/${podKey}/${world.nowMs()}`).chance({ numerator: 1, denominator: 3 })
  ) {
    return "rpc error: code = Unknown desc = failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: container init was OOM-killed (memory limit too low?): unknown";
  }
  const id = hex64(world, `kubelet/sandbox-id/${runtime.uid}/${world.nowMs()}`);
  return `rpc error: code = Unknown desc = failed to start sandbox container task "${id}": cannot start a stopped process: unknown`;
};

const SANDBOX_START_MIN_BYTES = 1.5 * 1024 * 1024;
const SANDBOX_MEMORY_MIN_BYTES = 3 * 1024 * 1024;

/** Only a pod whose containers all have a limit has one itself. */
const podMemoryLimit = ({ spec }: Pod): number | undefined => {
  const limits = spec.containers.map(({ resources }) => resources?.limits?.["memory"]);
  return limits.includes(undefined) ? undefined : limits.reduce((sum, text) => sum + unitValue(text), 0);
};

const makeSandbox = (world: World, { podKey, pod, runtime }: PodContext): PodRuntime | undefined => {
  const address = pod.spec.hostNetwork === true ? nodeAddress(world, runtime.node) : allocateAddress(world, runtime.node, runtime.uid);
  if (address !== undefined) return saveRuntime(world, podKey, { ...runtime, sandboxIP: address, mounts: {} });
  const message = `Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "${hex64(world, `kubelet/sandbox-id/${runtime.uid}/${world.nowMs()}`)}": plugin type="ptp" failed (add): failed to allocate for range 0: no IP addresses available in range set`;
  recordEvent(world, pod, { type: "Warning", reason: "FailedCreatePodSandBox", message });
  syncNoLaterThan(world, podKey, retryAtMs(world, runtime.node, podKey, 10_000));
  return undefined;
};
