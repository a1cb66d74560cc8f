import type { KubeObject } from "../../../types/meta.ts";
import type { Service, ServicePort } from "../../../types/network.ts";
import type { ContainerPort } from "../../../types/pod.ts";
import {
  drawSome,
  type Form,
  GONE,
  ownWorkloads,
  servicesOf,
  someWorkloads,
  withFirstContainer,
  withObjects,
  withTemplate,
} from "./form.ts";

/** Forms of Services, with the pods behind them. */
export const SERVICE_FORMS: Readonly<Record<string, Form>> = {
  /** Labels that pods carry and, mostly, their Services ask for. */
  "selected labels": (rng, furnishing) => {
    const changed = new Map<KubeObject, KubeObject>();
    for (const own of someWorkloads(rng, furnishing)) {
      const { workload } = own;
      const drawn = rng.stream(`label of ${workload.metadata.name}`);
      const [key, values] = drawn.pick(LABELS);
      if (workload.spec.template.metadata?.labels?.[key] !== undefined) continue;
      const label = { [key]: drawn.pick(values) };
      changed.set(
        workload,
        withTemplate(workload, ({ metadata = {}, ...rest }) => ({
          ...rest,
          metadata: { ...metadata, labels: { ...metadata.labels, ...label } },
        })),
      );
      if (!drawn.chance(MOSTLY)) continue;
      for (const service of servicesOf(furnishing, own))
        changed.set(service, { ...service, spec: { ...service.spec, selector: { ...service.spec.selector, ...label } } } as Service);
    }
    return withObjects(furnishing.objects, changed);
  },

  /** Ports of containers by name. */
  "named ports": (rng, furnishing) => {
    const changed = new Map<KubeObject, KubeObject>();
    for (const own of someWorkloads(rng, furnishing)) {
      const { workload } = own;
      const style = rng.stream(`names of ${workload.metadata.name}`).pick(PORT_NAMES);
      const named = withFirstContainer(workload, ({ ports = [] }) =>
        ports.length === 0 ? {} : { ports: ports.map((port) => namePort(port, style)) },
      );
      const ports = named.spec.template.spec.containers[0]?.ports ?? [];
      if (ports.length === 0) continue;
      changed.set(workload, named);
      for (const service of servicesOf(furnishing, own))
        changed.set(
          service,
          withPorts(service, (port) => ({ ...port, targetPort: nameOfTarget(ports, port) ?? port.targetPort ?? port.port })),
        );
    }
    return withObjects(furnishing.objects, changed);
  },

  /** Services of releases that are gone, or not there yet. */
  "retired services": (rng, furnishing) => {
    const services = ownWorkloads(furnishing).flatMap((own) => servicesOf(furnishing, own).slice(0, 1));
    const added = drawSome(rng, services, ({ metadata }) => metadata.name)
      .slice(0, MOST_GONE)
      .map(({ metadata, spec }): Service => {
        const own = rng.stream(`retired ${metadata.name}`);
        const [key, values] = own.pick(LABELS);
        return {
          apiVersion: "v1",
          kind: "Service",
          metadata: { ...metadata, name: `${metadata.name}-${own.pick(GONE)}` },
          spec: { selector: { ...spec.selector, [key]: `${own.pick(values)}-${own.pick(GONE)}` }, ports: spec.ports ?? [] },
        };
      });
    return withObjects(furnishing.objects, new Map(), withoutTaken(furnishing.objects, added));
  },

  /** Further Services for the same pods, at odd ports of their own. */
  "further services": (rng, furnishing) => {
    const services = ownWorkloads(furnishing).flatMap((own) => servicesOf(furnishing, own).slice(0, 1));
    const added = drawSome(rng, services, ({ metadata }) => metadata.name).flatMap(({ metadata, spec }): readonly Service[] => {
      const own = rng.stream(`service beside ${metadata.name}`);
      const [first] = spec.ports ?? [];
      const name = `${metadata.name}-${own.pick(BESIDE)}`;
      if (first === undefined || spec.clusterIP === "None") return [];
      const port = own.pick([80, 9999, 18_080, Math.min(65_535, first.port + 10_000)]);
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { ...metadata, name },
        spec: { selector: spec.selector ?? {}, ports: [{ ...first, port, targetPort: first.targetPort ?? first.port }] },
      };
      return [object];
    });
    return withObjects(furnishing.objects, new Map(), withoutTaken(furnishing.objects, added));
  },
};

const withoutTaken = (objects: readonly KubeObject[], added: readonly Service[]): readonly Service[] => {
  const taken = new Set(objects.filter(({ kind }) => kind === "Service").map(({ metadata }) => metadata.name));
  return added.filter(({ metadata: { name } }) => !taken.has(name) && taken.add(name) !== undefined);
};

const LABELS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ["version", ["v1", "v2", "v1.4", "stable"]],
  ["tier", ["backend", "web", "internal"]],
  ["track", ["stable", "canary"]],
  ["release", ["current", "blue", "prod"]],
  ["env", ["prod", "production", "live"]],
  ["role", ["primary", "main"]],
];

const MOSTLY = { numerator: 3, denominator: 4 } as const;

const PORT_NAMES: readonly string[] = ["p-{port}", "{protocol}-{port}", "main-{port}"];
const MOST_GONE = 3;
const BESIDE: readonly string[] = ["internal", "lb", "alt", "direct", "cluster"];

const namePort = (port: ContainerPort, style: string): ContainerPort => ({
  ...port,
  name: port.name ?? style.replaceAll("{port}", `${port.containerPort}`).replaceAll("{protocol}", (port.protocol ?? "TCP").toLowerCase()),
});

const withPorts = (service: Service, change: (port: ServicePort) => ServicePort): Service => ({
  ...service,
  spec: { ...service.spec, ports: (service.spec.ports ?? []).map(change) },
});

const nameOfTarget = (ports: readonly ContainerPort[], { port, targetPort = port, protocol = "TCP" }: ServicePort): string | undefined =>
  ports.find((one) => one.containerPort === targetPort && (one.protocol ?? "TCP") === protocol)?.name;
