import type { World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import { readContainerFile } from "../../processes/container-files.ts";
import { PROCESS_HISTORY, type Process, type ProcessExit, type ProcessRecord } from "../../processes/process.ts";
import { outputOf } from "../../processes/process-output.ts";
import { syncNoLaterThan } from "../node/kubelet-timers.ts";
import { nextRelistMs } from "../node/node-time.ts";
import { type InstanceExit, runtimeOf, saveRuntime, splitContainerKey, withContainer } from "../pod/pod-runtime.ts";
import { endSooner } from "../pod/pod-steps.ts";

/** A container's process ended by itself: the kubelet notices at its next relist. A late word about an earlier run is ignored. */
export const onContainerExited = (world: World, key: string, exit: ProcessExit): void => {
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
  const next = saveRuntime(world, podKey, withContainer(runtime, container, { ...found, current: { ...found.current, exit: ended } }));
  endSooner(world, podKey, next);
  if (isKubeletRunning(world, runtime.node)) syncNoLaterThan(world, podKey, nextRelistMs(world, runtime.node));
};

/** Termination message that a container wrote; for a failed one its last log lines, where its policy asks for that. */
const terminationMessage = (world: World, key: string, { exitCode, startedAtMs }: ProcessExit): { readonly message?: string } => {
  const process = endedProcess(world, key, startedAtMs);
  if (process === undefined) return {};
  const { container } = process.start;
  const written = readContainerFile(world, process, container.terminationMessagePath ?? "/dev/termination-log") ?? "";
  if (written !== "") return { message: written.slice(-MESSAGE_BYTES) };
  if (exitCode === 0 || container.terminationMessagePolicy !== "FallbackToLogsOnError") return {};
  const lines = outputOf(world, key, startedAtMs).slice(-FALLBACK_LINES);
  return lines.length === 0
    ? {}
    : {
        message: lines
          .map(({ text, isPartial }) => `${text}${isPartial === true ? "" : "\n"}`)
          .join("")
          .slice(-FALLBACK_BYTES),
      };
};

const MESSAGE_BYTES = 4096;
const FALLBACK_LINES = 80;
const FALLBACK_BYTES = 2048;

/** Process that has just ended, from the newest records. */
const endedProcess = (world: World, key: string, startedAtMs: number): Process | undefined => {
  const log = world.log<ProcessRecord>(PROCESS_HISTORY);
  for (let at = log.length - 1; at >= 0; at--) {
    const record = log.at(at) as ProcessRecord;
    if (record.atMs < world.nowMs()) return undefined;
    if (record.kind === "ended" && record.process.key === key && record.process.startedAtMs === startedAtMs) return record.process;
  }
  return undefined;
};
