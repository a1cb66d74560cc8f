import type { TimerHandler, World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { findProcess, OS_TIMER, SIGNAL_TIMER, type SignalPlan, TERM_TIMER } from "../processes/process-keys.ts";
import { continueOs, signalMain, signalWithin } from "./container-os.ts";

/** The part of the world's timers that lets processes within containers go on. */
export const containerTimers: Readonly<Record<string, TimerHandler>> = {
  [TERM_TIMER]: (world, key, startedAtMs) =>
    withProcess(world, key, startedAtMs as number, (process) => signalMain(world, process, "TERM")),
  [SIGNAL_TIMER]: (world, _key, payload) => {
    const { key, startedAtMs, ...signal } = payload as SignalPlan;
    withProcess(world, key, startedAtMs, (process) => signalWithin(world, process, signal));
  },
  [OS_TIMER]: (world, key, startedAtMs) => continueOs(world, key, startedAtMs as number),
};

const withProcess = (world: World, key: string, startedAtMs: number, act: (process: Process) => void): void => {
  const process = findProcess(world, key, startedAtMs);
  if (process !== undefined) act(process);
};
