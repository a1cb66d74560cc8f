import { deriveRecord } from "#kube/app/derive-record.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import { bootWorld } from "#sim/boot-world.ts";
import type { World } from "#sim/kernel/world.ts";
import type { Call, Service, Topology } from "./topology.ts";

/** A cluster with a topology installed as an application, ready and without load. */
export const worldOf = (topology: Topology, further: Record<string, object> = {}): World => {
  const behaviour = parseBehaviour([{ path: "behaviour.yaml", text: JSON.stringify(describe(topology, further)) }], () => []);
  const values = valuesOf(topology);
  return bootWorld({
    app: deriveRecord({ behaviour, values }),
    behaviour,
    manifests: buildManifests(values, { namespace: NAMESPACE }),
    seed: topology.id,
    variant: 0,
    isLoadHeld: true,
  });
};

const NAMESPACE = "bed";
const REPOSITORY = "registry.example.com/bed";
const PORT = 8080;

const describe = ({ services, rps }: Topology, further: Record<string, object>) => ({
  name: "bed",
  title: "Test bed",
  namespace: NAMESPACE,
  load: {
    rps,
    service: services[0]?.name,
    port: PORT,
    operations: [{ name: OPERATION, share: 1, request: { method: "GET", path: "/" }, bodyContains: "ok" }],
  },
  images: [
    {
      repository: REPOSITORY,
      tags: ["1"],
      sizeBytes: 1_000_000,
      workingDir: "/",
      command: ["/bin/none"],
      folder: "/bin",
      family: "bed",
      programs: programsIn(services).map(({ name }) => name),
      files: {},
    },
  ],
  settings: {
    Port: { default: `${PORT}` },
    ...Object.fromEntries(
      services.map(({ name, isStore }) => [addressOf(name), { default: `${name}:${isStore === true ? STORE_PORT : PORT}` }]),
    ),
  },
  programs: Object.fromEntries(
    programsIn(services).map((service, index) => [service.name, { ...programOf(service, index === 0), ...further[service.name] }]),
  ),
});

const OPERATION = "GET /";
const STORE_PORT = 27_017;

const programsIn = (services: readonly Service[]): readonly Service[] => services.filter(({ isStore }) => isStore !== true);

const addressOf = (name: string): string => `${name}Address`;

const programOf = ({ workers, queue, medianMs, p99Ms, calls }: Service, isEntry: boolean) => ({
  // A request holds its thread while it waits for others, as in the simulation.
  language: poolIn(calls) === undefined ? "java" : "cpp",
  ...storeOf(calls),
  source: "/src/{program}/Main.java",
  start: { bootMs: 100 },
  stop: { afterMs: 10, exitCode: 0 },
  memory: { startMiB: 1, idleMiB: 10, per100RpsMiB: 0 },
  workers,
  queue,
  listens: { port: "Port", protocol: isEntry ? "http" : "grpc" },
  log: { listening: "ready" },
  operations: {
    [OPERATION]: {
      ...(isEntry && { route: { path: "/", requires: [], body: "ok" } }),
      medianMs,
      p99Ms,
      // The topologies are about workers: processors are as good as idle.
      cpuMs: 1e-6,
      calls: calls.map((step) => (isGroup(step) ? { parallel: step.map(callOf) } : callOf(step))),
    },
  },
});

/** Call of a database. */
const poolIn = (calls: Service["calls"]): Call | undefined =>
  calls.find((step): step is Call => !isGroup(step) && step.connections !== undefined);

const storeOf = (calls: Service["calls"]) => {
  const call = poolIn(calls);
  if (call === undefined) return {};
  const { to, connections } = call;
  return { store: { kind: "document", address: addressOf(to), database: "bed", collection: "items", pool: { connections } } };
};

const isGroup = (step: Call | readonly Call[]): step is readonly Call[] => Array.isArray(step);

const callOf = ({ to, connections, ...patience }: Call) =>
  connections !== undefined
    ? { kind: "store", command: "find" }
    : { kind: "grpc", to, operation: OPERATION, address: addressOf(to), ...patience };

const valuesOf = ({ services }: Topology): ChartValues => ({
  labelKey: "app",
  components: services.map(({ name, isStore }) =>
    isStore === true
      ? { name, image: "mongo:4.4.6", ports: [{ port: STORE_PORT }] }
      : { name, image: `${REPOSITORY}:1`, command: [name], ports: [{ port: PORT }] },
  ),
});
