import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import type { Process } from "../../../processes/process.ts";
import { printLines } from "../../../processes/process-output.ts";
import { processState, REGISTRATIONS, setProcessState } from "../../../processes/process-state.ts";

/** A service instance that a registry knows of. */
export interface Registration {
  /** Unique per registering process. */
  readonly id: string;
  readonly service: string;
  readonly address: string;
  readonly port: number;
}

/** Lines with which a registry tells of a change, as its product writes them. */
export interface RegistryLog {
  readonly registered: (atMs: number, registration: Registration) => string;
  readonly deregistered: (atMs: number, registration: Registration) => string;
}

/** All registrations at a registry, in the order of their arrival. They are in memory alone. */
export const registrationsOf = (world: World, server: Process): readonly Registration[] =>
  processState<readonly Registration[]>(world, server, REGISTRATIONS) ?? [];

/** Adds a registration, or replaces the one with the same id. */
export const register = (world: World, server: Process, log: RegistryLog, registration: Registration): void => {
  setProcessState(world, server, REGISTRATIONS, [
    ...registrationsOf(world, server).filter(({ id }) => id !== registration.id),
    registration,
  ]);
  printLines(world, server, [log.registered(world.nowMs(), registration)]);
  planSolve(world);
};

/** Removes a registration. */
export const deregister = (world: World, server: Process, log: RegistryLog, registrationId: string): void => {
  const all = registrationsOf(world, server);
  const gone = all.find(({ id }) => id === registrationId);
  if (gone === undefined) return;
  setProcessState(
    world,
    server,
    REGISTRATIONS,
    all.filter((one) => one !== gone),
  );
  printLines(world, server, [log.deregistered(world.nowMs(), gone)]);
  planSolve(world);
};
