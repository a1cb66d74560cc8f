import { toMicroTimestamp } from "#core/timestamp.ts";
import type { World } from "../kernel/world.ts";
import { instanceLines } from "../telemetry/logs/instance-lines.ts";
import { instancesOf } from "../telemetry/logs/instances.ts";
import type { HostContainer } from "./node-facts.ts";

/** Path at which the runtime keeps the output of a container. */
export const logPath = ({ namespace, pod, podUid, container, instance }: HostContainer): string =>
  `/var/log/pods/${namespace}_${pod}_${podUid}/${container}/${instance.attempt}.log`;

/** Output of a container's run as the runtime writes it. */
export const criLog = (world: World, one: HostContainer): string =>
  linesOf(world, one)
    .map(({ atMs, stream, text }) => `${toMicroTimestamp(atMs).replace("Z", "000Z")} ${stream} F ${text}\n`)
    .join("");

/** Output lines of a container's run, oldest first; of long ones the newest. */
export const linesOf = (world: World, { namespace, pod, container, instance }: HostContainer) => {
  const started = instance.startedAtMs;
  const run = instancesOf(world, `${namespace}/${pod}/${container}`).findLast(
    ({ process }) => started !== undefined && Math.abs(process.startedAtMs - started) < 1_000,
  );
  return run === undefined ? [] : instanceLines(world, run, { fromMs: run.process.startedAtMs, toMs: world.nowMs(), newest: LINES_MAX });
};

const LINES_MAX = 2_000;
