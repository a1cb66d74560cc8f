import { PROCESS_HISTORY, type ProcessExit, type ProcessRecord } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import { isKubeletRunning, syncNoLaterThan } from "./kubelet-state.ts";
import { nextRelistMs } from "./node-time.ts";
import { type InstanceExit, runtimeOf, saveRuntime, splitContainerKey, withContainer } from "./pod-runtime.ts";

/** A container's process ended by itself: the kubelet notices at its next relist. A late word about an earlier run is ignored. */
export const noteContainerExit = (world: World, key: string, exit: ProcessExit): void => {
  const { podKey, container } = splitContainerKey(key);
  const runtime = runtimeOf(world, podKey);
  const found = runtime?.containers[container];
  if (runtime === undefined || found === undefined || found.current.exit !== undefined || found.current.startedAtMs !== exit.startedAtMs)
    return;
  const ended: InstanceExit = {
    atMs: world.nowMs(),
    exitCode: exit.exitCode,
    reason: exit.reason,
    ...terminationMessage(world, key, exit),
  };
  saveRuntime(world, podKey, withContainer(runtime, container, { ...found, current: { ...found.current, exit: ended } }));
  if (isKubeletRunning(world, runtime.node)) syncNoLaterThan(world, podKey, nextRelistMs(world, runtime.node));
};

/** The last words of a program that failed, where the container asks for them instead of a message file. */
const terminationMessage = (world: World, key: string, { exitCode }: ProcessExit): { readonly message?: string } => {
  const record = world.log<ProcessRecord>(PROCESS_HISTORY).last();
  if (exitCode === 0 || record?.kind !== "ended" || record.process.key !== key) return {};
  if (record.process.start.container.terminationMessagePolicy !== "FallbackToLogsOnError" || record.lines.length === 0) return {};
  return { message: `${record.lines.join("\n")}\n`.slice(-2048) };
};
