import { setTimeout as sleep } from "node:timers/promises";
import { periodicLines } from "#sim/programs/lines/periodic-lines.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import { effectOf, type Program, type ProgramPlace, type Step, type StepResult } from "#sim/programs/runtime/program.ts";
import { keepConsuming } from "./app/keep-consuming.ts";
import { keepRegistered } from "./app/keep-registered.ts";
import { holdMemory } from "./hold-memory.ts";
import { createNetwork } from "./network/create-network.ts";
import { createOutput, type Output } from "./output.ts";
import type { OwnProcess } from "./own-process.ts";
import { settle } from "./settle.ts";
import { openVolume } from "./store-volume.ts";

/** Runs a program as described: its steps, then its servers, until it ends or is terminated. */
export const playProgram = async ({ world, process: own }: OwnProcess, program: Program): Promise<void> => {
  const output = createOutput(world);
  const volume = openVolume({ world, process: own });
  const network = createNetwork({ world, process: own, output, volume });
  const place: ProgramPlace = { world, process: own, network };
  process.on("SIGTERM", () => void leave(place, program, output));
  process.on("SIGINT", () => void leave(place, program, output));
  for (const step of program.steps) {
    const result = await runStep(place, step, output);
    volume.save();
    if (result.kind === "exit") return output.die(result.exitCode, result.lines ?? []);
  }
  holdMemory(program.memory.idleMiB);
  writeByTheClock(own, output);
  if (own.app === undefined) return;
  void keepConsuming({ world, process: own, output, volume }, own.app);
  if (own.app.behaviour.registry !== undefined) await keepRegistered(place);
};

/** Repeats a step until it is done or ends the program. */
const runStep = async (place: ProgramPlace, step: Step, output: Output): Promise<Exclude<StepResult, { kind: "again" }>> => {
  const sinceMs = Date.now();
  let state: unknown;
  for (let tries = 0; ; tries++) {
    catchUp(place.world, Date.now());
    const result = await settle(effectOf(step({ ...place, waitedMs: Date.now() - sinceMs, tries, state })));
    output.flush();
    if (result.kind !== "again") return result;
    state = result.state;
    await sleep(result.afterMs);
  }
};

/** Writes the lines that a program prints at fixed times. */
const writeByTheClock = (own: OwnProcess["process"], output: Output): void => {
  const sinceMs = Date.now();
  let writtenMs = sinceMs;
  setInterval(() => {
    const nowMs = Date.now();
    output.print(periodicLines(own, sinceMs, writtenMs + 1, nowMs).map(({ atMs, render }) => render(atMs)));
    writtenMs = nowMs;
  }, CLOCK_MS).unref();
};

const CLOCK_MS = 5000;

/** Terminates: deregisters, writes the last lines, ends. */
const leave = async (place: ProgramPlace, { leave: part, onTerm }: Program, output: Output): Promise<void> => {
  catchUp(place.world, Date.now());
  if (onTerm === "ignored") return;
  if (part !== undefined) await Promise.race([settle(part(place)), sleep(LEAVE_MAX_MS)]);
  output.print(onTerm.lines?.(place.world) ?? []);
  process.exit(onTerm.exitCode);
};

/** Timeout of deregistering, ms. */
const LEAVE_MAX_MS = 1000;
