import type { TimerHandler, World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import {
  findProcess,
  OOM_TIMER,
  OS_TIMER,
  PANIC_TIMER,
  REGISTER_TIMER,
  SETTLE_TIMER,
  SIGNAL_TIMER,
  type SignalPlan,
  STEP_TIMER,
  STORE_TIMER,
  TERM_TIMER,
} from "../../processes/process-keys.ts";
import { exitProcess } from "../../processes/process-life.ts";
import { setMemory } from "../../processes/process-memory.ts";
import { continueOs, signalMain, signalWithin } from "../../shell/container-os.ts";
import { saveWhenDue } from "../../stores/redis/server/save-points.ts";
import { panicUnderLoad } from "../behaviour/panic-under-load.ts";
import { registerAgain, SIGN_OF_LIFE_MS } from "../behaviour/registration.ts";
import { runNow } from "./effect.ts";
import { findProgram } from "./find-program.ts";
import { effectOf } from "./program.ts";
import { networkOf } from "./world-network.ts";

/** The programs' part of the world's timers. */
export const appTimers: Readonly<Record<string, TimerHandler>> = {
  [STEP_TIMER]: (world, key, payload) => runStep(world, key, payload as StepPlan),
  [TERM_TIMER]: (world, key, startedAtMs) =>
    withProcess(world, key, startedAtMs as number, (process) => signalMain(world, process, "TERM")),
  [SIGNAL_TIMER]: (world, _key, payload) => {
    const { key, startedAtMs, ...signal } = payload as SignalPlan;
    withProcess(world, key, startedAtMs, (process) => signalWithin(world, process, signal));
  },
  [STORE_TIMER]: (world, key, port) => {
    const process = findProcess(world, key);
    if (process !== undefined) saveWhenDue(world, process, port as number);
  },
  [OS_TIMER]: (world, key, startedAtMs) => continueOs(world, key, startedAtMs as number),
  [OOM_TIMER]: (world, key, startedAtMs) => withProcess(world, key, startedAtMs as number, (process) => killForMemory(world, process)),
  [SETTLE_TIMER]: (world, key, payload) => settleMemory(world, key, payload as { readonly startedAtMs: number; readonly mib: number }),
  [PANIC_TIMER]: (world, key, startedAtMs) => withProcess(world, key, startedAtMs as number, (process) => panicUnderLoad(world, process)),
  [REGISTER_TIMER]: (world, key, startedAtMs) =>
    withProcess(world, key, startedAtMs as number, (process) => registerUnlessKnown(world, process)),
};

interface StepPlan {
  readonly startedAtMs: number;
  readonly step: number;
  readonly sinceMs: number;
  readonly tries: number;
  readonly state?: unknown;
}

const withProcess = (world: World, key: string, startedAtMs: number, act: (process: Process) => void): void => {
  const process = findProcess(world, key, startedAtMs);
  if (process !== undefined) act(process);
};

const runStep = (world: World, key: string, plan: StepPlan): void =>
  withProcess(world, key, plan.startedAtMs, (process) => {
    const program = findProgram(process);
    const step = program?.steps[plan.step];
    if (program === undefined || step === undefined) return;
    if (plan.step === 0 && plan.tries === 0) setMemory(world, process, program.memory.idleMiB, 0);
    const { tries, state } = plan;
    const network = networkOf(world, process);
    const result = runNow(effectOf(step({ world, process, network, waitedMs: world.nowMs() - plan.sinceMs, tries, state })));
    if (result.kind === "exit") {
      const reason = result.exitCode === 0 ? "Completed" : "Error";
      return exitProcess(world, process, { exitCode: result.exitCode, reason }, result.lines);
    }
    const next = result.kind === "again" ? { ...plan, tries: plan.tries + 1, state: result.state } : nextStep(world, plan);
    if (program.steps[next.step] === undefined) return;
    world.setTimer(STEP_TIMER, key, world.nowMs() + (result.kind === "again" ? Math.max(1, Math.round(result.afterMs)) : 0), next);
  });

/** Tries again later while the registry is away. */
const registerUnlessKnown = (world: World, process: Process): void => {
  if (runNow(registerAgain({ world, process, network: networkOf(world, process) })) === "registry-away")
    world.setTimer(REGISTER_TIMER, process.key, world.nowMs() + SIGN_OF_LIFE_MS, process.startedAtMs);
};

const nextStep = (world: World, { startedAtMs, step }: StepPlan): StepPlan => ({
  startedAtMs,
  step: step + 1,
  sinceMs: world.nowMs(),
  tries: 0,
});

/** The kernel kills without a word: no line, no farewell. */
const killForMemory = (world: World, process: Process): void => exitProcess(world, process, { exitCode: 137, reason: "OOMKilled" });

const settleMemory = (world: World, key: string, { startedAtMs, mib }: { readonly startedAtMs: number; readonly mib: number }): void =>
  withProcess(world, key, startedAtMs, (process) => setMemory(world, process, mib, 0));
