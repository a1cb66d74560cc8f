import type { Service, ServicePort } from "#kube/types/network.ts";
import type { World } from "../../../../../kernel/world.ts";
import { listObjects, resourceRevision } from "../../../../store/store.ts";
import { mapSame } from "../../../codec/same.ts";
import { type FieldError, invalidValue } from "../../../field-error.ts";
import type { RequestContext } from "../../../kind-strategy.ts";

/** Allocates the node ports of a Service one after the other; only the first failure is reported. */
export const withNodePorts = (service: Service, old: Service | undefined, errors: FieldError[], { world }: RequestContext): Service => {
  const number = old === undefined ? numberOfNew(world, service, errors) : numberOfChanged(world, service, old, errors);
  const ports = mapSame(service.spec.ports ?? [], (port, i) => {
    if (errors.length > 0) return port;
    const nodePort = number(port, `spec.ports[${i}].nodePort`);
    return nodePort === port.nodePort ? port : { ...port, nodePort };
  });
  return { ...service, spec: { ...service.spec, ports } };
};

/** Numbers the port at which nodes tell whether they have endpoints of the Service. */
export const withHealthPort = (service: Service, old: Service | undefined, { world }: RequestContext): Service => {
  if (service.spec.healthCheckNodePort) return service;
  const used = new Set((service.spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []));
  const kept = old?.spec.healthCheckNodePort;
  const healthCheckNodePort = kept || drawNodePort(world, service, 0, takenNodePorts(world), used);
  return { ...service, spec: { ...service.spec, healthCheckNodePort } };
};

const NODE_PORT_MIN = 30_000;
const NODE_PORT_MAX = 32_767;

type NumberPort = (port: ServicePort, path: string) => number;

/** In a new Service ports of one number, such as those of TCP and UDP, share a port of the nodes. */
const numberOfNew = (world: World, service: Service, errors: FieldError[]): NumberPort => {
  const ports = service.spec.ports ?? [];
  const taken = new Set(takenNodePorts(world));
  const asked = askedFor(service);
  const byPort = new Map<number, number>();
  const take = (nodePort: number, path: string): number => {
    reserve(nodePort, path, taken, errors);
    return nodePort;
  };
  return ({ port, nodePort }, path) => {
    const shared = byPort.get(port);
    if (shared !== undefined) return nodePort === undefined || nodePort === shared ? shared : take(nodePort, path);
    const wanted = ports.find((candidate) => candidate.port === port && candidate.nodePort)?.nodePort;
    const chosen = wanted === undefined ? drawNodePort(world, service, port, taken, asked) : take(wanted, path);
    taken.add(chosen);
    byPort.set(port, chosen);
    return chosen;
  };
};

/** In a Service that changes each port keeps its number; numbers that are asked for twice are left to the validation. */
const numberOfChanged = (world: World, service: Service, old: Service, errors: FieldError[]): NumberPort => {
  const taken = new Set(takenNodePorts(world));
  for (const { nodePort } of old.spec.ports ?? []) if (nodePort !== undefined) taken.delete(nodePort);
  const used = askedFor(service);
  return (port, path) => {
    if (port.nodePort !== undefined) {
      const problem = nodePortProblem(port.nodePort, taken);
      if (problem !== undefined) errors.push(invalidValue(path, port.nodePort, problem));
      return port.nodePort;
    }
    const nodePort = oldNodePort(old, port, used) ?? drawNodePort(world, service, port.port, taken, used);
    used.add(nodePort);
    return nodePort;
  };
};

const askedFor = ({ spec }: Service): Set<number> => new Set((spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []));

/** Allocates a requested node port, or adds an error. */
const reserve = (port: number, path: string, taken: Set<number>, errors: FieldError[]): void => {
  const problem = nodePortProblem(port, taken);
  if (problem !== undefined) errors.push(invalidValue(path, port, problem));
  taken.add(port);
};

const nodePortProblem = (port: number, taken: ReadonlySet<number>): string | undefined => {
  if (port < NODE_PORT_MIN || port > NODE_PORT_MAX) {
    return `provided port is not in the valid range. The range of valid ports is ${NODE_PORT_MIN}-${NODE_PORT_MAX}`;
  }
  return taken.has(port) ? "provided port is already allocated" : undefined;
};

const oldNodePort = (old: Service | undefined, { port, protocol }: ServicePort, used: ReadonlySet<number>): number | undefined => {
  const before = old?.spec.ports?.find((candidate) => candidate.port === port && candidate.protocol === protocol)?.nodePort;
  return before !== undefined && !used.has(before) ? before : undefined;
};

const drawNodePort = (world: World, { metadata }: Service, port: number, taken: ReadonlySet<number>, used: ReadonlySet<number>): number => {
  const rng = world.rng(`apiserver/node-port/${metadata.namespace}/${metadata.name}/${port}`);
  for (;;) {
    const candidate = rng.int(NODE_PORT_MIN, NODE_PORT_MAX);
    if (!taken.has(candidate) && !used.has(candidate)) return candidate;
  }
};

const takenNodePorts = (world: World): ReadonlySet<number> =>
  world.memo(
    "service node ports",
    resourceRevision(world, "services"),
    () =>
      new Set(
        listObjects<Service>(world, "services").flatMap(({ spec }) => [
          ...(spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []),
          ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : []),
        ]),
      ),
  );
