import { keepFor } from "#core/keep-for.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import { isRecording, type RecordedRead, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import { isSameServer } from "./is-same-server.ts";
import { PROCESSES, type Process, type ProcessKey } from "./process.ts";

/** The process with this key, if it is still this instance. */
export const findProcess = (world: World, key: ProcessKey, startedAtMs?: number): Process | undefined => {
  const process = world.map<Process>(PROCESSES).get(key);
  if (isRecording()) recordRead(processAt(key, process));
  return process !== undefined && (startedAtMs === undefined || process.startedAtMs === startedAtMs) ? process : undefined;
};

const processAt = (key: ProcessKey, was: Process | undefined): RecordedRead => ({
  kind: "answer",
  holds: (world) => isSameServer(world.map<Process>(PROCESSES).get(key), was),
});

/** Names one instance of a container's process: a restart gives another. */
export const instanceOf = keepFor((process: Pick<Process, "key" | "startedAtMs">): string => `${process.key}@${process.startedAtMs}`);

/** `namespace/pod` of a process. */
export const podKeyOf = ({ key }: Pick<Process, "key">): string => key.slice(0, key.lastIndexOf("/"));

/** Memory limit of a container in MiB; undefined: none. */
export const memoryLimitMiB = ({ start }: Process): number | undefined => {
  const text = start.container.resources?.limits?.["memory"];
  return text === undefined ? undefined : unitValue(text) / 2 ** 20;
};

/** Timers that have a process as key and end with it. */
export const STEP_TIMER = "apps/step";
export const OOM_TIMER = "apps/out-of-memory";
export const SETTLE_TIMER = "apps/memory-settles";
export const PANIC_TIMER = "apps/panic";
export const REGISTER_TIMER = "apps/register-again";
export const OS_TIMER = "apps/container-os";
export const TERM_TIMER = "apps/terminate";
export const STORE_TIMER = "apps/store";
export const SIGNAL_TIMER = "apps/signal";

/** A signal to a process within a container: the one with a number, or the one that listens on a port. */
export interface SignalPlan {
  readonly key: ProcessKey;
  readonly startedAtMs: number;
  readonly name: string;
  readonly pid?: number;
  readonly port?: number;
}

export const PROCESS_TIMERS: readonly string[] = [
  STORE_TIMER,
  OS_TIMER,
  TERM_TIMER,
  STEP_TIMER,
  OOM_TIMER,
  SETTLE_TIMER,
  PANIC_TIMER,
  REGISTER_TIMER,
];
