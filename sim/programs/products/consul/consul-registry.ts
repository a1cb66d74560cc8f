import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import type { Process } from "../../../processes/process.ts";
import { printLines } from "../../../processes/process-output.ts";
import { processState, REGISTRATIONS, setProcessState } from "../../../processes/process-state.ts";
import { consulLine } from "./consul-log.ts";

/** A service instance that a consul agent knows of. */
export interface Registration {
  /** Unique per registering process. */
  readonly id: string;
  readonly service: string;
  readonly address: string;
  readonly port: number;
}

/** All registrations of an agent, in the order of their arrival. They are in memory alone. */
export const registrationsOf = (world: World, consul: Process): readonly Registration[] =>
  processState<readonly Registration[]>(world, consul, REGISTRATIONS) ?? [];

/** Adds a registration, or replaces the one with the same id. */
export const register = (world: World, consul: Process, registration: Registration): void => {
  setProcessState(world, consul, REGISTRATIONS, [
    ...registrationsOf(world, consul).filter(({ id }) => id !== registration.id),
    registration,
  ]);
  printLines(world, consul, [consulLine(world.nowMs(), "INFO", "agent", `Synced service: service=${registration.id}`)]);
  planSolve(world);
};

/** Removes a registration. */
export const deregister = (world: World, consul: Process, registrationId: string): void => {
  const kept = registrationsOf(world, consul).filter(({ id }) => id !== registrationId);
  if (kept.length === registrationsOf(world, consul).length) return;
  setProcessState(world, consul, REGISTRATIONS, kept);
  printLines(world, consul, [consulLine(world.nowMs(), "INFO", "agent", `Deregistered service: service=${registrationId}`)]);
  planSolve(world);
};
