import { isSameJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import type { Address } from "#kube/app/address.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import { listenPort } from "#kube/app/listen-port.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { REGISTER_TIMER } from "../../processes/process-keys.ts";
import { KNOWN_ADDRESSES, processState, setProcessState } from "../../processes/process-state.ts";
import type { Registration } from "../products/registry/registrations.ts";
import { REGISTRY_PRODUCTS } from "../products/registry/registry-products.ts";
import type { Effect } from "../runtime/effect.ts";
import type { Contact, RegistryContact } from "../runtime/process-network.ts";
import type { ProgramPlace } from "../runtime/program.ts";
import { callsOf } from "./calls-of.ts";
import { addressOf, settingOf } from "./settings.ts";

/** Contact with the registry that a program is configured to use. */
export const reachRegistry = ({ process, network }: ProgramPlace): Effect<Contact<RegistryContact>> => {
  const { host, port } = registryAddress(process);
  return network.reachRegistry(process.app?.behaviour.registry?.product ?? "consul", host, port);
};

/** Host and port of the registry. */
export const registryAddress = (process: Process): Address => {
  const { address: setting = "", product = "consul" } = process.app?.behaviour.registry ?? {};
  const { port } = REGISTRY_PRODUCTS[product];
  return settingOf(process, setting) === "" ? { host: LOCAL_HOST, port } : addressOf(process, setting, port);
};

/** Host of a registry that no setting names. */
const LOCAL_HOST = "127.0.0.1";

/** Registration of a program: its pod's address and its configured port. */
export const registrationOf = (process: Process): Registration => {
  const service = process.app?.behaviour.registry?.name ?? process.program;
  return {
    id: `${service}-${process.podUid.slice(0, 8)}-${process.start.restartCount}`,
    service,
    address: process.start.pod.status?.podIP ?? "127.0.0.1",
    port: listenPort(settingOf(process, process.app?.behaviour.listens?.port ?? "")),
  };
};

/** Deregisters a program that is asked to stop; one that is killed stays registered. */
export function* leaveRegistry(place: ProgramPlace): Effect<void> {
  const registry = yield* reachRegistry(place);
  if (registry.kind === "reached") yield* registry.server.deregister(registrationOf(place.process).id);
}

/** Plans that running programs register again with a restarted registry, at their next heartbeat. */
export const planRegistrations = (world: World): void => {
  for (const key of world.map<Process>(PROCESSES).keys()) {
    const process = world.map<Process>(PROCESSES).get(key) as Process;
    if (process.phase !== "running" || process.app?.behaviour.registry === undefined) continue;
    const sinceStartMs = world.nowMs() - process.startedAtMs;
    world.setTimerNoLaterThan(REGISTER_TIMER, key, world.nowMs() + SIGN_OF_LIFE_MS - (sinceStartMs % SIGN_OF_LIFE_MS), process.startedAtMs);
  }
};

/** Registers a running program unless the registry knows it. */
export function* registerAgain(place: ProgramPlace): Effect<"registry-away" | "known"> {
  const registry = yield* reachRegistry(place);
  if (registry.kind === "failed") return "registry-away";
  const registration = registrationOf(place.process);
  const registrations = yield* registry.server.registrations();
  if (!registrations.some(({ id }) => id === registration.id)) yield* registry.server.register(registration);
  return "known";
}

/** Programs report to the registry once a minute. */
export const SIGN_OF_LIFE_MS = 60_000;

/** An address of a service as a client of the registry knows it. */
export interface KnownAddress {
  readonly address: string;
  readonly port: number;
}

/** Addresses of one service that a program learnt, and from which instance of the registry. */
interface KnownService {
  readonly registry: string;
  readonly addresses: readonly KnownAddress[];
}

type KnownServices = Readonly<Record<string, KnownService>>;

/** Addresses of a service that a client knows; empty when it knows none. */
export const knownAddresses = (world: World, process: Process, service: string): readonly KnownAddress[] =>
  processState<KnownServices>(world, process, KNOWN_ADDRESSES)?.[service]?.addresses ?? [];

/**
 * Updates a client's addresses from the registry. While the registry is down, known addresses stay. A restarted registry without instances
 * of a service changes nothing either: the client's long poll waits for an index that it has not reached.
 */
export function* refreshKnownAddresses(place: ProgramPlace): Effect<void> {
  const { world, process } = place;
  const wanted = servicesCalledBy(process);
  if (wanted.length === 0) return;
  const reached = yield* reachRegistry(place);
  if (reached.kind === "failed") return;
  const { instance } = reached.server;
  const registrations = yield* reached.server.registrations();
  const known = processState<KnownServices>(world, process, KNOWN_ADDRESSES) ?? {};
  const learnt = wanted.map((service) => learn(known[service], instance, addressesOf(registrations, service)));
  if (wanted.some((service, i) => learnt[i] !== known[service]))
    setProcessState(world, process, KNOWN_ADDRESSES, Object.fromEntries(wanted.map((service, i) => [service, learnt[i]])));
}

/** Keeps the object where nothing new was learnt. */
const learn = (known: KnownService | undefined, registry: string, addresses: readonly KnownAddress[]): KnownService => {
  if (known === undefined) return { registry, addresses };
  if (addresses.length === 0 && known.registry !== registry) return known;
  const isSame = known.registry === registry && isSameJson(known.addresses, addresses);
  return isSame ? known : { registry, addresses };
};

const servicesCalledBy = ({ app }: Process): readonly string[] => (app === undefined ? NONE : servicesOf(app));

const NONE: readonly string[] = [];

/** Names of the services that a program looks up, sorted. */
const servicesOf = keepFor((program: AppProgram): readonly string[] => {
  const names = new Set<string>();
  for (const { calls } of Object.values(program.behaviour.operations))
    for (const call of callsOf(calls)) if (isServiceCall(call) && call.address === undefined) names.add(serviceName(program, call.to));
  return [...names].sort();
});

/** Name under which a program of an application is registered. */
export const serviceName = ({ app }: AppProgram, program: string): string => app.programs[program]?.registry?.name ?? program;

/** The same list for the same registrations, which many clients look at. */
const addressesOf = (registrations: readonly Registration[], service: string): readonly KnownAddress[] => {
  const byService = listsFor(registrations);
  let known = byService.get(service);
  if (known === undefined) {
    known = findAddresses(registrations, service);
    byService.set(service, known);
  }
  return known;
};

const listsFor = keepFor((_registrations: readonly Registration[]) => new Map<string, readonly KnownAddress[]>());

const findAddresses = (registrations: readonly Registration[], service: string): readonly KnownAddress[] => {
  const known = new Map<string, KnownAddress>();
  for (const { service: name, address, port } of registrations) if (name === service) known.set(`${address}:${port}`, { address, port });
  return [...known.values()];
};
