import type { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { type Registration, registrationsOf } from "../products/registry/registrations.ts";
import { registrationOf } from "./registration.ts";

/** Registrations at a registry whose programs are still connected to it: it drops those of a program whose connection ended. */
export const liveRegistrations = (world: World, server: Process): readonly Registration[] => {
  const all = registrationsOf(world, server);
  const live = liveIds(world);
  return all.every(({ id }) => live.has(id)) ? all : all.filter(({ id }) => live.has(id));
};

const liveIds = (world: World): ReadonlySet<string> => {
  const processes = world.map<Process>(PROCESSES);
  return world.memo("programs/registered", processes.revision, () => {
    const registered = processes.values().filter(({ app }) => app?.behaviour.registry !== undefined);
    return new Set(registered.map((process) => registrationOf(process).id));
  });
};
