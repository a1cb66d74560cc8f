import type { World } from "../../../kernel/world.ts";
import type { Effect } from "../../runtime/effect.ts";
import type { Process } from "../../runtime/process.ts";
import type { StoreContact } from "../../runtime/process-network.ts";
import { printLines } from "../../runtime/process-output.ts";
import { NEXT, type Program, type Step, type StepContext, type StepResult } from "../../runtime/program.ts";
import { dialError, goLine, goPanic } from "../go-log.ts";
import { configOf, parseAddress } from "./hotel-config.ts";
import type { HotelService, HotelStore } from "./hotel-services.ts";
import { describeMongoFailure, describeRefusal, describeSignInFailure, MONGO_SELECTION_MS } from "./mongo-failure.ts";
import { leaveRegistry, reachRegistry, refreshKnownAddresses, registrationOf, registryAddress } from "./registration.ts";
import { SEED_DATA } from "./seed-data.ts";

/** One of the hotel programs: reads its settings, opens its store, enters the registry, listens. What is away at that moment makes it panic. */
export const createHotelProgram = (service: HotelService): Program => ({
  memory: { startMiB: 3, idleMiB: service.idleMiB },
  bootMs: service.startMs,
  steps: [announceSettings(service), openStore(service), serve(service)],
  onTerm: { afterMs: 50, exitCode: 0, lines: (world) => [goLine(world.nowMs(), "info", "received shutdown signal")] },
  leave: leaveRegistry,
});

const announceSettings =
  ({ store }: HotelService): Step =>
  ({ world, process }) => {
    const config = configOf(process);
    const lines = [goLine(world.nowMs(), "info", "Reading config...")];
    if (store !== undefined) lines.push(goLine(world.nowMs(), "info", `read database address: ${config[store.addressSetting] ?? ""}`));
    lines.push(
      goLine(world.nowMs(), "info", `read consul address: ${config["consulAddress"] ?? ""}`),
      goLine(world.nowMs(), "info", `read jaeger address: ${config["jaegerAddress"] ?? ""}`),
    );
    printLines(world, process, lines);
    return NEXT;
  };

const openStore = (service: HotelService): Step =>
  function* (context) {
    const { store } = service;
    if (store === undefined) return NEXT;
    const { process, network } = context;
    const address = configOf(process)[store.addressSetting] ?? "";
    if (address === "") return panic(service, "error parsing uri: must have at least 1 host");
    const { host, port } = parseAddress(address, 27017);
    const reached = yield* network.reachStore(host, port);
    if (reached.kind === "failed") return waitForStore(service, context, describeMongoFailure(host, port, reached.outcome));
    const error = yield* loadStore(reached.server, store);
    return error === undefined ? NEXT : panic(service, error);
  };

/** The driver looks for a server for 30 s before it gives up. */
const waitForStore = (service: HotelService, { waitedMs, tries }: StepContext, message: string): StepResult => {
  if (waitedMs >= MONGO_SELECTION_MS) return panic(service, message);
  return { kind: "again", afterMs: Math.min(500 * 2 ** Math.min(tries, 4), MONGO_SELECTION_MS - waitedMs) };
};

/** Signs in, reads everything, and writes the initial documents where there are none. */
function* loadStore(server: StoreContact, { database, collection, credentials }: HotelStore): Effect<string | undefined> {
  if (credentials !== undefined) {
    const signedIn = yield* server.signIn({ ...credentials, database: "admin" });
    if (!signedIn.ok) return describeSignInFailure(signedIn.error);
  }
  const documents = yield* server.find(database, collection);
  if (!documents.ok) return describeRefusal(documents.error);
  if (documents.value.length > 0) return undefined;
  const written = yield* server.insert(database, collection, SEED_DATA[`${database}.${collection}`] ?? []);
  return written.ok ? undefined : describeRefusal(written.error);
}

const serve = (service: HotelService): Step =>
  function* (context) {
    const { world, process, network } = context;
    const registry = yield* reachRegistry(context);
    if (registry.kind === "failed") return refuseRegistration(service, world, process, registry.outcome);
    const registration = registrationOf(process);
    const { port } = registration;
    const sockets = [{ port, protocol: "TCP" as const, serves: `${service.api === "http" ? "http" : "grpc"}/${service.name}` }];
    if (service.metricsPort !== undefined) sockets.push({ port: service.metricsPort, protocol: "TCP", serves: `metrics/${service.name}` });
    // Port 0 is wherever the kernel likes: nobody will find it.
    const isListening = yield* network.listen(sockets.filter((socket) => socket.port !== 0));
    if (!isListening) return panic(service, `failed to configure listener: listen tcp :${port}: bind: address already in use`);
    yield* registry.server.register(registration);
    yield* refreshKnownAddresses(context);
    const { host, port: registryPort } = registryAddress(process);
    printLines(world, process, [
      goLine(world.nowMs(), "info", `${service.name} listening on :${port}`),
      goLine(
        world.nowMs(),
        "info",
        `registered ${service.registersAs} (${registration.address}:${port}) with consul ${host}:${registryPort}`,
      ),
    ]);
    return NEXT;
  };

const refuseRegistration = (
  service: HotelService,
  world: World,
  process: Process,
  outcome: Parameters<typeof dialError>[0] | { readonly kind: "connected" },
): StepResult => {
  const { host, port } = registryAddress(process);
  const why = outcome.kind === "connected" ? "Unexpected response code: 404 (404 page not found)" : dialError(outcome);
  const text = `failed to register ${service.registersAs}: Put "http://${host}:${port}/v1/agent/service/register": ${why}`;
  printLines(world, process, [goLine(world.nowMs(), "error", text)]);
  return panic(service, text);
};

const panic = ({ name }: HotelService, text: string): StepResult => ({ kind: "exit", exitCode: 2, lines: goPanic(text, name) });
